import type { Submission, SubmissionPart } from './submission.ts';
import { SubmissionReader } from './submission-reader.ts';

/**
 * Splits a full submission text (EDGAR Public Dissemination Service, technical specification; `.txt`, `.nc` and
 * `.hdr.sgml` of every year) into its header and documents. Documents share the memory of `bytes` unless they were
 * uuencoded. Never throws: missing or damaged parts are anomalies, and all other parts are returned.
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
