import { nameKey } from '../../../server/src/kernel/identifiers/name-key.ts';

const SEAT = /^(?:an? )?members? of (?:(?:the|our|its)\s)?(?:[\p{L}]+['’]s\s)?board(?: of directors)?$/iu;
/** `Director of Fictional Works, Inc.` */
const OF_COMPANY =
  /(?<=\bdirector) of (?:the company|[\p{Lu}][^;]*\b(?:Inc|Corp|Corporation|Company|Co|Ltd|plc|N\.V|S\.A)\b\.?)$/iu;

/**
 * Whether two titles name the same offices, in any order: a member of the board is a director, whatever the name of the company. The
 * capacity in which somebody signs a report is no office beside others.
 */
export function isSameOffice(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(title: string): string {
  const office = title.replace(/\s+/g, ' ').trim().replace(OF_COMPANY, '');
  return officesIn(SEAT.test(office) ? 'Director' : office)
    .sort()
    .join(', ');
}

const CAPACITY = /\((?:[^)]*\b)?(?:principal|authori[sz]ed)\b[^)]*\)/gi;

function officesIn(title: string): string[] {
  return title
    .replace(CAPACITY, ' ')
    .replace(/\bboard of directors\b/gi, 'board')
    .replace(/\bSr\.?(?=\s)/g, 'Senior')
    .split(/[,;&]|\band\b/i)
    .map(part => nameKey(part.replace(/^\s*an?\s/i, '')))
    .filter(part => part !== '');
}
