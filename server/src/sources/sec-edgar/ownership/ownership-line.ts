import type {
  InsiderLine,
  PriceQuality,
  TransactionClass,
} from '../../../domain/ownership/insiders/model/insider-report.ts';
import type { XmlElement } from '../../../formats/xbrl/xml-element.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { addDays, dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { writtenDays } from '../written-days.ts';
import { childOf, noteIdsOf, wordsOf, yesOrNo } from './xml-values.ts';

const PLAN = /10b5\s?[-\u2010-\u2015]?\s?1/i;
const NO_PLAN = /\bnot\b[^.;]{0,80}10b5\s?[-\u2010-\u2015]?\s?1/i;
const ADOPTED = /\b(?:adopted|entered\s+into|established|dated)\b((?:(?!\.\s+[A-Z])[^;]){1,150})/gi;
const NUMERIC_DAY = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/;

const AVERAGE_PRICE =
  /weighted[\s-]+average|average\s+(?:sales?|purchase|execution|trading)?\s*price|prices?\s+rang(?:ing|ed|es?)|range\s+of\s+prices|multiple\s+(?:trades|transactions)/i;

/** Values of all lines of a document. */
export interface LineContext {
  notes: ReadonlyMap<string, string>;
  /** The box on Rule 10b5-1 plans; null if the form has none. */
  planBox: boolean | null;
  /** Null if unknown. */
  filingDate: IsoDate | null;
  log: AnomalyLog;
}

const OLDEST_DAYS = 10 * 366;

/** Maximum number of digits of share counts and prices; longer numbers are invalid. */
const MAX_DIGITS = 40;

/** One row of either table: `nonDerivativeTransaction`, `derivativeHolding` … */
export function readLine(row: XmlElement, place: number, context: LineContext): InsiderLine {
  const at = `line ${place}`;
  const isHolding = row.localName.endsWith('Holding');
  const coding = childOf(row, 'transactionCoding');
  const amounts = childOf(row, 'transactionAmounts');
  const after = childOf(row, 'postTransactionAmounts');
  const nature = childOf(row, 'ownershipNature');
  const underlying = childOf(row, 'underlyingSecurity');
  const number = (element: XmlElement | undefined) => numberOf(element, at, context.log);
  const day = (name: string) => dayOf(childOf(row, name), at, context.log);
  const code = wordsOf(childOf(coding, 'transactionCode'))?.toUpperCase() ?? null;
  const price = priceOf(childOf(amounts, 'transactionPricePerShare'), code, at, context);
  const footnotes = notesOf(row, at, context);
  const line: InsiderLine = {
    place,
    isDerivative: row.localName.startsWith('derivative'),
    isHolding,
    securityTitle: wordsOf(childOf(row, 'securityTitle')) ?? '',
    transactionDate: day('transactionDate'),
    deemedExecutionDate: day('deemedExecutionDate'),
    transactionCode: code,
    transactionClass: code === null ? null : classOfCode(code),
    acquiredDisposed: oneOf(childOf(amounts, 'transactionAcquiredDisposedCode'), ['A', 'D'], at, context.log),
    shares: number(childOf(amounts, 'transactionShares')),
    ...price,
    totalValue: number(childOf(amounts, 'transactionTotalValue')),
    sharesOwnedFollowing: number(childOf(after, 'sharesOwnedFollowingTransaction')),
    directIndirect: oneOf(childOf(nature, 'directOrIndirectOwnership'), ['D', 'I'], at, context.log),
    natureOfOwnership: wordsOf(childOf(nature, 'natureOfOwnership')),
    isUnderPlan: isHolding ? null : isUnderPlan(footnotes, context.planBox),
    planAdoptionDate: isHolding ? null : (footnotes.map(planAdoptionDate).find(found => found !== null) ?? null),
    isEquitySwap: yesOrNo(childOf(coding, 'equitySwapInvolved')) === true || code === 'K',
    timeliness: isHolding ? null : timelinessOf(childOf(row, 'transactionTimeliness'), at, context.log),
    underlyingTitle: wordsOf(childOf(underlying, 'underlyingSecurityTitle')),
    underlyingShares: number(childOf(underlying, 'underlyingSecurityShares')),
    exercisePrice: number(childOf(row, 'conversionOrExercisePrice')),
    exercisableDate: day('exerciseDate'),
    expirationDate: day('expirationDate'),
    footnotes,
  };
  tellOddities(line, at, context);
  return line;
}

function tellOddities(line: InsiderLine, at: string, { filingDate, log }: LineContext): void {
  const { transactionCode: code, transactionDate: date } = line;
  if (line.securityTitle === '') log.add('insider_line_without_title', at, '');
  if (code !== null && line.transactionClass === null) log.add('unknown_transaction_code', at, code);
  if (!line.isHolding && code === null) log.add('insider_line_without_code', at, line.securityTitle);
  if (date === null || filingDate === null) return;
  if (date > filingDate) log.add('transaction_after_filing', at, `${date}, filed ${filingDate}`);
  if (date < addDays(filingDate, -OLDEST_DAYS))
    log.add('transaction_long_before_filing', at, `${date}, filed ${filingDate}`);
}

/** A price of 0 is valid for gifts and conversions, but not for purchases and sales. */
function priceOf(
  element: XmlElement | undefined,
  code: string | null,
  at: string,
  context: LineContext,
): { pricePerShare: string | null; priceQuality: PriceQuality } {
  const stated = numberOf(element, at, context.log);
  const isTrade = code === 'P' || code === 'S';
  if (stated === null || (isTrade && stated === '0')) return { pricePerShare: null, priceQuality: 'not_reported' };
  const isAverage = noteIdsOf(element).some(id => reportsAveragePrice(context.notes.get(id) ?? ''));
  return { pricePerShare: stated, priceQuality: isAverage ? 'weighted_average' : 'reported' };
}

/** By a note of the line, else by the box of the whole filing. */
function isUnderPlan(footnotes: readonly string[], planBox: boolean | null): boolean | null {
  return footnotes.some(namesPlan) ? true : planBox;
}

/** True if a note states that a trade was made under a Rule 10b5-1 plan. */
export function namesPlan(note: string): boolean {
  return PLAN.test(note) && !NO_PLAN.test(note);
}

/** The day of a plan's adoption in a note; null if it states none. */
function planAdoptionDate(note: string): IsoDate | null {
  if (!namesPlan(note)) return null;
  for (const [, after = ''] of note.matchAll(ADOPTED)) {
    const day = writtenDays(after)[0] ?? numericDay(after);
    if (day !== null) return day;
  }
  return null;
}

/** True if a note states that the price is an average, or that there were several. */
function reportsAveragePrice(note: string): boolean {
  return AVERAGE_PRICE.test(note);
}

/** `5/13/2019`, month first. */
function numericDay(text: string): IsoDate | null {
  const [, month = '', day = '', year = ''] = NUMERIC_DAY.exec(text) ?? [];
  return dateOrNull(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** An empty element means that the report is on time. */
function timelinessOf(element: XmlElement | undefined, at: string, log: AnomalyLog): InsiderLine['timeliness'] {
  if (element === undefined) return null;
  if (wordsOf(element) === null) return 'on_time';
  const code = oneOf(element, ['E', 'L'], at, log);
  return code === null ? null : code === 'E' ? 'early' : 'late';
}

function notesOf(row: XmlElement, at: string, { notes, log }: LineContext): string[] {
  return noteIdsOf(row).flatMap(id => {
    const note = notes.get(id);
    if (note === undefined) log.add('missing_footnote', at, id);
    return note ?? [];
  });
}

function numberOf(element: XmlElement | undefined, at: string, log: AnomalyLog): string | null {
  const words = wordsOf(element);
  if (words === null) return null;
  const digits = words.length > MAX_DIGITS ? null : canonicalDecimal(words);
  if (digits !== null && digits.length <= MAX_DIGITS) return digits;
  log.add('unreadable_number', at, `${element?.localName}: ${words}`);
  return null;
}

/** A date may carry the offset of a time zone, or a time. */
function dayOf(element: XmlElement | undefined, at: string, log: AnomalyLog): IsoDate | null {
  const words = wordsOf(element);
  if (words === null) return null;
  const day = dateOrNull(/^(\d{4}-\d{2}-\d{2})(?:$|[T+Z-])/.exec(words)?.[1]);
  if (day === null) log.add('unreadable_date', at, `${element?.localName}: ${words}`);
  return day;
}

function oneOf<Code extends string>(
  element: XmlElement | undefined,
  codes: readonly Code[],
  at: string,
  log: AnomalyLog,
): Code | null {
  const words = wordsOf(element);
  if (words === null) return null;
  const code = codes.find(code => code === words.toUpperCase());
  if (code === undefined) log.add('unknown_code', at, `${element?.localName}: ${words}`);
  return code ?? null;
}

/** The codes of the form (general instruction 8 of Form 4). K and V accompany other codes in early forms. */
const CODES: Readonly<Record<TransactionClass, string>> = {
  trade: 'PS',
  compensation: 'ADFIMOXC',
  other: 'GWLZJUHE',
  marker: 'KV',
};

const CLASS_OF = new Map<string, TransactionClass>();
for (const transactionClass of ['trade', 'compensation', 'other', 'marker'] as const) {
  for (const code of CODES[transactionClass]) CLASS_OF.set(code, transactionClass);
}

/** The class of a transaction code; null for codes that the form does not have. */
function classOfCode(code: string): TransactionClass | null {
  return CLASS_OF.get(code) ?? null;
}
