import { parseDay } from '../../../../kernel/dates.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import { type Chart, CODES_COUNT, chartOf, codeNumber, knownConcept, narrowChart } from './checks/chart.ts';
import { findCompanyType, smoothTypes, type TypeFinding } from './concepts/company-type.ts';
import { MINORITY_CONCEPTS } from './concepts/concept-rules.ts';
import { EXTENSION_MAP } from './concepts/extension-map.ts';
import { classEarnings, SHARES_OUTSTANDING, sumShareClasses } from './concepts/share-classes.ts';
import type { Prepared } from './prepare.ts';
import { markRevenueBasis } from './values/bases.ts';
import { type Cells, noCells } from './values/cell.ts';
import { checkShareScale, compareOutstanding } from './values/checks/share-scale.ts';
import { markSigns } from './values/checks/signs.ts';
import { type DerivationContext, mixedOf } from './values/derivation/context.ts';
import { deriveDifferences } from './values/derivation/differences.ts';
import { sumRestatedQuarters } from './values/derivation/restated-quarters.ts';
import { compareWithFirst } from './values/first-reported.ts';
import { applyFormulas, CAPITAL_EXPENDITURE } from './values/formulas/formula-pass.ts';
import { selectReported } from './values/selection/selection.ts';
import type { SelectionContext } from './values/selection/selection-context.ts';
import { SlotReader } from './values/selection/slot-reader.ts';
import { DURATIONS, FY, H1, H2, M9, Q1, Q2, Q3, Q4 } from './values/slots.ts';
import { dateStatements } from './values/vintage.ts';

/** What the rules know about the issuer apart from its facts. */
export interface IssuerFacts {
  readonly sic: string | null;
  readonly canonicalKey: string;
}

/** Limits the computation to the inputs of one filing's own period: its year, and the year before for opening balances. */
export interface FilingScope {
  readonly filing: number;
  readonly year: number;
}

/** All cells of an issuer by slot, and the company type of each year. */
export interface Evaluation {
  readonly prepared: Prepared;
  readonly types: readonly TypeFinding[];
  readonly charts: readonly Chart[];
  readonly cells: Map<number, Cells>;
  readonly derivation: DerivationContext;
  /** Selection over an empty slot, for formulas over derived periods. */
  readonly emptyContext: (year: number) => SelectionContext;
  readonly notes: readonly { kind: string; filing: number; detail: string }[];
}

/**
 * Computes every slot of the calendar: reported values, then differences, then formulas. A single filing has no
 * differences, because their operands are figures of other filings.
 */
export function evaluate(prepared: Prepared, issuer: IssuerFacts, only: FilingScope | null = null): Evaluation {
  const onlyFiling = only?.filing ?? null;
  const isWanted = (year: number) => only === null || year === only.year || year === only.year - 1;
  const { placed, filings, faces, guard, years, slots } = prepared;
  const reader = new SlotReader(placed, filings, faces, null);
  const types = smoothTypes(years.map((_, year) => findCompanyType(issuer.sic, conceptsOfYear(prepared, year))));
  const charts = narrowCharts(prepared, types);
  const statedElsewhere = findStated(prepared, charts);
  const extensions = extensionsOf(issuer.canonicalKey);
  const notes: { kind: string; filing: number; detail: string }[] = [];
  const cells = new Map<number, Cells>();
  const derivation: DerivationContext = {
    placed,
    filings,
    guard,
    cells,
    replaced: new Map(),
    versionsTo: new Array(placed.observations.count),
    ofDifferences: new Map(),
    day: null,
    before: new Map(),
    mixed: new Map(),
    note: (kind, filing, detail) => notes.push({ kind, filing, detail }),
  };
  let outflows: boolean | null = null;
  let minorities: Uint8Array | null = null;
  const contextOf = (year: number, itsReader: SlotReader): SelectionContext => ({
    reader: itsReader,
    guard,
    companyType: types[year]?.companyType ?? 'commercial',
    contradicted: prepared.contradicted,
    statedElsewhere,
    hasMinority: filing => {
      minorities ??= withMinorities(prepared);
      return minorities[filing] === 1;
    },
    statesOutflows: () => {
      outflows ??= hasOutflow(cells);
      return outflows;
    },
    extensions,
  });
  const ownReader = onlyFiling === null ? null : new SlotReader(placed, filings, faces, onlyFiling);
  for (const [year, chart] of charts.entries()) {
    if (!isWanted(year)) continue;
    for (const slot of slotsOfYear(prepared, year)) {
      const periodType = slot < slots.instantSlot(0, 0) ? 'duration' : 'instant';
      const found = selectSlot(chart, slot, periodType, contextOf(year, pick(reader, ownReader, slot, onlyFiling)));
      if (found) cells.set(slot, found);
    }
    addClasses(prepared, cells, year, onlyFiling);
    if (only === null) {
      sumRestatedQuarters(chart, year, derivation);
      deriveDifferences(chart, year, hasQuarters(prepared, cells, year), derivation);
    }
  }
  for (const [year, chart] of charts.entries()) {
    if (!isWanted(year)) continue;
    for (const slot of slotsOfYear(prepared, year)) {
      const known = cells.get(slot);
      const bounds = slots.bounds(slot);
      if (!known || !bounds) continue;
      const itsReader = pick(reader, ownReader, slot, onlyFiling);
      itsReader.open(slot);
      markSigns(chart, known);
      const periodType = slot < slots.instantSlot(0, 0) ? 'duration' : 'instant';
      applyFormulas(chart, known, periodType, contextOf(year, itsReader), bounds, mixedOf(slot, derivation));
      if (periodType === 'duration') {
        markRevenueBasis(chart, known, itsReader);
        const closing = slots.placeInstant(bounds.end);
        checkShareScale(chart, known, cells.get(closing), contextOf(year, itsReader));
      }
    }
    for (const slot of slotsOfYear(prepared, year)) {
      const known = cells.get(slot);
      const bounds = slots.bounds(slot);
      const balances = bounds ? cells.get(slots.placeInstant(bounds.end)) : undefined;
      if (slot < slots.instantSlot(0, 0) && known && balances) compareOutstanding(known, balances);
    }
  }
  return {
    prepared,
    types,
    charts,
    cells,
    derivation,
    notes,
    emptyContext: year => {
      reader.open(slots.count);
      return contextOf(year, reader);
    },
  };
}

/** The chart of each year, without concepts that the issuer never states. */
function narrowCharts({ observations }: Prepared, types: readonly TypeFinding[]): Chart[] {
  const isThere = new Uint8Array(observations.conceptNames.length);
  for (const concept of observations.concept) isThere[concept] = 1;
  const narrowed = new Map<CompanyType, Chart>();
  return types.map(({ companyType }) => {
    const known = narrowed.get(companyType) ?? narrowChart(chartOf(companyType), concept => isThere[concept] === 1);
    narrowed.set(companyType, known);
    return known;
  });
}

/**
 * A filing's own statements are read alone; the values that they are subtracted from or compared with come from all
 * filings.
 */
function pick(all: SlotReader, own: SlotReader | null, slot: number, onlyFiling: number | null): SlotReader {
  if (own === null || onlyFiling === null) return all;
  return own.open(slot) ? own : all;
}

function selectSlot(
  chart: Chart,
  slot: number,
  periodType: 'instant' | 'duration',
  context: SelectionContext,
): Cells | null {
  if (!context.reader.open(slot)) return null;
  const cells = noCells(CODES_COUNT);
  let count = 0;
  for (const row of chart.stated[periodType]) {
    const cell = selectReported(row, context);
    if (!cell) continue;
    if (context.reader.onlyFiling === null) {
      compareWithFirst(cell, row, context);
      dateStatements(cell, context);
    }
    if (cell.first !== null) cell.vintage = 'newest';
    cells[row.number] = cell;
    count++;
  }
  return count > 0 ? cells : null;
}

function extensionsOf(canonicalKey: string): SelectionContext['extensions'] {
  return EXTENSION_MAP.filter(row => row.canonicalKey === canonicalKey).map(row => ({
    code: codeNumber(row.code),
    concept: knownConcept(`ext:${row.concept}`),
    from: parseDay(row.from) ?? 0,
    to: parseDay(row.to) ?? 0,
  }));
}

function slotsOfYear(prepared: Prepared, year: number): number[] {
  const { slots } = prepared;
  const list: number[] = [];
  for (let position = 0; position < DURATIONS.length; position++) list.push(slots.durationSlot(year, position));
  for (let quarter = 0; quarter < 4; quarter++) list.push(slots.instantSlot(year, quarter));
  return list;
}

/** Counts and amounts per share that reports state only by class of stock. */
function addClasses(prepared: Prepared, cells: Map<number, Cells>, year: number, onlyFiling: number | null): void {
  if (prepared.observations.dimensional.length === 0) return;
  const { slots } = prepared;
  for (const period of prepared.own) {
    if (period.isAmendment || (onlyFiling !== null && period.filing !== onlyFiling)) continue;
    const closing = slots.placeInstant(period.end);
    if (closing < slots.instantSlot(year, 0) || closing > slots.instantSlot(year, 3)) continue;
    const balances = cells.get(closing);
    const shares = sumShareClasses(prepared, period.filing);
    if (balances && shares && balances[SHARES_OUTSTANDING]?.concept !== shares.concept)
      balances[SHARES_OUTSTANDING] = shares;
    for (let position = 0; position < DURATIONS.length; position++) {
      const slot = slots.durationSlot(year, position);
      const bounds = slots.bounds(slot);
      const known = cells.get(slot);
      if (!bounds || !known || bounds.end !== slots.bounds(closing)?.end) continue;
      for (const { code, cell } of classEarnings(prepared, period.filing, bounds)) known[code] ??= cell;
    }
  }
}

/** 1 for filings that state a minority interest in some period. */
function withMinorities({ observations, filings }: Prepared): Uint8Array {
  const isOfMinority = new Uint8Array(observations.conceptNames.length);
  for (const concept of MINORITY_CONCEPTS) isOfMinority[concept] = 1;
  const found = new Uint8Array(filings.length);
  for (let at = 0; at < observations.count; at++) {
    if (isOfMinority[observations.concept[at] ?? -1] === 1 && observations.value[at] !== 0)
      found[observations.filing[at] ?? -1] = 1;
  }
  return found;
}

/** Whether the filer states capital expenditure of some period as a positive outflow. */
function hasOutflow(cells: ReadonlyMap<number, Cells>): boolean {
  for (const slot of cells.values()) {
    const cell = slot[CAPITAL_EXPENDITURE];
    if (cell?.method === 'reported' && cell.value > 0) return true;
  }
  return false;
}

/** Whether the filer reports quarters in a year, which then has no second half. */
function hasQuarters(prepared: Prepared, cells: ReadonlyMap<number, Cells>, year: number): boolean {
  return [Q1, Q3, M9].some(position => cells.has(prepared.slots.durationSlot(year, position)));
}

function conceptsOfYear(prepared: Prepared, year: number): (concept: number) => boolean {
  const ofYear = slotsOfYear(prepared, year);
  return concept => ofYear.some(slot => prepared.placed.findRun(slot, concept) !== -1);
}

/** Codes of which the filer states at least one chain concept in some annual or interim period. */
function findStated(prepared: Prepared, charts: readonly Chart[]): ReadonlySet<number> {
  const stated = new Set<number>();
  const codes = [codeNumber('operating_income'), codeNumber('net_income_common')];
  for (const [year, chart] of charts.entries()) {
    for (const position of [FY, Q1, Q2, Q3, Q4, H1, H2, M9]) {
      const slot = prepared.slots.durationSlot(year, position);
      for (const code of codes) {
        if (stated.has(code)) continue;
        for (const concept of chart.rows[code]?.chain ?? []) {
          if (prepared.placed.findRun(slot, concept) !== -1) stated.add(code);
        }
      }
    }
  }
  return stated;
}
