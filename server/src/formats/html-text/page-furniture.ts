import { maxOf, minOf } from '../../kernel/lists.ts';
import type { Block, PageBreak } from './text-document.ts';

/** A printed page number with its decoration: `- 12 -`, `Page 12 of 90`, `F-3`, `A-1`. */
const PAGE_NUMBER = /^(?:page\s*)?[-–—]?\s*((?:[A-Z]{1,2}-\s?)?\d{1,4}|[ivxlc]{1,6})\s*[-–—]?(?:\s*of\s*\d{1,4})?$/i;
const CONTENTS_LINK = /^(?:table of contents|index|back to contents|return to (?:table of )?contents)$/i;
/** Texts that often end a page but are also the complete text of an item. */
const ANSWER = /^(?:none|not applicable|not required|n\/a|reserved|omitted)\b|\bincorporated\b.*\bby reference\b/i;
/** Number of blocks before and after a break that may belong to the page's footer and header. */
const FOOT_BLOCKS = 4;
const HEAD_BLOCKS = 3;
/** A text repeated on more pages than this is a running header. */
const MAX_PAGES_PER_HEADING = 3;
/** The day below a signature ends some pages; a day in a running header is on most. */
const DAY = /^[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}$/;
const MIN_SHARE_OF_PAGES_WITH_DAY = 0.5;
const MAX_RUNNING_TEXT_CHARS = 200;

/**
 * Merges page numbers, running headers and links to the table of contents into adjacent page breaks. A drawn line
 * (`rules`) without a page number beside it is not a page break and is removed.
 */
export function mergePageFurniture(blocks: readonly Block[], rules: ReadonlySet<Block>): Block[] {
  const breaks = blocks.flatMap((block, index) => (block.kind === 'page' ? [index] : []));
  if (breaks.length === 0) return [...blocks];
  const running: Running = { ...countRunning(blocks, breaks), pages: breaks.length, seen: new Set() };
  const merged = new Map<number, Set<number>>();
  for (const at of breaks) merged.set(at, furnitureOf(blocks, at, running));
  return rebuild(blocks, merged, rules);
}

/** What is known of a document's running headers. */
interface Running {
  /** How often a text is beside a page break, by its key. */
  counts: ReadonlyMap<string, number>;
  /** The same of item numbers, which are no page numbers. */
  items: ReadonlyMap<string, number>;
  pages: number;
  /** Titles whose first occurrence is behind. */
  seen: Set<string>;
}

/** Counts how often each short text is beside a page break, ignoring its numbers. */
function countRunning(blocks: readonly Block[], breaks: number[]): Pick<Running, 'counts' | 'items'> {
  const counts = new Map<string, number>();
  const items = new Map<string, number>();
  const counted = new Set<number>();
  for (const at of breaks) {
    for (const index of neighbours(blocks, at)) {
      const block = blocks[index];
      if (counted.has(index) || block === undefined) continue;
      counted.add(index);
      const key = runningKey(block);
      if (key !== null) addTo(counts, key);
      const item = bareItemOf(block);
      if (item !== null) addTo(items, item);
    }
  }
  return { counts, items };
}

function addTo(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Block indices beside a break, nearest first on either side, none beyond the next break. */
function neighbours(blocks: readonly Block[], at: number): number[] {
  return [...walk(blocks, at, -1, FOOT_BLOCKS), ...walk(blocks, at, 1, HEAD_BLOCKS)];
}

function walk(blocks: readonly Block[], at: number, step: number, most: number): number[] {
  const indices: number[] = [];
  for (let index = at + step; indices.length < most; index += step) {
    const block = blocks[index];
    if (block === undefined || block.kind === 'page') break;
    indices.push(index);
  }
  return indices;
}

function runningKey(block: Block): string | null {
  const text = shownText(block);
  if (text === null || text.length > MAX_RUNNING_TEXT_CHARS) return null;
  return text.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ');
}

/** The text of a paragraph, or of a one-row table, as footers are often laid out. */
function shownText(block: Block): string | null {
  if (block.kind === 'text') return block.text;
  if (block.kind !== 'table' || block.rows.length !== 1) return null;
  return (
    block.rows[0]?.cells
      .map(cell => cell.text)
      .filter(text => text !== '')
      .join(' ') ?? null
  );
}

function furnitureOf(blocks: readonly Block[], at: number, running: Running): Set<number> {
  const furniture = new Set<number>();
  for (const [step, most] of [
    [-1, FOOT_BLOCKS],
    [1, HEAD_BLOCKS],
  ] as const) {
    let above: string | null = null;
    for (const index of walk(blocks, at, step, most)) {
      const block = blocks[index];
      const isUnderPart = above !== null && PART.test(above) && !mayBeTitle(blocks[index + 1]);
      const role = block === undefined ? 'text' : roleOf(block, blocks[index + 1], running);
      if (block === undefined) break;
      const isAboveLink = step > 0 && isContentsLink(blocks[index + 1]);
      const isBareItem = (isUnderPart || isAboveLink) && BARE_ITEM.test(shownText(block) ?? '');
      const isHeader = role === 'furniture' || isBareItem || (isAboveLink && PART.test(shownText(block) ?? ''));
      if (!isHeader && role === 'text') break;
      if (isHeader) furniture.add(index);
      above = step > 0 ? shownText(block) : null;
    }
  }
  return furniture;
}

/** The first occurrence of a running header may be the heading itself and stays. */
type Role = 'furniture' | 'first' | 'text';

/** Titles that pages repeat as their header: the first occurrence is the title itself. */
const TITLE = /^(?:items?|part|notes? to|(?:condensed )?consolidated|reports? of|management['’]s report)\b/i;
/** "Item 7. Management's Discussion and Analysis (Continued)" at the top of a page. */
const CONTINUED = /^(?:part\s+[ivx]+|items?\s+\d{1,2}\s?[a-k]?)\b.*\bcon(?:tinued|t['’]?d|t\.|['’]t?d)\W*$/i;
/** "Part II | 54" at the foot of a page. */
const PART_AND_PAGE = /^(?:part\s+[ivx]{1,4}\s*[|·–—-]?\s*\d{1,4}|\d{1,4}\s*[|·–—-]?\s*part\s+[ivx]{1,4})$/i;
const PART = /^part\s+[ivx]+\W*$/i;
const WORD_ALONE = /^items?$/i;
const NUMBER_ALONE = /^\d{1,2}\s?[a-k]?\s?[.:)]?$/i;
const BARE_ITEM = /^items?\s+[\d, and]+[a-z]?\W*$/i;

/** The name of a company and its subsidiaries above a statement is the statement's title. */
const ENTITIES = /\b(?:subsidiaries|subsidiary companies|consolidated (?:entities|affiliates))\W*$/i;
const STATEMENT =
  /\b(?:balance sheets?|statements? of (?:\w+ ){0,3}(?:income|operations|earnings|loss|cash flows|financial (?:position|condition)|comprehensive)|income statements?)\b/i;

/** `item 2.` of a block that is the number of an item and nothing else. */
function bareItemOf(block: Block): string | null {
  const text = shownText(block);
  return text !== null && BARE_ITEM.test(text) ? text.toLowerCase() : null;
}

/** Whether a block is the number of an item, or the word above it, and the next completes the heading. */
function beginsHeading(block: Block, next: Block | undefined, { items }: Running): boolean {
  const item = bareItemOf(block);
  if (item !== null) return (items.get(item) ?? 0) <= MAX_PAGES_PER_HEADING && mayBeTitle(next);
  return WORD_ALONE.test(shownText(block) ?? '') && NUMBER_ALONE.test((next && shownText(next)) ?? '');
}

/** A short line below "Item 7" may be the second part of a split heading. */
function mayBeTitle(block: Block | undefined): boolean {
  const text = block === undefined ? null : shownText(block);
  return text !== null && text.length < MAX_RUNNING_TEXT_CHARS && !/^items?\b/i.test(text) && !/[.:;]$/.test(text);
}

function isContentsLink(block: Block | undefined): boolean {
  return block?.kind === 'text' && block.links.length > 0 && CONTENTS_LINK.test(block.text);
}

function roleOf(block: Block, next: Block | undefined, running: Running): Role {
  const { counts, pages, seen } = running;
  const key = runningKey(block);
  const text = shownText(block);
  if (key === null || text === null) return 'text';
  if (isContentsLink(block)) return 'furniture';
  if (beginsHeading(block, next, running)) return 'text';
  if (PAGE_NUMBER.test(text) || CONTINUED.test(text) || PART_AND_PAGE.test(text)) return 'furniture';
  if ((counts.get(key) ?? 0) <= MAX_PAGES_PER_HEADING || ANSWER.test(text)) return 'text';
  if (DAY.test(text) && (counts.get(key) ?? 0) < pages * MIN_SHARE_OF_PAGES_WITH_DAY) return 'text';
  const isStatement = ENTITIES.test(text) && next !== undefined && STATEMENT.test(shownText(next) ?? '');
  if (!TITLE.test(text) && !isStatement) return 'furniture';
  const printed = text.toLowerCase();
  if (seen.has(printed)) return 'furniture';
  seen.add(printed);
  return 'first';
}

function rebuild(
  blocks: readonly Block[],
  merged: ReadonlyMap<number, Set<number>>,
  rules: ReadonlySet<Block>,
): Block[] {
  const dropped = new Set([...merged.values()].flatMap(indices => [...indices]));
  const kept: Block[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== 'page') {
      if (!dropped.has(index)) kept.push(block);
      continue;
    }
    const furniture = [...(merged.get(index) ?? [])].map(at => blocks[at]).filter(at => at !== undefined);
    if (rules.has(block) && furniture.length === 0) continue;
    keepBreak(kept, mergedBreak(block, furniture));
  }
  return kept;
}

/** Merges a break that is written twice (a rule and a style); with two pages, each keeps the blocks beside it. */
function keepBreak(kept: Block[], page: PageBreak): void {
  const last = kept.at(-1);
  if (last?.kind !== 'page') {
    kept.push(page);
    return;
  }
  if (last.pageNumber !== null && page.pageNumber !== null) {
    const start = Math.max(page.start, last.end);
    kept.push({ ...page, start, end: Math.max(page.end, start) });
    return;
  }
  kept[kept.length - 1] = {
    ...last,
    start: Math.min(last.start, page.start),
    end: Math.max(last.end, page.end),
    pageNumber: last.pageNumber ?? page.pageNumber,
  };
}

function mergedBreak(page: PageBreak, furniture: Block[]): PageBreak {
  const foot = furniture.filter(block => block.start < page.start);
  const head = furniture.filter(block => block.start >= page.start);
  return {
    kind: 'page',
    start: Math.min(page.start, minOf(furniture.map(block => block.start))),
    end: Math.max(page.end, maxOf(furniture.map(block => block.end))),
    pageNumber: page.pageNumber ?? numberOf(foot) ?? numberBefore(numberOf(head)),
  };
}

/** A number at the top of a page numbers the page that starts; the break belongs to the page before. */
function numberBefore(number: string | null): string | null {
  if (number === null || !/^\d+$/.test(number) || number === '1') return null;
  return String(Number(number) - 1);
}

/** The number nearest to the break, alone or at either end of a footer. */
function numberOf(furniture: Block[]): string | null {
  const texts = furniture.map(shownText).filter(text => text !== null);
  for (const text of texts) {
    const alone = PAGE_NUMBER.exec(text)?.[1];
    if (alone !== undefined) return alone.replace(/\s/g, '');
  }
  for (const text of texts) {
    const atEnd = /(?:^|[\s|])((?:[A-Z]{1,2}-)?\d{1,4})$/.exec(text)?.[1] ?? /^(\d{1,4})(?:[\s|]|$)/.exec(text)?.[1];
    if (atEnd !== undefined) return atEnd;
  }
  return null;
}
