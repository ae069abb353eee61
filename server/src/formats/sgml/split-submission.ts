import type { Submission, SubmissionPart } from './submission.ts';
import { SubmissionReader } from './submission-reader.ts';

/** A document of a stream is cut at so many bytes; those of a buffer are pieces of it, whatever their size. */
const MOST_STREAMED_BYTES = 256 << 20;

/**
 * Takes a full submission text apart (EDGAR Public Dissemination Service, technical specification; the `.txt`, `.nc` and
 * `.hdr.sgml` of every year). Documents share the memory of `bytes` unless they were uuencoded. Never throws: what is
 * missing or damaged is an anomaly, and the rest comes out all the same.
 */
export function splitSubmission(bytes: Buffer): Submission {
  const reader = new SubmissionReader(Number.POSITIVE_INFINITY);
  const submission: Submission = { header: null, documents: [], anomalies: [] };
  for (const part of reader.finish(bytes)) collect(submission, part);
  return submission;
}

/** The same from a stream, one document at a time in memory; a document is cut at `mostDocumentBytes`. */
export async function* streamSubmission(
  chunks: AsyncIterable<Buffer>,
  mostDocumentBytes = MOST_STREAMED_BYTES,
): AsyncGenerator<SubmissionPart> {
  const reader = new SubmissionReader(mostDocumentBytes);
  for await (const chunk of chunks) yield* reader.push(chunk);
  yield* reader.finish(Buffer.alloc(0));
}

function collect(submission: Submission, part: SubmissionPart): void {
  if (part.kind === 'header') submission.header = part.header;
  else if (part.kind === 'document') submission.documents.push(part.document);
  else submission.anomalies.push(part.anomaly);
}
