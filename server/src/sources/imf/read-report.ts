import type { WeoPoint, WeoSeries } from '../../domain/markets/macro/model/world-outlook.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { splitCells, splitLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import {
  areaOfCode,
  areaOfName,
  isGroup,
  subjectOfCode,
  subjectOfName,
  unlistedArea,
  unlistedSubject,
  type WeoArea,
  type WeoSubject,
} from './code-lists.ts';
import { lastActualYear, OutlookList, point, scaled, scaleOf } from './outlook-list.ts';
import { vintageAt, vintageOfWords } from './vintages.ts';

/** Cells without a value, and with values that are 0 or negligible. */
const NO_VALUE = new Set(['n/a', '--']);
const FOOTER = /^International Monetary Fund, World Economic Outlook Database, ([A-Z][a-z]+) (\d{4})/;

/** How a file writes numbers: with decimal points, or with decimal commas if it was saved in another locale. */
type NumberStyle = 'points' | 'commas' | 'unclear';

/**
 * The table that the IMF names Excel: one series a line, one year a column, with columns by the user's choice. Cells are
 * separated by tabs, or by commas if others saved the file. The last line states the vintage.
 */
export function readReport(text: string, url: string, log: AnomalyLog): WeoSeries[] {
  const [header = [], ...rows] = cellsOf(text);
  const columns = new Map(header.map((name, at) => [name.trim().toLowerCase(), at]));
  const years = header.flatMap((name, at) => (/^(?:19|20)\d\d$/.test(name.trim()) ? [{ year: name.trim(), at }] : []));
  if (!columns.has('country') || !columns.has('units') || years.length === 0) {
    log.add('unexpected_document', 'line 1', header.join(' ').slice(0, 200));
    return [];
  }
  const footer = rows.findLast(row => FOOTER.test(row[0] ?? ''))?.[0] ?? '';
  const [, month = '', year = ''] = FOOTER.exec(footer) ?? [];
  const vintage = vintageOfWords(month, year) ?? vintageAt(url);
  if (footer === '')
    log.add('cut_file', `line ${rows.length + 1}`, 'the last line, which states the vintage, is missing');
  if (vintage === null) {
    log.add('no_vintage', '', 'neither its last line nor its URL states a vintage');
    return [];
  }
  const style = styleOf(rows, years);
  if (style === 'unclear') log.add('unclear_decimals', '', 'commas may separate thousands or decimals');
  const list = new OutlookList(log);
  for (const [index, row] of rows.entries()) {
    const place = `line ${index + 2}`;
    if (isBlank(row) || FOOTER.test(row[0] ?? '')) continue;
    // The last column of years must be present; later ones may be absent.
    if (row.length < header.length - 1) {
      log.add('cut_row', place, `${row.length} cells of ${header.length}`);
      continue;
    }
    const cell = (name: string): string => row[columns.get(name) ?? -1]?.trim() ?? '';
    const area = readArea(cell, place, log);
    const subject = readSubject(cell, place, log);
    const scale = scaleOf(cell('scale'));
    if (scale === null) log.add('unknown_scale', place, cell('scale'));
    if (area === null || subject === null || scale === null || style === 'unclear') continue;
    const points = years.flatMap(({ year, at }) => readPoint(year, row[at] ?? '', { style, scale, place, log }));
    const common = { vintage, area: area.area, areaName: cell('country') || area.name, subject: subject.subject };
    const lastActual = lastActualYear(cell('estimates start after'));
    const note = cell('country/series-specific notes');
    const words = { subjectName: cell('subject descriptor') || subject.name, unit: cell('units') || subject.unit };
    list.add({ ...common, ...words, lastActualYear: lastActual, note, points }, place);
  }
  return list.series;
}

/** A quote inside a note is text. Quotes around whole cells were added by a spreadsheet. */
function cellsOf(text: string): string[][] {
  if (!(text.split('\n')[0] ?? '').includes('\t')) return parseDelimited(text, ',');
  if (/(?:^|\t)"[^"\t\n]*"(?:\t|\r?$)/m.test(text)) return parseDelimited(text, '\t');
  return splitLines(text).map(splitCells);
}

function isBlank(row: readonly string[]): boolean {
  return row.every(cell => cell.trim() === '');
}

/** The country of a row by its code, by the IMF's number, or by its name. */
function readArea(cell: (name: string) => string, place: string, log: AnomalyLog): WeoArea | null {
  const [iso, code, name] = [cell('iso'), cell('weo country code'), cell('country')];
  if (isGroup(iso) || isGroup(code)) return null;
  const area = areaOfCode(iso) ?? areaOfCode(code) ?? areaOfName(name) ?? unlistedArea(iso, name);
  if (area === null) log.add('unknown_area', place, `${iso} ${code} ${name}`.trim());
  return area;
}

function readSubject(cell: (name: string) => string, place: string, log: AnomalyLog): WeoSubject | null {
  const [code, name, unit] = [cell('weo subject code'), cell('subject descriptor'), cell('units')];
  const subject = subjectOfCode(code) ?? unlistedSubject(code, name, unit) ?? subjectOfName(name, unit);
  if (subject === null) log.add('unknown_subject', place, `${name} | ${unit}`);
  return subject;
}

interface Reading {
  style: NumberStyle;
  scale: string;
  place: string;
  log: AnomalyLog;
}

function readPoint(year: string, cell: string, { style, scale, place, log }: Reading): WeoPoint[] {
  const text = cell.trim();
  if (text === '') return [];
  if (NO_VALUE.has(text)) return [point(year, null)];
  const digits = style === 'commas' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  const value = /^-?\d+(?:\.\d+)?$/.test(digits) ? scaled(digits, scale) : null;
  if (value === null) log.add('bad_value', `${place} ${year}`, text);
  return value === null ? [] : [point(year, value)];
}

const ENGLISH = /^-?\d{1,3}(?:,\d{3})*\.\d+$|^-?\d+\.\d+$/;
const GROUPED = /^-?\d{1,3}(?:,\d{3})+$/;
const DECIMAL_COMMA = /^-?\d+,\d+$/;

/** A decimal point means English numbers; a comma that cannot separate thousands means decimal commas. */
function styleOf(rows: readonly string[][], years: readonly { at: number }[]): NumberStyle {
  let isUnclear = false;
  let hasCommas = false;
  for (const row of rows) {
    for (const { at } of years) {
      const text = row[at]?.trim() ?? '';
      if (ENGLISH.test(text)) return 'points';
      if (GROUPED.test(text)) isUnclear = true;
      else if (DECIMAL_COMMA.test(text)) hasCommas = true;
    }
  }
  if (hasCommas) return 'commas';
  return isUnclear ? 'unclear' : 'points';
}
