import type { TextDocument } from '../../../../formats/html-text/text-document.ts';
import type { Line } from '../document-lines.ts';
import { isPages } from '../headings/contents-entry.ts';
import type { Candidate } from '../headings/heading-candidates.ts';
import { partHeadingOf } from '../headings/item-numbers.ts';

/** A contents table or a cross-reference index: candidates that follow each other without any text of their own. */
export interface ContentsRun {
  candidates: Candidate[];
  firstLine: number;
  lastLine: number;
}

const MIN_ENTRIES = 4;
/** Entries without pages or links are contents only if this many are adjacent. */
const MIN_BARE_ENTRIES = 5;
/** So many items in the rows of one table without text of their own are an index, even if headings or words stand for pages. */
const MIN_INDEX_ENTRIES = 7;
/** An entry without a page splits a table if two such entries are this close to each other. */
const LINES_BETWEEN_HALVES = 12;

/** Finds contents tables and cross-reference indexes among the candidates. */
export function findContents(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  document: TextDocument,
): ContentsRun[] {
  const firsts = bestPerLine(candidates);
  const runs: Candidate[][] = [];
  let run: Candidate[] = [];
  for (const candidate of firsts) {
    const last = run.at(-1);
    if (last !== undefined && !continuesRun(lines, run, last, candidate, document)) {
      runs.push(run);
      run = [];
    }
    run.push(candidate);
  }
  runs.push(run);
  const contents = runs
    .filter(entries => isContents(lines, entries, firsts, document))
    .map(entries => toRun(lines, entries));
  return joinNear(contents, firsts);
}

function continuesRun(
  lines: readonly Line[],
  run: readonly Candidate[],
  last: Candidate,
  next: Candidate,
  document: TextDocument,
): boolean {
  if (hasTextBetween(lines, last, next) || leavesEntries(lines, last, next, document)) return false;
  return !run.some(entry => entry.item.key === next.item.key);
}

/** Whether a heading follows the entries: they have pages or links, and it has none and is in no table with them. */
function leavesEntries(lines: readonly Line[], last: Candidate, next: Candidate, document: TextDocument): boolean {
  const isMarked = (candidate: Candidate) => candidate.isEntry || isLinkedForward(lines, candidate, document);
  const table = lines[next.line]?.table ?? -1;
  return isMarked(last) && !isMarked(next) && (table < 0 || table !== lines[last.line]?.table);
}

/** The best candidate of each line. */
function bestPerLine(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const known = best.get(candidate.line);
    if (known === undefined || candidate.score > known.score) best.set(candidate.line, candidate);
  }
  return [...best.values()].toSorted((a, b) => a.line - b.line);
}

/** Whether an item's text is between two headings, as opposed to pages, parts and further entries. */
function hasTextBetween(lines: readonly Line[], from: Candidate, to: Candidate): boolean {
  const last = lines[from.lastLine];
  const isOneTable = last !== undefined && last.table >= 0 && last.table === lines[to.line]?.table;
  if (last !== undefined && from.textIndex < last.text.length && !from.isEntry && !isOneTable) return true;
  let unlinked = 0;
  for (let index = from.lastLine + 1; index < to.line; index += 1) {
    const line = lines[index];
    if (line === undefined || isEntryLike(line) || partHeadingOf(line) !== null) continue;
    if (line.text.length > 160) return true;
    if (/^(?:none|not applicable|n\/a|no\b|see\b|the\b|refer\b|information\b|incorporated\b)/i.test(line.text))
      return true;
    unlinked += 1;
    if (unlinked > (from.isEntry ? 6 : 1)) return true;
  }
  return false;
}

const PAGE_AT_END = /(?:^|[\s.…_])(?:[A-Z]{1,2}-\s?)?\d{1,3}(?:\s*[-–,]\s*(?:[A-Z]{1,2}-)?\d{1,3})*\*{0,3}$/;

function isEntryLike(line: Line): boolean {
  if (/^(?:page|pages|page\s*(?:no|number)s?\.?|index|table of contents|form 10-[kq].*)$/i.test(line.text)) return true;
  if (line.text.length < 200 && PAGE_AT_END.test(line.text) && (line.cells !== null || /\.{4,}|\s{2}/.test(line.text)))
    return true;
  return line.links.length > 0 && line.text.length < 200 && line.links.some(link => link.href.startsWith('#'));
}

function isContents(
  lines: readonly Line[],
  run: readonly Candidate[],
  all: readonly Candidate[],
  document: TextDocument,
): boolean {
  if (run.length < 2) return false;
  const marked = run.filter(entry => entry.isEntry || isLinkedForward(lines, entry, document)).length;
  if (run.length >= MIN_ENTRIES && marked * 2 >= run.length) return true;
  if (run.length >= MIN_INDEX_ENTRIES && isInOneTable(lines, run) && (marked >= MIN_ENTRIES || isOnlyIndex(run, all)))
    return true;
  if (run.length < MIN_ENTRIES && allFollow(run, all)) return true;
  if (run.length === 2 || run.length === 3) return marked === run.length && hasDoubles(run, all);
  return run.length >= MIN_BARE_ENTRIES && hasDoubles(run, all);
}

/** Rows without pages are an index if their items have headings elsewhere too, or if the report has hardly any headings. */
function isOnlyIndex(run: readonly Candidate[], all: readonly Candidate[]): boolean {
  const own = new Set(run.map(entry => entry.line));
  const others = all.filter(candidate => candidate.kind === 'numbered' && !own.has(candidate.line));
  return others.length < MIN_ENTRIES || hasDoubles(run, all);
}

function isInOneTable(lines: readonly Line[], run: readonly Candidate[]): boolean {
  const table = lines[run[0]?.line ?? 0]?.table ?? -1;
  return table >= 0 && run.every(entry => lines[entry.line]?.table === table);
}

/** Whether all items of a short run, such as the list at the beginning of a part, have a heading with text further on. */
function allFollow(run: readonly Candidate[], all: readonly Candidate[]): boolean {
  const last = run.at(-1)?.line ?? 0;
  const later = all.filter(candidate => candidate.line > last && candidate.kind === 'numbered' && !candidate.isEntry);
  const places = run.map(entry => later.find(candidate => candidate.item.key === entry.item.key)?.line ?? -1);
  return (
    run.every(entry => entry.kind === 'numbered') &&
    places.every((line, index) => line > 0 && (index === 0 || line > (places[index - 1] ?? 0) + 1))
  );
}

/** A mark instead of a page: the filer leaves the item out. */
const OMITTED = /^(?:\*{1,3}|n\/?a\.?|none\.?|not applicable\.?|omitted\.?|[—–-]{1,3})$/i;

/** Keys of the numbered items that contents tables name, without those that they mark as left out. */
export function listedIn(lines: readonly Line[], runs: readonly ContentsRun[]): ReadonlySet<string> {
  const entries = runs.flatMap(({ candidates, lastLine }) =>
    candidates.flatMap((entry, at) => {
      const rows = lines.slice(entry.line, candidates[at + 1]?.line ?? lastLine + 1);
      return entry.kind === 'numbered' && !isMarkedOmitted(rows) ? entry.items : [];
    }),
  );
  return new Set(entries.map(item => item.key));
}

function isMarkedOmitted(rows: readonly Line[]): boolean {
  const ends = rows.map(({ cells }) => (cells !== null && cells.length > 1 ? (cells.at(-1) ?? '') : ''));
  return ends.some(end => OMITTED.test(end)) && !ends.some(end => /\d/.test(end) && isPages(end));
}

/** Whether most of a run's items have a heading elsewhere as well. */
function hasDoubles(run: readonly Candidate[], all: readonly Candidate[]): boolean {
  const own = new Set(run);
  const elsewhere = new Set(all.filter(candidate => !own.has(candidate)).map(candidate => candidate.item.number));
  return run.filter(entry => elsewhere.has(entry.item.number)).length * 2 > run.length;
}

/** A contents entry leads onwards; a heading that links leads back to the contents. */
function isLinkedForward(lines: readonly Line[], candidate: Candidate, document: TextDocument): boolean {
  const line = lines[candidate.line];
  return line?.links.some(link => (targetOf(link.href, document) ?? -1) > line.block) ?? false;
}

/** Index of the block that a link within the document leads to; null for other links. */
export function targetOf(href: string, document: TextDocument): number | null {
  if (!href.startsWith('#')) return null;
  return document.anchors.get(href.slice(1)) ?? null;
}

function toRun(lines: readonly Line[], candidates: Candidate[]): ContentsRun {
  const first = candidates[0]?.line ?? 0;
  const last = candidates.at(-1);
  let end = last?.lastLine ?? first;
  while (end + 1 < lines.length) {
    const line = lines[end + 1];
    if (line === undefined || !isEntryLike(line) || line.table !== lines[end]?.table) break;
    end += 1;
  }
  return { candidates, firstLine: first, lastLine: end };
}

/** Runs and candidates are in the order of lines. */
function joinNear(runs: ContentsRun[], all: readonly Candidate[]): ContentsRun[] {
  const joined: ContentsRun[] = [];
  let at = 0;
  for (const run of runs) {
    const last = joined.at(-1);
    if (last === undefined || run.firstLine - last.lastLine > LINES_BETWEEN_HALVES) {
      joined.push(run);
      continue;
    }
    for (; (all[at]?.line ?? Number.POSITIVE_INFINITY) < run.firstLine; at += 1) {
      const candidate = all[at];
      if (candidate !== undefined && candidate.line > last.lastLine) last.candidates.push(candidate);
    }
    for (const candidate of run.candidates) last.candidates.push(candidate);
    last.lastLine = run.lastLine;
  }
  return joined;
}
