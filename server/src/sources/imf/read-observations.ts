import { isVintage, type WeoSeries } from '../../domain/markets/macro/model/world-outlook.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { readXml } from '../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { areaOfCode, isGroup, subjectOfCode, unlistedArea, unlistedSubject } from './code-lists.ts';
import { lastActualYear, OutlookList, point, scaled, scaleOf } from './outlook-list.ts';
import { vintageAt } from './vintages.ts';

/** A series without its points, by its codes; null for groups and for texts that are no codes. */
function seriesOf(area: string, subject: string, place: string, log: AnomalyLog): Omit<WeoSeries, 'vintage'> | null {
  if (isGroup(area)) return null;
  const known = areaOfCode(area) ?? unlistedArea(area);
  const named = subjectOfCode(subject) ?? unlistedSubject(subject);
  if (known === null) log.add('unknown_area', place, area);
  if (named === null) log.add('unknown_subject', place, subject);
  if (known === null || named === null) return null;
  const words = { areaName: known.name, subject, subjectName: named.name, unit: named.unit };
  return { area: known.area, ...words, lastActualYear: null, note: null, points: [] };
}

/**
 * A vintage with one observation a line, the form in which others publish decoded vintages (`concept`,
 * `ref_area`, `year`, `value` …). Areas are numbers of the IMF up to October 2024, three letters since 2025.
 */
export function readObservations(text: string, url: string, log: AnomalyLog): WeoSeries[] {
  const vintage = vintageAt(url);
  const [header = [], ...rows] = parseDelimited(text, ',');
  if (vintage === null) log.add('no_vintage', '', 'the address names no vintage');
  if (vintage === null) return [];
  const columns = new Map(header.map((name, at) => [name, at]));
  const series = new Map<string, WeoSeries | null>();
  for (const [index, row] of rows.entries()) {
    const place = `line ${index + 2}`;
    if (row.length !== header.length) {
      log.add('cut_row', place, `${row.length} cells of ${header.length}`);
      continue;
    }
    const cell = (name: string): string => row[columns.get(name) ?? -1]?.trim() ?? '';
    const key = `${cell('ref_area')} ${cell('concept')}`;
    if (!series.has(key)) {
      const own = seriesOf(cell('ref_area'), cell('concept'), place, log);
      const lastActual = lastActualYear(cell('lastactualdate'));
      series.set(key, own && { vintage, ...own, lastActualYear: lastActual, note: cell('notes') });
    }
    const value = cell('value');
    const own = series.get(key) ?? null;
    if (own === null || value === '' || value === 'NA') continue;
    const scale = scaleOf(cell('scale'));
    const amount = scale === null || !/^\d{4}$/.test(cell('year')) ? null : scaled(value, scale);
    if (amount === null) log.add('bad_value', place, `${cell('year')} ${value} ${cell('scale')}`);
    else own.points.push(point(cell('year'), amount));
  }
  const list = new OutlookList(log);
  for (const [key, one] of series) if (one !== null) list.add(one, key);
  return list.series;
}

/**
 * A message of the IMF's portal (SDMX 3.0, structure-specific XML). Values are in whole units; `SCALE` is only for display.
 * The last actual year is an attribute of the group of country and indicator.
 */
export function readMessage(source: string, log: AnomalyLog): WeoSeries[] {
  const groups = new Map<string, ReadonlyMap<string, string>>();
  const found = new Map<string, { area: string; subject: string; points: Map<string, string> }>();
  let published = '';
  let current: Map<string, string> | null = null;
  const faults = readXml(
    { name: '', source },
    {
      open({ localName, attributes }) {
        const of = (name: string): string => attributes.get(name) ?? '';
        if (localName === 'DataSet') published = of('PUBLICATION_DATE');
        if (localName === 'Group') groups.set(`${of('COUNTRY')} ${of('INDICATOR')}`, attributes);
        if (localName === 'Series') {
          const key = `${of('COUNTRY')} ${of('INDICATOR')}`;
          if (of('FREQUENCY') !== 'A') log.add('unknown_frequency', key, of('FREQUENCY'));
          const one = found.get(key) ?? { area: of('COUNTRY'), subject: of('INDICATOR'), points: new Map() };
          if (of('FREQUENCY') === 'A') found.set(key, one);
          current = one.points;
        }
        if (localName === 'Obs') current?.set(of('TIME_PERIOD'), of('OBS_VALUE'));
      },
      text() {},
      close() {},
    },
  );
  for (const { kind, detail } of faults) log.add(kind, '', detail);
  const vintage = published.slice(0, 7);
  if (!isVintage(vintage)) log.add('no_vintage', '', `published ${published}`);
  if (!isVintage(vintage)) return [];
  const list = new OutlookList(log);
  for (const [key, { area, subject, points }] of found) {
    const own = seriesOf(area, subject, key, log);
    if (own === null) continue;
    const group = groups.get(key);
    const read = [...points].flatMap(([year, text]) => {
      const value = text === '' || text === 'NaN' ? null : scaled(text, '1');
      const isValue = /^\d{4}$/.test(year) && (value !== null || text === '' || text === 'NaN');
      if (!isValue) log.add('bad_value', key, `${year} ${text}`);
      return isValue ? [point(year, value)] : [];
    });
    const lastActual = lastActualYear(group?.get('LATEST_ACTUAL_ANNUAL_DATA') ?? '');
    const note = group?.get('METHODOLOGY_NOTES') ?? null;
    list.add({ vintage, ...own, lastActualYear: lastActual, note, points: read }, key);
  }
  return list.series;
}
