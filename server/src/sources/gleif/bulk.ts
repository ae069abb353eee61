import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isLei } from '../../kernel/identifiers/check-digits.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import type { GoldenCopyContent } from './addresses.ts';
import { readCsvRows } from './csv-rows.ts';
import { canonicalKeyOfLei } from './identifiers.ts';
import { leiOfCells } from './parse-cells.ts';

/** Members of golden copy archives: `20230605-0800-gleif-goldencopy-lei2-golden-copy.csv` … */
const MEMBER =
  /(?:^|[-_/])(?:gleif-(?:goldencopy|concatenated-file)-(lei2|rr|repex)|(lei[-_]isin|isin[-_]lei))[^/]*\.(csv|xml)$/i;

/** A golden copy archive is split by entity. Null for other archives. */
export async function planBulk(reader: BulkReader): Promise<BulkPlan | null> {
  const [first] = tablesOf(reader);
  return first === undefined ? null : { kind: 'tables', name: `golden-copy/${first.content}` };
}

/** The records of each entity: rows as JSON objects of their cells, one per line (`cells`), or elements as written (`xml`). */
export async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncIterable<BulkPiece[]> {
  for (const { member, content, form } of tablesOf(reader)) {
    if (form === 'csv') yield* splitCsv(reader.stream(member), content, log);
    else yield* splitXml(reader.stream(member), log);
  }
}

function tablesOf(reader: BulkReader): { member: string; content: GoldenCopyContent; form: string }[] {
  return reader.members.flatMap(member => {
    const [, content, isins, form = ''] = MEMBER.exec(member) ?? [];
    const kind = isins === undefined ? content?.toLowerCase() : 'lei-isin';
    return kind === undefined ? [] : [{ member, content: kind as GoldenCopyContent, form: form.toLowerCase() }];
  });
}

const PIECES_AT_ONCE = 500;

async function* splitCsv(
  chunks: AsyncIterable<Buffer>,
  content: GoldenCopyContent,
  log: AnomalyLog,
): AsyncIterable<BulkPiece[]> {
  let pieces: BulkPiece[] = [];
  for await (const cells of readCsvRows(chunks, log)) {
    const lei = leiOfCells(content, cells);
    if (lei === null) {
      log.add('bad_identifier', content, JSON.stringify(cells).slice(0, 200));
      continue;
    }
    pieces.push({ issuerKey: canonicalKeyOfLei(lei), part: 'cells', text: `${JSON.stringify(cells)}\n` });
    if (pieces.length < PIECES_AT_ONCE) continue;
    yield pieces;
    pieces = [];
  }
  if (pieces.length > 0) yield pieces;
}

/** The elements that are records. No other element's name is `Exception`. */
const START = /<(?:[\w.-]+:)?(LEIRecord|RelationshipRecord|Exception)(?=[\s>])/;
/** The largest records have some hundred kilobytes. */
const MAX_RECORD_CHARACTERS = 4 << 20;

/** Cuts records out by their tags: records are never nested. Their content is parsed later. */
async function* splitXml(chunks: AsyncIterable<Buffer>, log: AnomalyLog): AsyncIterable<BulkPiece[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const pieces: BulkPiece[] = [];
    for (let cut = nextRecord(rest); cut !== null; cut = nextRecord(rest)) {
      rest = rest.slice(cut.end);
      const lei = /<(?:[\w.-]+:)?(?:LEI|NodeID)>\s*([0-9A-Z]{20})\s*</.exec(cut.text)?.[1] ?? '';
      if (isLei(lei)) pieces.push({ issuerKey: canonicalKeyOfLei(lei), part: 'xml', text: cut.text });
      else log.add('bad_identifier', 'LEI', cut.text.slice(0, 200));
    }
    if (pieces.length > 0) yield pieces;
    if (!START.test(rest)) rest = rest.slice(-MAX_TAG_CHARACTERS);
    if (rest.length > MAX_RECORD_CHARACTERS) {
      log.add(
        'bad_row',
        '',
        `a record has more than ${MAX_RECORD_CHARACTERS} characters; the rest of the file is skipped`,
      );
      return;
    }
  }
  if (START.test(rest)) log.add('truncated_xml', '', rest.slice(0, 200));
}

/** A start tag may span two chunks. */
const MAX_TAG_CHARACTERS = 200;

function nextRecord(text: string): { text: string; end: number } | null {
  const start = START.exec(text);
  if (start === null) return null;
  const end = new RegExp(`</(?:[\\w.-]+:)?${start[1]}\\s*>`).exec(text.slice(start.index));
  if (end === null) return null;
  const length = end.index + end[0].length;
  return { text: text.slice(start.index, start.index + length), end: start.index + length };
}
