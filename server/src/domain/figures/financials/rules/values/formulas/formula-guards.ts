import { ASSETS_OUTSIDE_SUBTOTALS, type Chart, type ChartRow, codeNumber, knownConcept } from '../../checks/chart.ts';
import { CONCEPT_MAPS } from '../../concepts/concept-maps.ts';
import { MINORITY_INCOME_CONCEPTS, ORDINARY_GROSS } from '../../concepts/concept-rules.ts';
import type { Cell, Cells } from '../cell.ts';
import type { SelectionContext } from '../selection/selection-context.ts';

export interface GuardInput {
  readonly row: ChartRow;
  readonly formula: string;
  readonly value: number;
  readonly cells: Cells;
  readonly chart: Chart;
  readonly context: SelectionContext;
}

type FormulaGuard = (input: GuardInput) => boolean;

function get(input: GuardInput, code: string): Cell | undefined {
  return input.cells[codeNumber(code)];
}

/** Whether the terms sum to zero within their rounding. */
function closes(terms: readonly (readonly [weight: number, cell: Cell])[]): boolean {
  let sum = 0;
  let width = 0;
  for (const [weight, cell] of terms) {
    sum += weight * cell.value;
    width += cell.half;
  }
  return Math.abs(sum) <= Math.max(1, width);
}

function agrees(value: number, others: readonly Cell[], sum: number): boolean {
  const width = others.reduce((total, cell) => total + cell.half, 0);
  return Math.abs(value - sum) <= Math.max(1, width);
}

const isNotNothing: FormulaGuard = input => input.value !== 0;

const OPERATING_LINES = [
  'selling_general_administrative',
  'selling_marketing',
  'general_administrative',
  'research_and_development',
  'amortization_of_intangibles',
  'restructuring',
  'impairment',
];

/**
 * Revenue less cost is gross profit only if the cost line is complete: the statement continues from there to operating
 * income with lines other than depreciation. If the presentation is known, it must not show depreciation beside the
 * cost.
 */
const isWholeCost: FormulaGuard = input => {
  const cost = get(input, 'cost_of_revenue');
  const revenue = get(input, 'revenue');
  if (!cost || !revenue || cost.basis === 'ex_dda' || cost.isByFormula || cost.value <= 0) return false;
  if (cost.has('off_face') || isDepreciationOnFace(input, cost.filing)) return false;
  const operating = get(input, 'operating_income');
  if (!operating) return false;
  const lines = OPERATING_LINES.map(code => get(input, code)).filter(cell => cell !== undefined && !cell.isByFormula);
  for (let mask = 0; mask < 1 << lines.length; mask++) {
    const terms: [number, Cell][] = [
      [1, revenue],
      [-1, cost],
      [-1, operating],
    ];
    for (const [at, line] of lines.entries()) if (line && (mask & (1 << at)) !== 0) terms.push([-1, line]);
    if (closes(terms)) return true;
  }
  const costs = get(input, 'operating_expenses');
  return (
    costs !== undefined &&
    !costs.isByFormula &&
    closes([
      [1, revenue],
      [-1, cost],
      [-1, costs],
      [-1, operating],
    ])
  );
};

const DEPRECIATION = [
  'us-gaap:DepreciationAndAmortization',
  'us-gaap:DepreciationDepletionAndAmortization',
  'us-gaap:DepreciationAmortizationAndAccretionNet',
  'us-gaap:Depreciation',
].map(knownConcept);

function isDepreciationOnFace(input: GuardInput, filing: number): boolean {
  const { reader } = input.context;
  return DEPRECIATION.some(concept => {
    const name = reader.observations.conceptNames[concept] ?? '';
    return reader.faces.isOn(filing, name, ['IS', 'CI']) === true;
  });
}

/** Only if the filer states the line in other periods; a line that it never shows is not derived. */
const isShownElsewhere: FormulaGuard = input => {
  const pretax = get(input, 'pretax_income');
  if (!input.context.statedElsewhere.has(input.row.number) || !pretax) return false;
  const lines = ['interest_income', 'interest_expense', 'other_nonoperating_income', 'equity_method_income']
    .map(code => [code === 'interest_expense' ? -1 : 1, get(input, code)] as const)
    .filter(([, cell]) => cell !== undefined && !cell.isByFormula);
  for (let mask = 0; mask < 1 << lines.length; mask++) {
    let sum = input.value - pretax.value;
    let width = pretax.half * 3;
    for (const [at, [weight, cell]] of lines.entries()) {
      if (!cell || (mask & (1 << at)) === 0) continue;
      sum += weight * cell.value;
      width += cell.half;
    }
    if (Math.abs(sum) > Math.max(1, width)) continue;
    return mask !== 0 || get(input, 'interest_expense') === undefined;
  }
  return false;
};

/** Lines that move cash outside the three activities change the meaning of the residual. */
const hasNoOtherFlows: FormulaGuard = input =>
  get(input, 'discontinued_cash_flow') === undefined && get(input, 'net_change_in_cash')?.basis == null;

const closesToTotal: FormulaGuard = input => {
  const total = get(input, 'net_income_including_minority') ?? get(input, 'net_income');
  if (input.formula !== 'pretax_income - income_tax' || !total || total.isByFormula) return true;
  if (MINORITY_INCOME_CONCEPTS.some(concept => input.context.reader.has(concept))) return true;
  const discontinued = get(input, 'income_discontinued_operations');
  return agrees(input.value, [total], total.value - (discontinued?.value ?? 0));
};

const closesToOperatingIncome: FormulaGuard = input => {
  if (input.formula === 'gross_profit - operating_income') return true;
  const gross = get(input, 'gross_profit');
  const operating = get(input, 'operating_income');
  return (
    gross !== undefined &&
    operating !== undefined &&
    agrees(input.value, [gross, operating], gross.value - operating.value)
  );
};

const closesToBenefits: FormulaGuard = input => {
  if (!input.formula.startsWith('premiums')) return true;
  const benefits = get(input, 'benefits_losses_expenses');
  const pretax = get(input, 'pretax_income');
  return (
    benefits !== undefined &&
    pretax !== undefined &&
    agrees(input.value, [benefits, pretax], benefits.value + pretax.value)
  );
};

/** Gains within operating income make revenue less operating income smaller than the stated costs. */
const holdsStatedCosts: FormulaGuard = input => {
  if (input.formula !== 'revenue - operating_income') return true;
  const stated = ['cost_of_revenue', ...OPERATING_LINES].map(code => get(input, code));
  return stated.every(cell => cell === undefined || cell.value <= input.value);
};

/**
 * With participating securities, income to common is not a difference: a filer that states it in other periods states
 * it here.
 */
const isNeverStated: FormulaGuard = input => !input.context.statedElsewhere.has(input.row.number);

/**
 * Profit less preferred dividends, unless earnings per share show that the stated profit is already that of common
 * shareholders: then nothing is subtracted, and that profit is flagged.
 */
const isCommonIncome: FormulaGuard = input => {
  if (!isNeverStated(input)) return false;
  const profit = get(input, 'net_income');
  const eps = get(input, 'eps_basic');
  const shares = get(input, 'weighted_shares_basic');
  if (!profit || !eps || !shares || shares.value <= 0) return true;
  const earned = eps.value * shares.value;
  const width = 0.005 * shares.value + Math.abs(eps.value) * shares.half + profit.half;
  if (Math.abs(earned - input.value) <= width || Math.abs(earned - profit.value) > width) return true;
  profit.flag('common_income');
  return false;
};

function conceptsOf(code: string, isWanted: RegExp): number[] {
  const concepts = CONCEPT_MAPS.flatMap(({ codes }) => codes.get(code)?.concepts ?? []);
  return concepts.filter(concept => isWanted.test(concept)).map(knownConcept);
}

/**
 * Profits of all owners in statements that need not show the minority's share: accounts by name, digests, and the
 * consolidated statements of Brazil. The parent's share is derived only if they show it.
 */
const PROFITS_OF_ALL: ReadonlySet<number> = new Set(
  conceptsOf('net_income_including_minority', /^ext:|^cvm:|^tse-|(SummaryOfBusinessResults|KeyFinancialData)$/),
);

/**
 * The same for equity. Net assets also include subscription rights: less the minority interest they are not the
 * parent's equity.
 */
const EQUITIES_OF_ALL: ReadonlySet<number> = new Set(
  conceptsOf(
    'equity_including_minority',
    /^ext:|^tse-|NetAssets$|NetAssetsSummary|(SummaryOfBusinessResults|KeyFinancialData)$/,
  ),
);

/**
 * Whether a formula that treats a missing minority interest as zero omits nothing. At SEC EDGAR a filer with minorities
 * states them wherever they matter.
 */
const isWithoutMinority =
  (total: string, part: string): FormulaGuard =>
  input => {
    const whole = get(input, total);
    if (whole === undefined || get(input, part)?.isByFormula === false) return true;
    const name = nameOf(input, whole);
    return name.startsWith('us-gaap:') || !input.context.hasMinority(whole.filing);
  };

function nameOf({ context }: GuardInput, cell: Cell): string {
  return context.reader.observations.conceptNames[cell.concept] ?? '';
}

const statesMinorityProfit: FormulaGuard = input =>
  get(input, 'net_income_minority')?.isByFormula === false ||
  (!PROFITS_OF_ALL.has(get(input, 'net_income_including_minority')?.concept ?? -1) &&
    isWithoutMinority('net_income_including_minority', 'net_income_minority')(input));

const OWN_CAPITAL = /^jppfs_cor:ShareholdersEquity|^tse-ed-t:OwnersEquity$/;

const statesMinorityEquity: FormulaGuard = input => {
  if (input.formula.startsWith('jppfs_cor:ShareholdersEquity')) return isWholeOwnCapital(input);
  if (input.formula.includes(':')) return true;
  if (EQUITIES_OF_ALL.has(get(input, 'equity_including_minority')?.concept ?? -1)) return false;
  const liabilities = get(input, 'total_liabilities');
  if (liabilities !== undefined && nameOf(input, liabilities).startsWith('jppfs_cor:')) return false;
  const whole =
    get(input, 'equity_including_minority') === undefined ? 'liabilities_and_equity' : 'equity_including_minority';
  return isWithoutMinority(whole, 'minority_interest')(input);
};

const [OTHER_INCOME, NET_ASSETS, ...BESIDE_OWN_CAPITAL] = [
  'jppfs_cor:ValuationAndTranslationAdjustments',
  'jppfs_cor:NetAssets',
  'jppfs_cor:NonControllingInterests',
  'jppfs_cor:MinorityInterests',
  'jppfs_cor:SubscriptionRightsToShares',
  'jppfs_cor:ShareAwardRights',
].map(knownConcept);

/** Equity without accumulated other comprehensive income is complete only if net assets leave no room for it. */
const isWholeOwnCapital: FormulaGuard = ({ value, context: { reader } }) => {
  const filing = reader.observations.filing[reader.newest(knownConcept('jppfs_cor:ShareholdersEquity'))] ?? -1;
  const read = (concept: number | undefined) => (concept === undefined ? null : reader.valueBy(concept, filing));
  const all = read(NET_ASSETS);
  if (read(OTHER_INCOME) !== null || all === null) return true;
  const beside = BESIDE_OWN_CAPITAL.reduce((sum, concept) => sum + (read(concept) ?? 0), 0);
  const grain = reader.observations.grains[filing] ?? 0;
  return Math.abs(all - beside - value) <= Math.max(1, 4 * grain);
};

/** Total less equity is only an estimate of liabilities if neither side of the balance sheet is totalled. */
const isOfTotal: FormulaGuard = input => {
  if (!input.formula.startsWith('liabilities_and_equity')) return true;
  if (input.value === 0) return false;
  return get(input, 'liabilities_and_equity')?.isByFormula !== true || !isDerivedOrSummary(input, 'total_assets');
};

/** Elements of summaries and digests, which show a few lines of each statement and omit those in between. */
const SUMMARY = /^tse-|(SummaryOfBusinessResults|KeyFinancialData)$/;

function isOfSummary(input: GuardInput, code: string): boolean {
  const name = input.context.reader.observations.conceptNames[get(input, code)?.concept ?? -1] ?? '';
  return SUMMARY.test(name);
}

function isDerivedOrSummary(input: GuardInput, code: string): boolean {
  const cell = get(input, code);
  return cell === undefined || cell.isByFormula || isOfSummary(input, code);
}

/** A summary states the parent's share alone, so a missing minority interest is not zero. */
const isWhollyShown: FormulaGuard = input =>
  get(input, 'net_income_minority') !== undefined ||
  (!isOfSummary(input, 'net_income') && isWithoutMinority('net_income', 'net_income_minority')(input));

/** Equity is not the total: subscription rights and minorities are beside it. */
const isAllEquity: FormulaGuard = input => {
  const equity = get(input, 'equity');
  if (!input.formula.startsWith('equity') || equity === undefined) return true;
  if (OWN_CAPITAL.test(nameOf(input, equity))) return false;
  return (
    get(input, 'minority_interest') !== undefined ||
    (!isOfSummary(input, 'equity') && isWithoutMinority('equity', 'minority_interest')(input))
  );
};

/** A summary shows no discontinued operations, which would be between profit before tax and profit. */
const isTaxAlone: FormulaGuard = input =>
  !isOfSummary(input, 'pretax_income') && !isOfSummary(input, 'net_income_including_minority');

const ASSETS_BESIDE = ['core', 'uk-gaap', 'pt', 'ae'].flatMap(prefix =>
  ASSETS_OUTSIDE_SUBTOTALS.map(name => knownConcept(`${prefix}:${name}`)),
);

/** British balance sheets may show assets beside fixed and current ones, so the two are not the total. */
const holdsAllAssets: FormulaGuard = ({ cells, context }) => {
  const filing = cells[codeNumber('current_assets')]?.filing ?? -1;
  return ASSETS_BESIDE.every(concept => (context.reader.valueBy(concept, filing) ?? 0) === 0);
};

/** A summary omits the effect of exchange rates. */
const showsAllFlows: FormulaGuard = input => !isOfSummary(input, 'operating_cash_flow');

/** Ordinary revenue of a bank is before its interest expense, so no net total can be derived from it. */
const isOfNetRevenue: FormulaGuard = input => get(input, 'revenue')?.basis !== ORDINARY_GROSS;

const isFromReported =
  (code: string): FormulaGuard =>
  input =>
    get(input, code)?.isByFormula === false;

const GUARDS: ReadonlyMap<number, FormulaGuard> = new Map(
  Object.entries({
    gross_profit: isWholeCost,
    operating_income: isShownElsewhere,
    operating_expenses: closesToOperatingIncome,
    costs_and_expenses: holdsStatedCosts,
    operating_cash_flow: hasNoOtherFlows,
    investing_cash_flow: hasNoOtherFlows,
    financing_cash_flow: hasNoOtherFlows,
    income_continuing_operations: closesToTotal,
    net_income_common: isCommonIncome,
    net_income_minority: isNotNothing,
    minority_interest: (input: GuardInput) => isNotNothing(input) && statesMinorityEquity(input),
    equity: statesMinorityEquity,
    equity_including_minority: isAllEquity,
    net_income: statesMinorityProfit,
    income_tax: isTaxAlone,
    total_assets: holdsAllAssets,
    benefits_losses_expenses: isOfNetRevenue,
    total_liabilities: isOfTotal,
    net_income_including_minority: isWhollyShown,
    net_change_in_cash: showsAllFlows,
    noninterest_income: isOfNetRevenue,
    noninterest_expense: isOfNetRevenue,
    preferred_dividends: isNotNothing,
    treasury_shares: isNotNothing,
    restricted_cash: isNotNothing,
    other_nonoperating_income: isFromReported('operating_income'),
    other_comprehensive_income: isFromReported('comprehensive_income'),
    revenue: (input: GuardInput) => isNotNothing(input) && closesToBenefits(input),
  }).map(([code, guard]) => [codeNumber(code), guard]),
);

/** Amounts that cannot be negative are not derived as negative; changes of balances may have either sign. */
function isSignPossible({ row, value }: GuardInput): boolean {
  const { sign, code } = row.item;
  return value >= 0 || (sign !== 'pos' && sign !== 'outflow') || code.startsWith('change_in_');
}

/** Whether a formula's result may represent its code. */
export function formulaGuard(input: GuardInput): boolean {
  if (!isSignPossible(input)) return false;
  return GUARDS.get(input.row.number)?.(input) ?? true;
}
