import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { cellWords } from '../../../formats/html-text/row-words.ts';

/** Longer cells are sentences. */
const MAX_WORDS = 120;
/** Marks of notes that follow a label: (1), [a], *. */
const NOTE_MARK = /\s*(?:[([]\s*\w{1,2}\s*[)\]]|[*†‡§]+)\s*$/u;

/**
 * The spelling of members without a label, as the documents' tables print them: `aapl:IPhoneMember` → `iPhone`,
 * `aapl:WearablesHomeandAccessoriesMember` → `Wearables, Home and Accessories`. A cell is a member's label if it has the
 * letters and digits of its name; of several spellings the most frequent wins, then the first.
 */
export function printedMembers(
  facts: readonly ReportedFact[],
  labels: ReadonlyMap<string, string>,
  documents: Iterable<string>,
): Map<string, string> {
  const unlabelled = new Set(facts.flatMap(({ dimensions }) => Object.values(dimensions)));
  const wanted = [...unlabelled].filter(
    member => (labels.get(member) ?? '') === '' && /(?:Member|Domain)$/.test(member),
  );
  const printed = new Map<string, string>();
  if (wanted.length === 0) return printed;
  const spellings = spellingsIn(documents, new Set(wanted.flatMap(keysOf)));
  for (const member of wanted) {
    const counts = keysOf(member)
      .map(key => spellings.get(key))
      .find(found => found !== undefined);
    const [best] = [...(counts ?? [])].sort(([, a], [, b]) => b - a);
    if (best !== undefined) printed.set(member, best[0]);
  }
  return printed;
}

/** How often each wanted name is printed in each spelling. */
function spellingsIn(documents: Iterable<string>, wanted: ReadonlySet<string>): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const document of documents) {
    for (const cell of cellWords(document)) {
      if (cell.length > MAX_WORDS) continue;
      const words = cell.replace(NOTE_MARK, '').replace(/\s*[:：]$/, '');
      const key = keyOf(words);
      if (!wanted.has(key)) continue;
      const counts = found.get(key) ?? new Map<string, number>();
      found.set(key, counts);
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
  }
  return found;
}

/** The letters of a member's name, with and without `Segment`. */
function keysOf(member: string): string[] {
  const name = member.slice(member.indexOf(':') + 1).replace(/(?:Member|Domain)$/, '');
  return [...new Set([keyOf(name), keyOf(name.replace(/(?<!Non)Segment$/, ''))])].filter(key => key.length > 1);
}

function keyOf(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
