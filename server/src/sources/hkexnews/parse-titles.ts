import { decodeHTML } from 'entities';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Instant, IsoDate } from '../../kernel/dates.ts';
import { readJsonAnswer } from '../kit/http/answer-json.ts';
import { type DocumentAddress, documentAddressOf } from './document-address.ts';
import { type Headline, headlineMarks, readHeadline, readTiers } from './headline-categories.ts';
import { parseReleaseTime } from './hong-kong-clock.ts';
import { textOf } from './read-json.ts';
import { type Security, stockCode } from './stock-codes.ts';

/** One headline of the registry. */
export interface TitleRow {
  /** The stocks that the filing is of: counters of one share line, or several issuers that announce together. */
  securities: Security[];
  title: string;
  headline: Headline;
  released: { date: IsoDate; instant: Instant };
  document: DocumentAddress;
  /** True where the registry marks the headline as cancelled after release. */
  isCancelled: boolean;
}

/** An answer of the title search. */
export interface TitleAnswer {
  rows: TitleRow[];
  hasMore: boolean;
  /** How many there are in all; null where the answer does not say. */
  total: number | null;
}

/**
 * An answer of `titleSearchServlet.do`: `result` is a JSON text inside the JSON, `"null"` where nothing was found. Null,
 * with an anomaly, for whatever is no such answer. Counts that don't agree are `count_mismatch`.
 */
export function parseTitleSearch(bytes: Buffer, log: AnomalyLog): TitleAnswer | null {
  const answer = readJsonAnswer(bytes.toString('utf8'), log);
  if (answer === undefined) return null;
  if (!isJsonObject(answer) || !('result' in answer) || typeof answer.hasNextRow !== 'boolean') {
    log.add('unexpected_document', '', 'expected result and hasNextRow');
    return null;
  }
  const result = typeof answer.result === 'string' ? readJsonAnswer(answer.result, log) : answer.result;
  if (result === undefined) return null;
  if (result !== null && !Array.isArray(result)) {
    log.add('unexpected_document', 'result', 'expected a list of headlines');
    return null;
  }
  const items: unknown[] = result ?? [];
  const total = typeof answer.recordCnt === 'number' ? answer.recordCnt : null;
  if (typeof answer.loadedRecord === 'number' && answer.loadedRecord !== items.length) {
    log.add('count_mismatch', 'loadedRecord', `${items.length} headlines, announced ${answer.loadedRecord}`);
  }
  const rows = items.flatMap((item, at) => toRow(item, `result/${at}`, log));
  return { rows, hasMore: answer.hasNextRow, total };
}

function toRow(item: unknown, locator: string, log: AnomalyLog): TitleRow[] {
  if (!isJsonObject(item)) return complain('unreadable_row', locator, item, log);
  const codes = splitCells(textOf(item, 'STOCK_CODE'));
  const names = splitCells(textOf(item, 'STOCK_NAME'));
  const heading = decodeHTML(textOf(item, 'LONG_TEXT') || textOf(item, 'SHORT_TEXT'));
  return assemble(
    {
      codes,
      names,
      time: textOf(item, 'DATE_TIME'),
      link: textOf(item, 'FILE_LINK'),
      title: textOf(item, 'TITLE'),
      headline: readHeadline(heading),
      marks: headlineMarks(heading),
    },
    item,
    locator,
    log,
  );
}

/** Names of the fields of headline rows that were saved as JSON lines, with Chinese keys. */
const LINE_FIELDS = {
  time: '公告时间',
  code: '代码',
  name: '简称',
  title: '公告标题',
  link: '文件链接',
  tierOne: '公告类型',
  tierTwo: '公告小类',
};

/** True where the text is such rows. */
export function isTitleLines(start: string): boolean {
  const first =
    start
      .replace(/^\uFEFF/, '')
      .trimStart()
      .split('\n', 1)[0] ?? '';
  if (!first.startsWith('{')) return false;
  try {
    const row: unknown = JSON.parse(first);
    return isJsonObject(row) && LINE_FIELDS.link in row && LINE_FIELDS.tierOne in row;
  } catch {
    return false;
  }
}

/** Headline rows as JSON lines, one stock a line: how pages of headlines are kept by those who collect them. */
export function parseTitleLines(bytes: Buffer, log: AnomalyLog): TitleRow[] {
  const lines = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const locator = `line ${at + 1}`;
    const row = readJsonAnswer(line, log);
    if (!isJsonObject(row)) return row === undefined ? [] : complain('unreadable_row', locator, row, log);
    const tierOne = textOf(row, LINE_FIELDS.tierOne);
    return assemble(
      {
        codes: [textOf(row, LINE_FIELDS.code)],
        names: [textOf(row, LINE_FIELDS.name)],
        time: textOf(row, LINE_FIELDS.time),
        link: textOf(row, LINE_FIELDS.link),
        title: textOf(row, LINE_FIELDS.title),
        headline: readTiers(tierOne, textOf(row, LINE_FIELDS.tierTwo)),
        marks: headlineMarks(tierOne),
      },
      row,
      locator,
      log,
    );
  });
}

interface Cells {
  codes: string[];
  names: string[];
  time: string;
  link: string;
  title: string;
  headline: Headline;
  marks: string;
}

function assemble(cells: Cells, item: JsonObject, locator: string, log: AnomalyLog): TitleRow[] {
  const { codes, names, headline, marks } = cells;
  const document = documentAddressOf(cells.link);
  const released = parseReleaseTime(cells.time);
  const securities = codes.flatMap((text, at) => {
    const code = stockCode(text);
    return code === null ? [] : [{ code, name: decodeHTML(names[at] ?? '') }];
  });
  if (document === null) return complain('unknown_link', locator, item, log);
  if (released === null || securities.length === 0 || securities.length < codes.length) {
    return complain('unreadable_row', locator, item, log);
  }
  if (!headline.isKnown) log.add('unknown_headline', locator, headline.formType);
  const title = decodeHTML(cells.title).replace(/\s+/g, ' ').trim();
  const isCancelled = /取消|撤[回銷]|\b(?:cancell?ed|withdrawn)\b/i.test(marks);
  return [{ securities, title: marks === '' ? title : `${marks} ${title}`, headline, released, document, isCancelled }];
}

function complain(kind: string, locator: string, item: unknown, log: AnomalyLog): TitleRow[] {
  log.add(kind, locator, JSON.stringify(item));
  return [];
}

/** Several stocks of one row stand in one cell. */
function splitCells(text: string): string[] {
  return text
    .split(/<br\s*\/?>/i)
    .map(part => part.trim())
    .filter(part => part !== '');
}
