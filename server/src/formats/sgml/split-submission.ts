import type { Submission, SubmissionPart } from './submission.ts';
import { SubmissionReader } from './submission-reader.ts';

/**
 * Takes a full submission text apart (EDGAR Public Dissemination Service, technical specification; the `.txt`, `.nc` and
 * `.hdr.sgml` of every year). Documents share the memory of `bytes` unless they were uuencoded. Never throws: what is
 * missing or damaged is an anomaly, and the rest comes out all the same.
 */
export function splitSubmission(bytes: Buffer): Submission {
  const submission: Submission = { header: null, documents: [], anomalies: [] };
  for (const part of new SubmissionReader().read(bytes)) collect(submission, part);
  return submission;
}

function collect(submission: Submission, part: SubmissionPart): void {
  if (part.kind === 'header') submission.header = part.header;
  else if (part.kind === 'document') submission.documents.push(part.document);
  else submission.anomalies.push(part.anomaly);
}
