import type { SubmissionDocument } from './submission.ts';
import { isUuencoded, uudecode } from './uudecode.ts';

type Content = Pick<SubmissionDocument, 'wrapper' | 'wasEncoded' | 'bytes'> & {
  /** `uuencode_damaged`, or null. */
  damage: string | null;
};

const OPENING = /^\s*<(XBRL|XML|PDF|JSON)>[ \t]*(?:\r?\n|\r)?/;
const CLOSING = {
  XBRL: /<\/XBRL>\s*$/,
  XML: /<\/XML>\s*$/,
  PDF: /<\/PDF>\s*$/,
  JSON: /<\/JSON>\s*$/,
};
/** Maximum distance of a wrapper's tags from the ends of the content. */
const LOOKED_AT_BYTES = 256;

/** The content between `<TEXT>` and `</TEXT>` as published: inner wrapper removed, uuencoding decoded. */
export function unwrapDocument(text: Buffer): Content {
  const start = text.toString('latin1', 0, LOOKED_AT_BYTES);
  const opening = OPENING.exec(start);
  const wrapper = (opening?.[1] ?? null) as Content['wrapper'];
  const bytes = wrapper === null ? text : withoutClosing(text.subarray(opening?.[0].length ?? 0), wrapper);
  if (!isUuencoded(bytes)) return { wrapper, wasEncoded: false, bytes, damage: null };
  const decoded = uudecode(bytes);
  if (decoded === null) return { wrapper, wasEncoded: false, bytes, damage: null };
  return {
    wrapper,
    wasEncoded: true,
    bytes: decoded.bytes,
    damage: decoded.isWhole ? null : 'uuencode_damaged',
  };
}

function withoutClosing(bytes: Buffer, wrapper: keyof typeof CLOSING): Buffer {
  const from = Math.max(0, bytes.length - LOOKED_AT_BYTES);
  // The line before the closing tag keeps its line end, as in the files that the registry serves singly.
  const closing = CLOSING[wrapper].exec(bytes.toString('latin1', from));
  return closing === null ? bytes : bytes.subarray(0, from + closing.index);
}
