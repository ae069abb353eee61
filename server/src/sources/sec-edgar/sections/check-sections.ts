import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { maxOf } from '../../../kernel/lists.ts';
import { isEmphasised, type Line } from './document-lines.ts';
import type { Candidate } from './headings/heading-candidates.ts';
import type { CatalogueItem } from './item-catalogue.ts';
import { isPointer } from './pointers/pointers.ts';

/** Least and most characters of an item that is answered in full. */
const SIZES: Record<string, readonly [least: number, most: number]> = {
  item_1: [800, 700_000],
  item_1a: [300, 600_000],
  item_1b: [4, 6_000],
  item_1c: [400, 40_000],
  item_2: [60, 200_000],
  item_3: [40, 120_000],
  item_4: [40, 40_000],
  item_5: [150, 80_000],
  item_6: [40, 60_000],
  item_7: [1_500, 800_000],
  item_7a: [100, 120_000],
  item_8: [1_500, 3_000_000],
  item_9: [40, 20_000],
  item_9a: [300, 60_000],
  item_9b: [40, 60_000],
  item_9c: [40, 6_000],
  item_10: [150, 250_000],
  item_11: [100, 400_000],
  item_12: [100, 120_000],
  item_13: [60, 120_000],
  item_14: [60, 600_000],
  item_16: [40, 20_000],
  'part_i.item_1': [1_500, 3_000_000],
  'part_i.item_2': [800, 800_000],
  'part_i.item_3': [60, 120_000],
  'part_i.item_4': [200, 40_000],
  'part_ii.item_1': [40, 150_000],
  'part_ii.item_1a': [60, 600_000],
  'part_ii.item_2': [40, 60_000],
  'part_ii.item_3': [40, 20_000],
  'part_ii.item_4': [40, 30_000],
  'part_ii.item_5': [40, 80_000],
  'part_ii.item_6': [60, 200_000],
};
const MIN_CONFIDENCE = 0.1;
const LOSS = { heading: 0.25, size: 0.2, swallowed: 0.3, sentence: 0.2, end: 0.2 } as const;
/** A candidate that scores so high inside of another item is a heading that was passed over. */
const MIN_PASSED_OVER_SCORE = 6.5;

/** The input of the checks in addition to the sections. */
export interface CheckContext {
  /** The document of the lines. Offsets of sections that are served from another one are offsets in that. */
  document: string;
  lines: readonly Line[];
  /** Headings outside of contents tables, chosen or not. */
  candidates: readonly Candidate[];
  /** Keys that a contents table names. */
  listed: ReadonlySet<string>;
  items: readonly CatalogueItem[];
  /** Indices of the blocks that are the first of a page. */
  pageTops: ReadonlySet<number>;
}

/** Adds the doubts about each section, and lowers its confidence by them. */
export function checkSections(sections: readonly FilingSection[], context: CheckContext): FilingSection[] {
  const keys = new Set(context.items.map(item => item.key));
  const found = new Set(sections.map(section => section.sectionKey));
  const inPlace = sections.filter(section => keys.has(section.sectionKey)).toSorted((a, b) => a.start - b.start);
  return sections.map(section => {
    const isElsewhere = section.document !== context.document;
    const next = inPlace.find(other => other.start > section.start);
    const findings = [
      ...(isElsewhere ? [] : headingsInside(section, { ...context, keys: found })),
      ...sizeFindings(section, context.items),
      ...swallowed(section, next, sections, context),
      ...sentenceFindings(section),
      ...remainderFindings(section, context.items),
      ...behindAnswer(section),
      ...(isElsewhere ? [] : textBehind(section, sections, context)),
    ];
    const loss = findings.reduce((sum, finding) => sum + finding.loss, 0);
    return {
      ...section,
      warnings: [...section.warnings, ...findings.map(finding => finding.warning)],
      confidence: Math.round(Math.max(MIN_CONFIDENCE, section.confidence - loss) * 100) / 100,
    };
  });
}

/** Warnings about how a section was located or what it refers to; all others doubt its boundaries. */
const ON_ORIGIN = /^(?:from_|resolved_|several_page_ranges$|partly_by_reference$|out_of_order$)/;

/** Warnings of a section that mean that text of it may be missing, or of another section in it. */
export function doubtsOf(section: FilingSection): string[] {
  return section.warnings.filter(warning => !ON_ORIGIN.test(warning));
}

interface Finding {
  warning: string;
  loss: number;
}

type InsideContext = CheckContext & { keys: ReadonlySet<string> };

/** Longer than a heading or a table's cell. */
const MIN_CHARS_OF_A_SENTENCE = 40;

/** Whether a line goes on with the sentence of the line above it, in text that is laid out line by line. */
function goesOn(lines: readonly Line[], index: number): boolean {
  const [above, line] = [lines[index - 1], lines[index]];
  if (above === undefined || line === undefined || above.cells !== null || isEmphasised(line)) return false;
  return above.text.length >= MIN_CHARS_OF_A_SENTENCE && /[a-z,]$/.test(above.text);
}

/** Another item's heading at the beginning of a line inside. A running head may repeat that of an item with a section. */
function headingsInside(section: FilingSection, { lines, candidates, pageTops, keys }: InsideContext): Finding[] {
  const own = new Set([section.sectionKey, ...section.sharedWith]);
  const inside = candidates.filter(candidate => {
    const start = lines[candidate.line]?.start ?? -1;
    if (candidate.kind !== 'numbered' || candidate.score < MIN_PASSED_OVER_SCORE) return false;
    const isRunningHead = pageTops.has(lines[candidate.line]?.block ?? -1) && keys.has(candidate.item.key);
    if (isRunningHead || goesOn(lines, candidate.line)) return false;
    return start >= section.start && start < section.end && !candidate.items.some(item => own.has(item.key));
  });
  const [first] = inside;
  return first === undefined ? [] : [{ warning: `heading_inside:${first.item.key}`, loss: LOSS.heading }];
}

function sizeFindings(section: FilingSection, items: readonly CatalogueItem[]): Finding[] {
  const band = hasSizes(items) ? SIZES[section.sectionKey] : undefined;
  if (band === undefined) return [];
  const [least, most] = band;
  if (section.text.length > most) return [{ warning: 'unusually_long', loss: LOSS.size }];
  const isAnswered = section.status === 'found' && section.text.length < least;
  return isAnswered ? [{ warning: 'unusually_short', loss: LOSS.size }] : [];
}

/** The bands are those of 10-K and 10-Q: other forms number other things so. */
function hasSizes(items: readonly CatalogueItem[]): boolean {
  return items.some(item => item.key === 'item_9c' || item.key === 'part_i.item_1');
}

/** An item that the contents name but whose heading was not found may be at the end of the preceding item. */
function swallowed(
  section: FilingSection,
  next: FilingSection | undefined,
  sections: readonly FilingSection[],
  { listed, items }: CheckContext,
): Finding[] {
  const keys = new Set(sections.map(other => other.sectionKey));
  const end = next === undefined || next.order < section.order ? Number.POSITIVE_INFINITY : next.order;
  const missing = items.filter(
    item => item.order > section.order && item.order < end && listed.has(item.key) && !keys.has(item.key),
  );
  const isNumbered = items.some(item => item.key === section.sectionKey);
  return isNumbered ? missing.map(item => ({ warning: `may_hold:${item.key}`, loss: LOSS.swallowed })) : [];
}

function sentenceFindings(section: FilingSection): Finding[] {
  return /^[a-z]{2,} [a-z]/.test(section.text) ? [{ warning: 'starts_within_sentence', loss: LOSS.sentence }] : [];
}

/** A line that answers an item by itself. */
const WHOLE_ANSWER = /^\W*(?:none|not applicable|n\/a)\W*$/i;
const MIN_CHARS_BEHIND_ANSWER = 30;

/** "None." and further lines: a part without a number, or an item whose heading was not recognised, may follow the answer. */
function behindAnswer({ status, text }: FilingSection): Finding[] {
  const [first = '', ...rest] = text.split('\n').filter(line => line.trim() !== '');
  const isAnsweredAgain = WHOLE_ANSWER.test(rest.at(-1) ?? '');
  if (status !== 'reserved_or_na' || !WHOLE_ANSWER.test(first) || isAnsweredAgain) return [];
  return rest.join(' ').length < MIN_CHARS_BEHIND_ANSWER ? [] : [{ warning: 'text_behind', loss: LOSS.end }];
}

/** Text of this length between two sections is more than a part's heading or a divider. */
const MIN_CHARS_BEHIND = 300;
const LONGEST_HEADING = 80;
const MOVED = /^(?:from_|resolved_)/;
const SIGNATURES = /^\W*signatures?\W*$/i;
/** What introduces a part belongs to no item. */
const ON_A_PART = /\bpart\s+(?:i{1,3}|iv)\b/i;

/** Whether a section's text is not below its own heading in the document. */
function isMoved(section: FilingSection, document: string): boolean {
  return section.document !== document || section.warnings.some(warning => MOVED.test(warning));
}

/** Text between this section and the next that is in neither: the end of this one, or a heading that was not recognised. */
function textBehind(section: FilingSection, sections: readonly FilingSection[], context: CheckContext): Finding[] {
  const { lines, document, items } = context;
  if (isMoved(section, document) || section.end <= section.start) return [];
  const [next] = sections
    .filter(other => other.end > other.start && other.start >= section.end && !isMoved(other, document))
    .toSorted((a, b) => a.start - b.start);
  if (next === undefined || !items.some(item => item.key === next.sectionKey)) return [];
  const before = sections.filter(other => other.start <= section.start && other.order < next.order);
  const from = maxOf(before.filter(other => !isMoved(other, document)).map(({ order }) => order));
  const isOverMoved = sections.some(
    other => isMoved(other, document) && other.order > from && other.order < next.order,
  );
  const between = lines.filter(({ start, end }) => start >= section.end && end <= next.start);
  if (isOverMoved || between.some(line => SIGNATURES.test(line.text))) return [];
  const text = between
    .filter(line => line.text.length > LONGEST_HEADING && !/^items?\s/i.test(line.text))
    .map(line => line.text)
    .join(' ');
  if (text.length < MIN_CHARS_BEHIND || ON_A_PART.test(text) || isPointer(text)) return [];
  return [{ warning: 'text_behind', loss: LOSS.end }];
}

/** A part's or an item's heading, a number alone, or the running head of contents. */
const LAST_LINE_OF_ANOTHER =
  /^(?:part\s+[ivx]{1,4}\b.{0,30}|form\s+10-?[kq]\b.{0,60}|.{0,60}\bform\s+10-?[kq](?:\W{0,4}\d{1,3})?|table of content\s?s|items?\s+\d{1,2}[a-k]?\b\W*|items?|part\s+(?:i{1,3}|iv)\W*|\d{1,3}[a-k]?\.?|[ivx]{2,5}|table of contents)$/i;

/** The number of the item itself at the beginning of its text, or another heading or a page's foot at its end. */
function remainderFindings(section: FilingSection, items: readonly CatalogueItem[]): Finding[] {
  const lines = section.text.split('\n').filter(line => line.trim() !== '');
  const number = items.find(({ key }) => key === section.sectionKey)?.number ?? '';
  const findings: Finding[] = [];
  if (number !== '' && new RegExp(`^items?\\s+${number}\\b`, 'i').test(lines[0] ?? '')) {
    findings.push({ warning: 'starts_with_heading', loss: LOSS.sentence });
  }
  if (lines.length > 1 && LAST_LINE_OF_ANOTHER.test(lines.at(-1)?.trim() ?? '')) {
    findings.push({ warning: 'ends_with_heading', loss: LOSS.end });
  }
  return findings;
}
