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

const TYPE_AND_SEQUENCE = /^([A-Z0-9][A-Z0-9 ./-]{0,19})\r?\n(\d{1,4})\r?\n/gm;
/** Types of documents after the first: exhibits, and what the registry attaches or renders. */
const ATTACHED_TYPE = /^(?:EX-\d{1,3}\S*|GRAPHIC|COVER|CORRESP|ZIP|EXCEL|XML|PDF)$/;

/**
 * A submission whose tags were taken out keeps the values of `<TYPE>` and `<SEQUENCE>`, in a line each. Puts the tags of the
 * documents back; null if there are tags, or no such lines. A number below a word of a table is no sequence: documents after the
 * first are exhibits or attachments, and their numbers ascend.
 */
function restoreTags(bytes: Buffer): Buffer | null {
  if (!HEADER.test(bytes.toString('latin1', 0, HEADER_BYTES)) || bytes.includes('<DOCUMENT>')) return null;
  const text = bytes.toString('latin1');
  let tagged = '';
  let from = 0;
  let last = 0;
  for (const { 0: whole, 1: type = '', 2: digits, index } of text.matchAll(TYPE_AND_SEQUENCE)) {
    const sequence = Number(digits);
    const begins = last === 0 ? sequence === 1 : sequence > last && ATTACHED_TYPE.test(type);
    if (!begins) continue;
    const before = text.slice(from, index);
    tagged += last === 0 ? before : `${before}\n</TEXT>\n</DOCUMENT>\n`;
    tagged += `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${sequence}\n<TEXT>\n`;
    from = index + whole.length;
    last = sequence;
  }
  return last === 0 ? null : Buffer.from(`${tagged}${text.slice(from)}\n</TEXT>\n</DOCUMENT>\n`, 'latin1');
}

function collect(submission: Submission, part: SubmissionPart): void {
  if (part.kind === 'header') submission.header = part.header;
  else if (part.kind === 'document') submission.documents.push(part.document);
  else submission.anomalies.push(part.anomaly);
}
