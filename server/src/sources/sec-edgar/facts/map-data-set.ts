import type { FaceRow, FactFiling, FactSeries, FactSet } from '../../../domain/filings/facts/model/facts.ts';
import { categoryGroupOf } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing, Issuer } from '../../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { type Day, parseDay } from '../../../kernel/dates.ts';
import { readExactNumber } from '../../../kernel/exact-number.ts';
import { filingIndexUrl } from '../endpoints.ts';
import { categoryOfForm, isAmendment } from '../filings/form-categories.ts';
import { canonicalKeyOfCik, plainCik } from '../identifiers.ts';
import { knownAt } from '../lists/acceptance.ts';
import type { NumRow, PreRow, SubRow, TagRow } from './parse-data-set.ts';

/** The rows of one company in one data set, in any order. */
export interface DataSetCompanyRows {
  /** Names the edition: `2009q3`. */
  edition: string;
  subs: readonly SubRow[];
  nums: Iterable<NumRow>;
  pres: Iterable<PreRow>;
  /** By {@link tagKey}; a set without tag.txt gives an empty map. */
  tags: ReadonlyMap<string, TagRow>;
}

/** A tag is named by its version: standard ones by taxonomy and year, custom ones by the filing that defines them. */
export function tagKey(tag: string, version: string): string {
  return `${version} ${tag}`;
}

/**
 * The facts of one company in one data set. Period ends are the registry's, rounded to month ends. A duration of n quarters
 * begins on the first day of the month after the end n × 3 months earlier. The filer's own concepts have the prefix `ext:`.
 * The data set states amounts per share in `USD`; here they have the unit `USD/shares`, as in companyfacts.
 */
export function toDataSetFacts(rows: DataSetCompanyRows, log: AnomalyLog): FactSet {
  const filings = rows.subs.map(toFactFiling);
  const indexOf = new Map(filings.map((filing, index) => [filing.accession, index]));
  const series = new Map<string, FactSeries>();
  for (const row of rows.nums) addFact(series, row, indexOf, rows.tags, log);
  const faces: Record<string, FaceRow[]> = {};
  for (const row of rows.pres) {
    if (!indexOf.has(row.adsh)) {
      log.add('unknown_filing', `pre.txt ${row.adsh}`, `${row.tag} in a filing without a row in sub.txt`);
      continue;
    }
    const face = faces[row.adsh] ?? [];
    face.push(toFaceRow(row));
    faces[row.adsh] = face;
  }
  for (const face of Object.values(faces)) face.sort((a, b) => a.report - b.report || a.line - b.line);
  return {
    source: `financial-statement-data-set/${rows.edition}`,
    datesRounded: true,
    filings,
    series: [...series.values()],
    faces,
  };
}

function addFact(
  series: Map<string, FactSeries>,
  row: NumRow,
  indexOf: ReadonlyMap<string, number>,
  tags: ReadonlyMap<string, TagRow>,
  log: AnomalyLog,
): void {
  const place = `num.txt ${row.adsh} ${row.tag} ${row.ddate} ${row.qtrs}`;
  const filing = indexOf.get(row.adsh);
  const end = parseDay(row.ddate);
  const number = row.value === null ? { value: null, exact: null } : readExactNumber(trimZeros(row.value));
  if (filing === undefined) {
    log.add('unknown_filing', place, 'a value in a filing without a row in sub.txt');
    return;
  }
  if (end === null || number === null) {
    log.add('bad_value', place, `${row.ddate} ${row.value}`);
    return;
  }
  const concept = conceptOf(row.tag, row.version);
  const unit = unitOf(row, tags.get(tagKey(row.tag, row.version))?.datatype);
  const dimensions = dimensionsOf(row.segments, row.coregistrant);
  const key = `${concept}\t${unit}\t${dimensions}`;
  let columns = series.get(key);
  if (columns === undefined) {
    columns = { concept, unit, dimensions, starts: [], ends: [], values: [], filings: [] };
    series.set(key, columns);
  }
  if (number.exact !== null) columns.exact = { ...columns.exact, [columns.values.length]: number.exact };
  columns.starts.push(row.qtrs === 0 ? null : startOfQuarters(row.ddate, row.qtrs));
  columns.ends.push(end);
  columns.values.push(number.value);
  columns.filings.push(filing);
}

/** `us-gaap/2009` → `us-gaap:Name`; a version that is an accession marks a concept of the filer's own: `ext:Name`. */
export function conceptOf(tag: string, version: string): string {
  const slash = version.indexOf('/');
  return slash < 0 ? `ext:${tag}` : `${version.slice(0, slash)}:${tag}`;
}

const PER_SHARE_NAME = /Per(?:Basic|Diluted|BasicAndDiluted)?Share|NoParValue/;

function unitOf(row: NumRow, datatype: string | null | undefined): string {
  if (!/^[A-Z]{3}$/.test(row.uom)) return row.uom;
  const isPerShare = datatype === 'perShare' || (datatype !== 'monetary' && PER_SHARE_NAME.test(row.tag));
  return isPerShare ? `${row.uom}/shares` : row.uom;
}

/** `Axis=Member;…` and the co-registrant as sorted `axis=member` pairs. A daily edition writes `axis/member` instead. */
export function dimensionsOf(segments: string, coregistrant: string): string {
  if (segments === '' && coregistrant === '') return '';
  const pairs = segments
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair !== '')
    .map(pair => (pair.includes('=') ? pair : pair.replace('/', '=')));
  if (coregistrant !== '') pairs.push(`coregistrant=${coregistrant.replace(/[;=]/g, ' ')}`);
  return pairs.sort().join(';');
}

function startOfQuarters(end: string, quarters: number): Day {
  const months = Number(end.slice(0, 4)) * 12 + Number(end.slice(5, 7)) - 3 * quarters;
  const year = Math.floor(months / 12);
  const first = `${String(year).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  return parseDay(first) ?? 0;
}

/** The data set pads every value to four places: `500000.0000`. */
function trimZeros(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') || '0' : value;
}

function toFaceRow(row: PreRow): FaceRow {
  return {
    statement: row.statement,
    report: row.report,
    line: row.line,
    concept: conceptOf(row.tag, row.version),
    label: row.label,
    isNegated: row.isNegated,
    isParenthetical: row.isParenthetical,
  };
}

function toFactFiling(sub: SubRow): FactFiling {
  return {
    accession: sub.adsh,
    form: sub.form,
    filed: sub.filed,
    acceptedAt: sub.acceptedAt,
    fiscalYear: sub.fiscalYear,
    fiscalPeriod: sub.fiscalPeriod,
    periodEnd: sub.period,
  };
}

/** A filing in the model's words. `period` is the balance sheet date, rounded to a month end by the registry. */
export function toDataSetFiling(sub: SubRow): Filing {
  const category = categoryOfForm(sub.form) ?? 'other';
  return {
    registry: 'sec-edgar',
    nativeId: sub.adsh,
    formType: sub.form,
    category,
    categoryGroup: categoryGroupOf(category),
    filingDate: sub.filed,
    acceptedAt: sub.acceptedAt,
    knownAt: knownAt(sub.filed, sub.acceptedAt),
    periodEnd: sub.period,
    title: null,
    language: 'en',
    itemCodes: [],
    isAmendment: isAmendment(sub.form),
    primaryDocument: null,
    url: filingIndexUrl(sub.cik, sub.adsh),
    hasXbrl: true,
  };
}

/** The issuer in its newest sub row, without listings, which are in the ticker files. */
export function toDataSetIssuer(subs: readonly SubRow[]): Issuer | null {
  const newest = subs.reduce<SubRow | null>(
    (best, sub) => (best === null || sub.filed > best.filed ? sub : best),
    null,
  );
  if (newest === null) return null;
  const identifiers = [{ scheme: 'cik', identifier: plainCik(newest.cik) }];
  if (newest.ein !== null) identifiers.push({ scheme: 'ein', identifier: newest.ein });
  return {
    canonicalKey: canonicalKeyOfCik(newest.cik),
    companyName: newest.name,
    countryCode: newest.countryOfIncorporation ?? newest.countryOfBusiness,
    legalForm: null,
    status: 'active',
    industry: newest.sic === null ? null : { scheme: 'sic', code: newest.sic.padStart(4, '0'), label: '' },
    fiscalYearEnd: newest.fiscalYearEnd,
    identifiers,
    // The column `changed` is the day on which the former name began.
    formerNames: newest.formerName === null ? [] : [{ companyName: newest.formerName, untilDate: null }],
    listings: [],
  };
}
