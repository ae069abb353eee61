import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { writtenDays } from '../written-days.ts';
import { humanName, inMixedCase } from './names-and-offices.ts';

const VOTES = /^[\d,]+(?:\.\d+)?$/;

/**
 * The directors whom a meeting elected by item 5.07 of a current report: rows of a name and the votes for it. Elections
 * mostly confirm who is there: seats seen, not begun.
 */
export function readElections(section: FilingSection, filingDate: IsoDate): RoleStatement[] {
  const day = writtenDays(section.text).find(day => day <= filingDate) ?? filingDate;
  if (!/\belect/i.test(section.text)) return [];
  const people = new Map<string, RoleStatement>();
  for (const { name, votes, text: line, index } of votesIn(section.text)) {
    const [forIt, against] = votes;
    if (forIt === undefined || against === undefined || forIt <= against || people.has(name)) continue;
    people.set(
      name,
      roleStatement({
        name: inMixedCase(name),
        nameAsFiled: name,
        kind: 'person',
        relation: 'director',
        roleTitle: 'Director',
        asOf: day,
        confirmation: 'annual',
        quote: { sectionKey: section.sectionKey, text: line, charStart: index, charEnd: index + line.length },
      }),
    );
  }
  return [...people.values()];
}

interface Election {
  name: string;
  /** For, and against or withheld. */
  votes: number[];
  text: string;
  index: number;
}

const ORDINAL = /^\(?[\da-z]{1,2}[.)]\s*/i;

/** Rows of a name and its votes, or a name and behind it a row for each kind of vote. */
function votesIn(text: string): Election[] {
  const elections: Election[] = [];
  let open: Election | null = null;
  let index = 0;
  for (const line of text.split('\n')) {
    const cells =
      line.length > LONGEST_ROW
        ? []
        : line
            .split('|')
            .map(cell => cell.trim())
            .filter(cell => cell !== '');
    const [first = '', ...others] = cells;
    const name = humanName(first.replace(ORDINAL, ''));
    const votes = others.filter(cell => VOTES.test(cell)).map(cell => Number(cell.replaceAll(',', '')));
    if (name !== null) {
      open = { name, votes, text: line, index };
      elections.push(open);
    } else if (open !== null && open.votes.length < 2 && votes.length === 1 && VOTE_KIND.test(first)) {
      open.votes = [...open.votes, ...votes];
      open.text = text.slice(open.index, index + line.length);
    } else if (cells.length > 0) open = null;
    index += line.length + 1;
  }
  return elections;
}

const LONGEST_ROW = 2_000;
const VOTE_KIND = /\b(?:for|withh[eo]ld|against|favou?r)\b/i;
