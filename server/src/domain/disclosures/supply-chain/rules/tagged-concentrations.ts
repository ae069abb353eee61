import { canonicalDecimal } from '../../../../kernel/exact-number.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { REVENUE_CONCEPTS } from '../../../figures/segments/rules/breakdown-axes.ts';
import type { FilingReport, ReportedFact } from '../../../filings/filings/model/filing-contents.ts';
import type { ConcentrationOf, ConcentrationType } from '../model.ts';
import { COUNTERPARTY_NOUN, CUSTOMER_NOUN, numberOf, SUPPLIER_NOUN } from './counterparties.ts';
import type { KnownNames } from './known-names.ts';
import { LEGAL_FORM } from './name-words.ts';
import { isAnonymousLabel, isName, publicBodyIn } from './names.ts';
import type { Span } from './periods.ts';

/** A tagged concentration of a filing. */
export interface TaggedConcentration {
  concentrationType: ConcentrationType;
  /** Null if the label of the member names no company. */
  name: string | null;
  label: string;
  groupSize: number | null;
  /** Null if only an amount is tagged. */
  pct: number | null;
  of: ConcentrationOf;
  narrowed: string | null;
  amount: number | null;
  currency: string | null;
  span: Span;
  elementId: string;
}

const PERCENTAGE = /^us-gaap:ConcentrationRiskPercentage1?$/;
const TYPE_AXIS = /:ConcentrationRiskByTypeAxis$/;
const BENCHMARK_AXIS = /:ConcentrationRiskByBenchmarkAxis$/;
const PARTY_AXIS = /:(?:MajorCustomersAxis|CounterpartyNameAxis)$/;
const PLACE_AXIS = /:StatementGeographicalAxis$/;

const TYPES: readonly [RegExp, ConcentrationType][] = [
  [/CustomerConcentrationRisk/, 'customer'],
  [/SupplierConcentrationRisk/, 'supplier'],
  [/CreditConcentrationRisk/, 'credit'],
  [/GeographicConcentrationRisk/, 'geographic'],
];
const BENCHMARKS: readonly [RegExp, ConcentrationOf][] = [
  [/Receivable/i, 'receivables'],
  [/CostOf|Purchas|Suppl|Inventor|RawMaterial/i, 'purchases'],
  [/Revenue|Sales/i, 'revenue'],
];

/** Returns the tagged concentrations with a counterparty or a place, in document order. Totals are skipped. */
export function readTagged(report: FilingReport, known: KnownNames): TaggedConcentration[] {
  const shares = report.facts.flatMap(fact => readShare(fact, report, known) ?? []);
  return withAmounts(shares, report, known);
}

function readShare(fact: ReportedFact, report: FilingReport, known: KnownNames): TaggedConcentration | null {
  const pct = PERCENTAGE.test(fact.concept) ? percentOf(fact.value) : null;
  const axes = Object.keys(fact.dimensions);
  const benchmark = memberOf(fact, BENCHMARK_AXIS);
  const type = TYPES.find(([name]) => name.test(memberOf(fact, TYPE_AXIS) ?? ''))?.[1] ?? null;
  const of = BENCHMARKS.find(([name]) => name.test(benchmark ?? ''))?.[1] ?? null;
  const hasOther = axes.some(
    axis => ![TYPE_AXIS, BENCHMARK_AXIS, PARTY_AXIS, PLACE_AXIS].some(pattern => pattern.test(axis)),
  );
  if (pct === null || benchmark === null || of === null || hasOther) return null;
  if (type === null && memberOf(fact, TYPE_AXIS) !== null) return null;
  const party = memberOf(fact, PARTY_AXIS);
  const place = memberOf(fact, PLACE_AXIS);
  const common = { pct, of, amount: null, currency: null, elementId: fact.elementId, span: spanOf(fact, of) };
  if (party === null) {
    if (place === null || type === 'supplier' || type === 'credit' || pct === 100) return null;
    const label = labelOf(place, report);
    return { ...common, concentrationType: 'geographic', name: null, label, groupSize: null, narrowed: null };
  }
  const narrowed = place === null ? narrowedBy(benchmark, report) : labelOf(place, report);
  return { ...common, ...partyOf(party, type, of, report, known), narrowed };
}

/** Returns the counterparty of a member and its role. A vendor on the customer axis is a vendor. */
function partyOf(
  member: string,
  type: ConcentrationType | null,
  of: ConcentrationOf,
  report: FilingReport,
  known: KnownNames,
): Pick<TaggedConcentration, 'concentrationType' | 'name' | 'label' | 'groupSize'> {
  const label = labelOf(member, report);
  const isSupplier =
    type === 'supplier' || of === 'purchases' || (SUPPLIER_NOUN.test(label) && !CUSTOMER_NOUN.test(label));
  const name = nameOf(label, known);
  return {
    concentrationType: isSupplier ? 'supplier' : 'customer',
    name,
    label: name ?? label,
    groupSize: groupOf(label),
  };
}

const NOBODY =
  /\b(?:others?|total|various|related|nonrelated|unrelated|affiliates?|affiliated|concentration|risk|percent|accounts?|top|largest|major|government|federal|state|medicare|medicaid|self pay|insurance|commercial|domestic|foreign|international|wholesale|retail|direct|indirect|individual|individuals|private|public|products?|services?|contracts?|member|segment)\b/i;

function nameOf(label: string, known: KnownNames): string | null {
  const full = known.get(nameKey(label));
  if (full !== undefined) return full;
  const body = publicBodyIn(label);
  if (body !== null) return body;
  const hasLegalForm = LEGAL_FORM.test(label.split(' ').at(-1) ?? '');
  if (isAnonymousLabel(label) || !isName({ name: label, hasLegalForm })) return null;
  if (hasLegalForm) return label;
  return COUNTERPARTY_NOUN.test(label) || NOBODY.test(label) || !/^\p{Lu}/u.test(label) ? null : label;
}

function groupOf(label: string): number | null {
  const number = /^(?:top |largest )?([a-z]+) (?:largest |major )?\p{L}*s$/iu.exec(label)?.[1]?.toLowerCase() ?? '';
  const size = numberOf(number);
  return Number.isInteger(size) && size > 1 ? size : null;
}

/** Returns the filer's label of a member, else its split name: `CiscoSystemsIncMember` → `Cisco Systems Inc`. */
function labelOf(member: string, report: FilingReport): string {
  const label = report.labels
    ?.get(member)
    ?.replace(/ ?\[(?:Member|Domain)\]$/i, '')
    .trim();
  if (label !== undefined && label !== '') return label;
  return member
    .replace(/^.*:/, '')
    .replace(/(?:Member|Domain)$/, '')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=(?!^)[\p{Lu}.])(?=\p{Lu}\p{Ll})/gu, ' ');
}

function narrowedBy(benchmark: string, report: FilingReport): string | null {
  const isWhole =
    /:(?:SalesRevenueNet|Revenues?|RevenueBenchmark|SalesRevenueGoodsNet|SalesRevenueServicesNet|RevenueFromContractWithCustomer\w*|AccountsReceivable|TradeAccountsReceivable|AccountsReceivableBenchmark|CostOfGoodsTotal|CostOfGoodsProductLine|CostOfSales|PurchasesBenchmark|NetSales|TotalRevenues?)Member$/i;
  return isWhole.test(benchmark) ? null : labelOf(benchmark, report);
}

function memberOf(fact: ReportedFact, axis: RegExp): string | null {
  return Object.entries(fact.dimensions).find(([name]) => axis.test(name))?.[1] ?? null;
}

/** Converts a fraction to percent without floating-point noise; null outside 0 to 100 %, where a scale is missing. */
function percentOf(value: string | null): number | null {
  const digits = value === null ? null : canonicalDecimal(value);
  const share = Number(digits);
  if (digits === null || !(share > 0 && share <= 1)) return null;
  return Number((share * 100).toFixed(6));
}

/** Balances refer to the last day, whatever the period of their context. */
function spanOf(fact: ReportedFact, of: ConcentrationOf): Span {
  return { start: of === 'receivables' ? null : fact.periodStart, end: fact.periodEnd };
}

/** Adds tagged revenue from a customer to its share of the same period, or as a separate statement. */
function withAmounts(
  shares: readonly TaggedConcentration[],
  report: FilingReport,
  known: KnownNames,
): TaggedConcentration[] {
  const all = [...shares];
  const seen = new Set<string>();
  for (const fact of report.facts) {
    const [[axis, member] = ['', ''], ...others] = Object.entries(fact.dimensions);
    if (others.length > 0 || !PARTY_AXIS.test(axis) || !REVENUE.has(fact.concept) || fact.periodStart === null)
      continue;
    if (fact.value === null || fact.unit === null || !/^[A-Z]{3}$/.test(fact.unit) || !(Number(fact.value) > 0))
      continue;
    const party = partyOf(member, 'customer', 'revenue', report, known);
    const key = `${party.label} ${fact.periodStart} ${fact.periodEnd}`;
    if (seen.has(key) || party.concentrationType !== 'customer') continue;
    seen.add(key);
    const stated = { amount: Number(fact.value), currency: fact.unit };
    const at = all.findIndex(
      concentration =>
        concentration.of === 'revenue' &&
        concentration.label === party.label &&
        concentration.span.start === fact.periodStart &&
        concentration.span.end === fact.periodEnd,
    );
    const share = all[at];
    if (share !== undefined) all[at] = { ...share, ...stated };
    else if (party.name !== null) {
      const span = { start: fact.periodStart, end: fact.periodEnd };
      all.push({ ...party, ...stated, pct: null, of: 'revenue', narrowed: null, span, elementId: fact.elementId });
    }
  }
  return all;
}

const REVENUE: ReadonlySet<string> = new Set(REVENUE_CONCEPTS);
