import type { FilingSection } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { Line } from '../document-lines.ts';
import type { CatalogueItem } from '../item-catalogue.ts';
import type { Candidate } from './heading-candidates.ts';

/** Below these scores a line is likelier prose or a caption than a heading. */
const MIN_SCORE = { numbered: 3, titled: 4, unseen: Number.POSITIVE_INFINITY } as const;

/** Contents with so many items are those of the whole report. */
const MIN_LISTED = 8;

/**
 * Items without a section for which a line outside the contents may be the heading: they were passed over, so their text is in
 * another section or in none. A line that also reads as a heading of an item with a section is that item's, for example a
 * running header that repeats "Item 2" of the other part. A title without its number counts only where the form has the item:
 * after the text of the preceding item, and before the next one, and where contents of the whole report name the item.
 */
export function itemsWithUnusedHeadings(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  sections: readonly FilingSection[],
  listed: ReadonlySet<string>,
): CatalogueItem[] {
  const keys = new Set(sections.map(section => section.sectionKey));
  const byLine = Map.groupBy(candidates, candidate => candidate.line);
  const unused = [...byLine.values()].flatMap(line => {
    const isUsed = line.some(({ items }) => items.some(item => keys.has(item.key)));
    return isUsed ? [] : line.filter(candidate => isHeading(candidate, lines, sections, listed));
  });
  const items = unused.flatMap(candidate => candidate.items);
  return [...new Map(items.map(item => [item.key, item])).values()].toSorted((a, b) => a.order - b.order);
}

function isHeading(
  candidate: Candidate,
  lines: readonly Line[],
  sections: readonly FilingSection[],
  listed: ReadonlySet<string>,
): boolean {
  const { kind, score, isEntry, item } = candidate;
  if (isEntry || score < MIN_SCORE[kind]) return false;
  if (kind === 'numbered') return true;
  if (listed.size >= MIN_LISTED && !listed.has(item.key)) return false;
  const at = lines[candidate.line]?.start ?? 0;
  const before = maxOf(sections.filter(({ start }) => start <= at).map(({ order }) => order));
  const preceding = maxOf(sections.filter(({ order }) => order < item.order).map(({ order }) => order));
  return !item.isAnywhere && before === preceding;
}
