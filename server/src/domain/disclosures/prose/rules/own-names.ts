import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';

/** The cover of a filing is at its beginning. */
const MAX_COVER_BYTES = 100_000;
const EXACT_NAME = /([^\n|()]{3,120}?)[\s|_-]*\(?\s*exact\s+name\s+of\s+(?:the\s+)?(?:registrant|issuer|company)/i;
/** Lines of the cover before the name, where their ends are lost. */
const BEFORE_NAME = /^.*(?:[-_=*]{3,}|\bfile (?:number|no\.?):? *[\d-]+)\s*/i;
const CAPTION = /exact\s+name\s+of/i;
const TAG = /<[^<>]*>/g;

/** Names of the registrant: of the container, of the tagged cover, and as the cover of the primary document states it. */
export function ownNames(contents: FilingContents): string[] {
  const { filers, report, files } = contents;
  const tagged = report?.facts.find(fact => fact.concept === 'dei:EntityRegistrantName')?.value ?? null;
  const primary = files.find(file => file.role === 'primary');
  const names = [
    ...filers.filter(filer => filer.role !== 'filed_by').map(filer => filer.companyName),
    ...(tagged === null ? [] : [tagged]),
    ...(primary === undefined ? [] : coverNames(primary.bytes)),
  ];
  return [...new Set(names.map(name => name.trim()).filter(name => name.length > 1))];
}

function coverNames(bytes: Buffer): string[] {
  const source = bytes.toString('latin1', 0, MAX_COVER_BYTES);
  // Line ends mean nothing in HTML.
  const cover = (/<(?:html|body|p|div|table)\b/i.test(source) ? source.replace(/\s+/g, ' ') : source)
    .replace(/<(?:\/?(?:p|div|tr|br|td|h\d)\b)[^<>]*>/gi, '\n')
    .replace(TAG, '')
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:amp|#0*38);/gi, '&')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n[\s_-]*\n/g, '\n');
  // Without the caption the search for a name before it would begin at every character.
  if (!CAPTION.test(cover)) return [];
  const name = EXACT_NAME.exec(cover)?.[1]?.trim().split('\n').at(-1)?.replace(BEFORE_NAME, '').trim();
  return name === undefined || !/\p{L}{2}/u.test(name) ? [] : [name];
}
