import { nameKey } from '../../../server/src/kernel/identifiers/name-key.ts';

const SEAT = /^(?:an? )?members? of (?:(?:the|our|its)\s)?(?:[\p{L}]+['’]s\s)?board(?: of directors)?$/iu;
/** `Director of Fictional Works, Inc.` */
const OF_COMPANY =
  /(?<=\bdirector) of (?:the company|[\p{Lu}][^;]*\b(?:Inc|Corp|Corporation|Company|Co|Ltd|plc|N\.V|S\.A)\b\.?)$/iu;

/** Whether two titles name one office: a member of the board is a director, whatever the name of the company. */
export function isSameOffice(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(title: string): string {
  const office = title.replace(/\s+/g, ' ').trim().replace(OF_COMPANY, '');
  return nameKey(SEAT.test(office) ? 'Director' : office);
}
