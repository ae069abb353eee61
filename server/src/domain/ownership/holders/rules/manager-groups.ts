import { readFileSync } from 'node:fs';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { addToList } from '../../../../kernel/lists.ts';

/** A central index key of a manager group, for the quarters from `from` until `until` (null = open). */
interface Member {
  group: string;
  cik: string;
  from: IsoDate | null;
  until: IsoDate | null;
}

/**
 * Manager groups that filed under several keys in succession (manager-groups.tsv, with the evidence for each). Subsidiaries that file
 * their own books are separate groups.
 */
const MEMBERS: readonly Member[] = readFileSync(new URL('./manager-groups.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => {
    const [group = '', cik = '', from = '', until = ''] = line.split('\t');
    return { group, cik, from: from || null, until: until || null };
  });

const OF_CIK = new Map(MEMBERS.map(member => [member.cik, member]));
const OF_GROUP = new Map<string, Member[]>();
for (const member of MEMBERS) addToList(OF_GROUP, member.group, member);

/** The id of a manager's group (key without leading zeros); most managers form their own group. */
export function managerGroupOf(cik: string): string {
  return OF_CIK.get(cik)?.group ?? cik;
}

/** The keys of a manager's group, newest last. */
export function ciksOfGroup(cik: string): string[] {
  const member = OF_CIK.get(cik);
  return member === undefined ? [cik] : (OF_GROUP.get(member.group) ?? []).map(candidate => candidate.cik);
}

/** Whether the group filed under this key in this quarter. */
export function filesFor(cik: string, quarterEnd: IsoDate): boolean {
  const member = OF_CIK.get(cik);
  if (member === undefined) return true;
  return (member.from === null || member.from <= quarterEnd) && (member.until === null || quarterEnd <= member.until);
}
