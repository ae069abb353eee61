import type { FactSet } from '../../domain/filings/facts/model/facts.ts';
import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import {
  type FilingContents,
  type ReportedFact,
  withoutSections,
} from '../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Instant, IsoDate } from '../../kernel/dates.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { toFactFiling } from '../kit/xbrl/to-fact-filing.ts';
import { toFactSeries } from '../kit/xbrl/to-fact-series.ts';
import { canonicalKeyOfShare } from './boards.ts';
import { shareIssuer } from './companies.ts';
import type { Row } from './read-rows.ts';

/** A row of a table, which is all that a company filed. */
export interface TableFiling {
  code: string;
  /** Short name of the company. */
  name: string;
  filing: Filing;
  facts: ReportedFact[];
}

/** What the filings of a table have in common. */
export interface TableHeading {
  nativeId: string;
  formType: string;
  category: string;
  filed: IsoDate;
  /** Null if the row states the day only. */
  acceptedAt: Instant | null;
  knownAt: Instant;
  periodEnd: IsoDate;
  title: string;
  url: string;
}

export function tableFiling({ filed, category, ...heading }: TableHeading): Filing {
  return {
    registry: 'mops',
    ...heading,
    category,
    categoryGroup: categoryGroupOf(category),
    filingDate: filed,
    language: 'zh',
    itemCodes: [],
    isAmendment: false,
    amends: null,
    primaryDocument: null,
    hasXbrl: false,
  };
}

/** Where a cell is and what it states. */
export interface CellFact {
  concept: string;
  column: string;
  /** Null for an instant. */
  periodStart: IsoDate | null;
  periodEnd: IsoDate;
  unit: string;
  /** Power of ten that the cell is multiplied by. */
  scale: number;
}

/** The fact of a cell; null if it is empty, and with the anomaly `bad_value` if it is not a number. */
export function factOfCell(row: Row, { column, scale, ...cell }: CellFact, log: AnomalyLog): ReportedFact | null {
  const text = row.cell(column);
  if (text === '') return null;
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) {
    log.add('bad_value', `${row.locator}/${column}`, text);
    return null;
  }
  const decimals = (/\.(\d+)$/.exec(text)?.[1]?.length ?? 0) - scale;
  const value = scale === 0 ? text : text.replace(/^(-?\d+)$/, `$1${'0'.repeat(scale)}`);
  const place = { document: row.locator, elementId: `${row.locator}/${column}`, start: 0, end: 0 };
  return { ...cell, value, decimals, dimensions: {}, ...place };
}

const NO_TEXT = "The registry's table holds only the figures of this filing.";

/** The records of a table: each row is a filing with its facts. */
export function recordsOfTable(filings: readonly TableFiling[], source: string): IssuerRecords[] {
  return [...Map.groupBy(filings, ({ code }) => code)].map(([code, own]) => ({
    ...emptyRecords(canonicalKeyOfShare(code), source),
    issuer: shareIssuer(code, own[0]?.name ?? code),
    filings: own.map(({ filing }) => filing),
    furtherContents: own.map(toContents),
  }));
}

function toContents({ filing, facts }: TableFiling): FilingContents {
  const report = facts.length === 0 ? null : { facts, statements: [], statementsReason: NO_TEXT };
  return {
    nativeId: filing.nativeId,
    filing,
    filers: [],
    files: [],
    text: withoutSections(NO_TEXT),
    report,
    earningsRelease: null,
  };
}

/** The facts of a filing as series of its company. */
export function factSetOf({ filing, facts }: TableFiling, source: string, log: AnomalyLog): FactSet {
  return {
    source,
    datesRounded: false,
    isPartial: true,
    filings: [toFactFiling(filing)],
    series: toFactSeries(
      facts.map(fact => ({ fact, dimensions: '' })),
      log,
    ),
    faces: {},
  };
}
