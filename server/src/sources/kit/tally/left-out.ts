import { addTo } from '../../../kernel/tally.ts';
import { readTable } from '../read-table.ts';

/** What is known of a file that gave no records. */
export interface UnreadFile {
  path: string;
  /** The registry's own type of it: `GRAPHIC`, `EX-10.1`. */
  type: string;
  /** Its form in XBRL: `schema`. */
  form: string;
}

const RULES = readTable(new URL('left-out.tsv', import.meta.url)).map(([of, pattern = '', reason = '']) => ({
  of: of as keyof UnreadFile,
  pattern: new RegExp(pattern, 'i'),
  reason,
}));

/** Why a file or member gives no records, by the first rule of `left-out.tsv` that applies; null if none does. */
export function reasonLeftOut(file: UnreadFile): string | null {
  return RULES.find(({ of, pattern }) => pattern.test(file[of]))?.reason ?? null;
}

const MAX_NAMED = 20;

/** The detail of the anomaly of unread members. */
export function describeUnread(unread: readonly string[]): string {
  return `${unread.length} files were not read: ${unread.slice(0, MAX_NAMED).join(', ')}`;
}

/** The members of a zip that are neither `read` nor left out by a rule, and those that are, counted by reason. */
export function sortUnread(paths: Iterable<string>): { explained: Record<string, number>; unread: string[] } {
  const explained: Record<string, number> = {};
  const unread: string[] = [];
  for (const path of paths) {
    const reason = reasonLeftOut({ path, type: '', form: '' });
    if (reason === null) unread.push(path);
    else addTo(explained, reason);
  }
  return { explained, unread };
}
