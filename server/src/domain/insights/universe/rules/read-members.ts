import { parse } from 'csv-parse/sync';
import { type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import { messageOf } from '../../../../kernel/errors.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import { OperatorError } from '../../../../kernel/operator-error.ts';

/** A time as a member of an index. */
export interface Membership {
  /** Key of a ticker, or a canonical key. */
  company: string;
  from: IsoDate;
  /** The first day on which it no longer was one; null while it is. */
  to: IsoDate | null;
}

export interface MemberList {
  /** The first day of which the members are known. */
  knownFrom: IsoDate;
  memberships: Membership[];
  /** Changes that contradict others: additions of members, removals of others. */
  contradictions: string[];
}

interface Change {
  date: IsoDate;
  added: string[];
  removed: string[];
}

/**
 * Reads the current members of an index (CSV with a column Symbol, and CIK if known) and its changes (CSV with the columns date,
 * add and remove, tickers separated by commas). Members of earlier days follow from undoing the changes, newest first.
 */
export function readMembers(membersText: string, changesText: string): MemberList {
  const keyOf = new Map<string, string>();
  for (const { Symbol: symbol = '', CIK: cik = '' } of rowsOf(membersText, ['Symbol'])) {
    const key = tickerKey(symbol);
    keyOf.set(key, /^\d+$/.test(cik) ? `cik:${Number(cik)}` : key);
  }
  const changes = rowsOf(changesText, ['date', 'add', 'remove'])
    .map(({ date = '', add = '', remove = '' }, at): Change => {
      if (parseDay(date) === null)
        throw new OperatorError(
          'wrong_setting',
          `Row ${at + 2} of the changes: "${date}" is not a date of the form YYYY-MM-DD.`,
        );
      return { date, added: tickersOf(add), removed: tickersOf(remove) };
    })
    .sort((a, b) => (a.date < b.date ? 1 : -1));
  const knownFrom = changes.at(-1)?.date;
  if (knownFrom === undefined) throw new OperatorError('wrong_setting', 'The file of changes has no rows.');
  const open = new Map<string, IsoDate | null>([...keyOf.keys()].map(key => [key, null]));
  const memberships: Membership[] = [];
  const contradictions: string[] = [];
  for (const { date, added, removed } of changes) {
    for (const key of added) {
      const to = open.get(key);
      if (to === undefined) contradictions.push(`${date}: ${key} was added, but it was no member afterwards`);
      else memberships.push({ company: to === null ? (keyOf.get(key) ?? key) : key, from: date, to });
      open.delete(key);
    }
    for (const key of removed) {
      if (open.has(key)) contradictions.push(`${date}: ${key} was removed, but it was a member afterwards`);
      else open.set(key, date);
    }
  }
  for (const [key, to] of open)
    memberships.push({ company: to === null ? (keyOf.get(key) ?? key) : key, from: knownFrom, to });
  return { knownFrom, memberships: memberships.filter(({ from, to }) => to === null || from < to), contradictions };
}

function tickersOf(cell: string): string[] {
  return cell
    .split(',')
    .map(tickerKey)
    .filter(key => key !== '');
}

function rowsOf(text: string, required: readonly string[]): Record<string, string>[] {
  try {
    const rows: Record<string, string>[] = parse(text, {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
    });
    const lacking = required.filter(name => rows.length > 0 && rows[0]?.[name] === undefined);
    if (lacking.length === 0) return rows;
    throw new OperatorError('wrong_setting', `The file lacks the columns ${lacking.join(', ')}.`);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError('wrong_setting', `The file is not CSV with a header: ${messageOf(error)}`);
  }
}
