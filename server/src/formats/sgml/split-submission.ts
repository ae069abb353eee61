import type { Submission, SubmissionPart } from './submission.ts';
import { SubmissionReader } from './submission-reader.ts';

/**
 * Splits a full submission text (EDGAR Public Dissemination Service, technical specification; `.txt`, `.nc` and
 * `.hdr.sgml` of every year) into its header and documents. Documents share the memory of `bytes` unless they were
 * uuencoded. Never throws: missing or damaged parts are anomalies, and all other parts are returned.
 */
export function splitSubmission(bytes: Buffer): Submission {
  const submission: Submission = { header: null, documents: [], anomalies: [] };
  const restored = restoreTags(bytes);
  for (const part of new SubmissionReader().read(restored ?? bytes)) collect(submission, part);
  if (restored !== null) {
    const detail = 'no document tags; documents begin at a type and their number in a line each';
    submission.anomalies.push({ kind: 'tags_missing', locator: '', detail });
  }
  return submission;
}

const HEADER = /^(?:ACCESSION NUMBER|CONFORMED SUBMISSION TYPE):/m;
const HEADER_BYTES = 4_096;

/**
 * A submission whose tags were taken out keeps the values of `<TYPE>` and `<SEQUENCE>`, in a line each. Puts the tags of the
 * documents back; null if there are tags, or no such lines.
 */
function restoreTags(bytes: Buffer): Buffer | null {
  if (!HEADER.test(bytes.toString('latin1', 0, HEADER_BYTES)) || bytes.includes('<DOCUMENT>')) return null;
  const text = bytes.toString('latin1');
  let tagged = '';
  let from = 0;
  for (let number = 1; ; number++) {
    const start = new RegExp(`^([A-Z0-9][A-Z0-9 ./-]{0,19})\\r?\\n${number}\\r?\\n`, 'gm');
    start.lastIndex = from;
    const found = start.exec(text);
    if (found === null)
      return number === 1 ? null : Buffer.from(`${tagged}${text.slice(from)}\n</TEXT>\n</DOCUMENT>\n`, 'latin1');
    const before = text.slice(from, found.index);
    tagged += number === 1 ? before : `${before}\n</TEXT>\n</DOCUMENT>\n`;
    tagged += `<DOCUMENT>\n<TYPE>${found[1]}\n<SEQUENCE>${number}\n<TEXT>\n`;
    from = start.lastIndex;
  }
}

function collect(submission: Submission, part: SubmissionPart): void {
  if (part.kind === 'header') submission.header = part.header;
  else if (part.kind === 'document') submission.documents.push(part.document);
  else submission.anomalies.push(part.anomaly);
}
