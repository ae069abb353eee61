import { COMPANY_TYPES, type CompanyType } from '../../../../filings/issuers/model/issuer.ts';
import { TYPE_EVIDENCE } from '../concepts/company-type-evidence.ts';
import { EXTENSION_MAP } from '../concepts/extension-map.ts';
import { LINE_ITEMS, type LineItem } from '../line-items.ts';
import type { Formula } from '../values/formulas/formula.ts';

/** Numbers of concepts: those that the rules name come first; concepts on statements are added per issuer. */
const conceptNumbers = new Map<string, number>();

function numberOf(concept: string): number {
  const known = conceptNumbers.get(concept);
  if (known !== undefined) return known;
  conceptNumbers.set(concept, conceptNumbers.size);
  return conceptNumbers.size - 1;
}

/** A formula with operands as numbers of codes and concepts (-1 = the other kind). */
export interface CompiledFormula {
  readonly text: string;
  readonly codes: Int16Array;
  readonly concepts: Int16Array;
  readonly weights: readonly number[];
  readonly optional: Uint8Array;
  /** Codes and concepts that the formula requires. */
  readonly neededCodes: Int16Array;
  readonly neededConcepts: Int16Array;
  /** Whether it only repeats another code. */
  readonly isAlias: boolean;
  /** Whether it adds concepts of filings, without codes. */
  readonly isSumOfConcepts: boolean;
}

export interface CompiledRatio {
  readonly text: string;
  readonly numerator: number;
  readonly denominator: number;
  readonly isAveraged: boolean;
}

/** The compiled rule of one code for one company type. */
export interface ChartRow {
  readonly number: number;
  readonly item: LineItem;
  readonly chain: Int16Array;
  /** Whether filings can state the code at all, for any issuer. */
  readonly isStated: boolean;
  readonly formulas: readonly CompiledFormula[];
  readonly ratio: CompiledRatio | null;
}

/** All rules of one company type; `rows` is null for codes that do not apply. */
export interface Chart {
  readonly companyType: CompanyType;
  readonly rows: readonly (ChartRow | null)[];
  readonly applicable: readonly ChartRow[];
  /** Rows that a filing can state, by the kind of their period. */
  readonly stated: Readonly<Record<'instant' | 'duration', readonly ChartRow[]>>;
  /** Stated amounts of durations that may be subtracted from each other. */
  readonly subtractable: readonly ChartRow[];
  /** Rows with formulas, by the kind of their period. */
  readonly formulated: Readonly<Record<'instant' | 'duration', readonly ChartRow[]>>;
  readonly ratios: readonly ChartRow[];
}

const codeNumbers = new Map(LINE_ITEMS.map((item, number) => [item.code, number]));

/** The number of a canonical code. Throws for an unknown code, because rules name codes by hand. */
export function codeNumber(code: string): number {
  const number = codeNumbers.get(code);
  if (number === undefined) throw new Error(`${code} is not a canonical code`);
  return number;
}

export const CODES_COUNT = LINE_ITEMS.length;
export const CODE_NAMES: readonly string[] = LINE_ITEMS.map(item => item.code);

/** Never derived by subtraction, because participating securities make the parts differ from the whole. */
const NEVER_SUBTRACTED = new Set(['net_income_common', 'preferred_dividends']);

const charts = new Map<CompanyType, Chart>(COMPANY_TYPES.map(type => [type, compile(type)]));

for (const evidence of TYPE_EVIDENCE) {
  for (const group of evidence.groups) for (const concept of group.concepts) numberOf(concept);
}

/**
 * Concepts that reports state for their period, even without flows of it: the employees of a year, and in British taxonomies until
 * 2014 the depreciation of a year and the par value of a share.
 */
export const PERIOD_CONCEPTS: readonly string[] = [
  'core:AverageNumberEmployeesDuringPeriod',
  'pt:ParValueOrdinaryShare',
  'pt:TangibleFixedAssetsDepreciationChargeForPeriod',
  'ae:TotalFixedAssetsDepreciationChargeInPeriod',
];

/** Assets that British balance sheets may show beside fixed and current assets, in each of their taxonomies. */
export const ASSETS_OUTSIDE_SUBTOTALS: readonly string[] = [
  'CalledUpShareCapitalNotPaidNotExpressedAsCurrentAsset',
  'PrepaymentsAccruedIncomeNotExpressedWithinCurrentAssetSubtotal',
];

/** Concepts that rules read although no chain contains them. */
for (const concept of [
  'us-gaap:ExciseAndSalesTaxes',
  'jppfs_cor:SubscriptionRightsToShares',
  'jppfs_cor:ShareAwardRights',
  ...PERIOD_CONCEPTS,
  ...['core', 'uk-gaap', 'pt', 'ae'].flatMap(prefix => ASSETS_OUTSIDE_SUBTOTALS.map(name => `${prefix}:${name}`)),
  ...EXTENSION_MAP.map(row => `ext:${row.concept}`),
])
  numberOf(concept);

/** The chart of a company type. */
export function chartOf(type: CompanyType): Chart {
  const chart = charts.get(type);
  if (!chart) throw new Error(`no chart for the company type ${type}`);
  return chart;
}

/** The number of a concept that some rule reads; undefined for others. */
export function conceptNumber(concept: string): number | undefined {
  return conceptNumbers.get(concept);
}

/** The number of a concept that a rule names. Throws if no chain, formula or evidence list contains it. */
export function knownConcept(concept: string): number {
  const number = conceptNumbers.get(concept);
  if (number === undefined) throw new Error(`${concept} is in no rule`);
  return number;
}

export const CONCEPT_NAMES: readonly string[] = Object.freeze([...conceptNumbers.keys()]);

function compile(type: CompanyType): Chart {
  const rows = LINE_ITEMS.map((item, number): ChartRow | null => {
    const rule = item.rules.find(candidate => candidate.companyTypes.includes(type));
    if (!rule) return null;
    const ratio = rule.formulas[0]?.ratio ?? null;
    const chain = Int16Array.from([...rule.usGaap, ...rule.ifrs, ...rule.mapped], numberOf);
    return {
      number,
      item,
      chain,
      isStated: chain.length > 0,
      formulas: ratio ? [] : rule.formulas.map(compileFormula),
      ratio: ratio && {
        text: rule.formulas[0]?.text ?? '',
        numerator: codeNumber(ratio.numerator),
        denominator: codeNumber(ratio.denominator),
        isAveraged: ratio.isAveraged,
      },
    };
  });
  return chartWith(type, rows);
}

/**
 * Reduces a chart to the rules that an issuer's facts can meet: chains and formulas without the concepts that it never
 * states. The result is the same as for the whole chart, with far fewer lookups.
 */
export function narrowChart({ companyType, rows }: Chart, isThere: (concept: number) => boolean): Chart {
  const narrowed = rows.map(
    (row): ChartRow | null =>
      row && {
        ...row,
        chain: row.chain.filter(isThere),
        formulas: row.formulas.filter(({ neededConcepts }) => neededConcepts.every(isThere)),
      },
  );
  return chartWith(companyType, narrowed);
}

function chartWith(companyType: CompanyType, rows: readonly (ChartRow | null)[]): Chart {
  const applicable = rows.filter(row => row !== null);
  const ofKind = (test: (row: ChartRow) => boolean) => ({
    instant: applicable.filter(row => row.item.periodType === 'instant' && test(row)),
    duration: applicable.filter(row => row.item.periodType === 'duration' && test(row)),
  });
  return {
    companyType,
    rows,
    applicable,
    stated: ofKind(row => row.isStated),
    subtractable: applicable.filter(isSubtractable),
    formulated: ofKind(row => row.formulas.length > 0),
    ratios: applicable.filter(row => row.ratio !== null),
  };
}

/** Whether a code of a duration may be subtracted: amounts, but not amounts per share, share counts or ratios. */
function isSubtractable({ item, isStated }: ChartRow): boolean {
  return isStated && item.periodType === 'duration' && item.unitKind === 'currency' && !NEVER_SUBTRACTED.has(item.code);
}

function compileFormula(formula: Formula): CompiledFormula {
  const needed = formula.terms.filter(term => !term.isOptional);
  return {
    text: formula.text,
    codes: Int16Array.from(formula.terms, term => (term.code === null ? -1 : codeNumber(term.code))),
    concepts: Int16Array.from(formula.terms, term => (term.concept === null ? -1 : numberOf(term.concept))),
    weights: formula.terms.map(term => term.weight),
    optional: Uint8Array.from(formula.terms, term => (term.isOptional ? 1 : 0)),
    neededCodes: Int16Array.from(needed.flatMap(term => (term.code === null ? [] : [codeNumber(term.code)]))),
    neededConcepts: Int16Array.from(needed.flatMap(term => (term.concept === null ? [] : [numberOf(term.concept)]))),
    isAlias: formula.terms.length === 1 && formula.terms[0]?.weight === 1,
    isSumOfConcepts: formula.terms.every(term => term.concept !== null && term.weight === 1),
  };
}
