import type { ParsedSentence } from '../../../../formats/prose/clauses.ts';
import { parseSentence } from '../../../../formats/prose/grammar/parse-sentence.ts';
import { paragraphsOf, type Sentence, splitSentences } from '../../../../formats/prose/sentences.ts';
import { readStatedDates } from '../../../../formats/prose/stated-dates.ts';
import { addDays, type IsoDate } from '../../../../kernel/dates.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import type { Guidance } from '../../earnings/model/earnings-release.ts';
import { bindMetric } from './bind-metrics.ts';
import { isPrevious, readDirection, readDirectionAt } from './directions.ts';
import { isExpected } from './expectations.ts';
import { isCompared, isPart, periodNear } from './figure-context.ts';
import { type BoundMetric, readMetrics } from './metrics.ts';
import { EXPECTED, isNamedIn, isOfOther, isOfPastClause, isOfQuarters, isOfSource } from './other-subjects.ts';
import { readGrid, statementsIn } from './outlook-grid.ts';
import { readOutlookTable, type TabledGuidance } from './outlook-tables.ts';
import { isHedged, readFigures, type StatedFigure } from './stated-figures.ts';
import { mayNamePart, type Period, readPeriods, readReportedPeriod, type StatedPeriod } from './stated-periods.ts';
import { addPrevious, distinct, isGrowthOfStated, toGuidance, withoutSchedules, withPrevious } from './statements.ts';

/** Raise it when the rules change: `asfiled reprocess --from text` then reads stored releases again. */
export const GUIDANCE_RULES_VERSION = '8';

/** What the reader knows of the document. */
export interface GuidanceContext {
  /** Day of filing; earlier years are results. Null if unknown. */
  filed: IsoDate | null;
  /** The period that the document reports on, if a source states it; otherwise the first lines of the text do. */
  reported?: Period | null;
  /** The sentences of the text, if already split: then their parse is shared. */
  sentences?: readonly Sentence[];
}

const MAX_STATEMENTS = 80;

/**
 * Guidance that a text states: a measure, its figure or range, and the period, in a sentence that states an expectation, in a list
 * item or a table under an outlook. Sentences of one paragraph share a period. English only; offsets refer to the text.
 */
export function readGuidance(text: string, context: GuidanceContext = { filed: null }): Guidance[] {
  if (!MENTIONS_OUTLOOK.test(text)) return [];
  return distinct(new GuidanceReader(text, context).read()).slice(0, MAX_STATEMENTS);
}

const MENTIONS_OUTLOOK =
  /\b(?:expect|anticipat|estimat|project|forecast|target|guidance|outlook|plans? to|intend|budget|(?:will|should) (?:be|total|approximate|range)|on (?:track|pace)\b|likely\b|comfortable\b|sees?\b|growth (?:model|algorithm)\b)/i;
const EXPECTATION =
  /\b(?:expect|anticipat|estimat|project|forecast|target|guid(?:ance|e|ing)|outlook|assum|plan|intend|budget|will|should|on (?:track|pace)\b|likely\b|comfortable\b|sees?\b|growth (?:model|algorithm)\b)/i;
const OUTLOOK = /\b(?:targets?|outlook|guidance|forecasts?|expectations?|projections?)\d?\b/i;
const OF_OUTLOOK =
  /\b(?:targets?|outlook|guidance|forecasts?|expect(?:s|ed|ations?)?|anticipates?|projections?|projected|estimates?)\d?\b/i;
/** What is stated of these is no guidance on the results of operations. */
const NO_GUIDANCE =
  /\bperformance obligation|\bcontract liabilit|\bdeferred revenue\b|\bunrecognized\b|\bunearned\b|\bbacklog\b|\btransaction price\b|\bpurchase price\b|\bemissions?\b|\bgreenhouse\b|\brenewable\b|\bnet proceeds\b|\bfair value\b|\bleases? (?:that|which|with|have|not)|\baddressable\b|\bhypothetical\b|\bbonus|\bmerger consideration\b|\bper annum\b|\bbreach\b|\bcovenant|\bGDP\b|\bunemployment\b|\bfederal funds\b|\bmacroeconomic (?:forecasts?|scenarios?|variables?)/i;
/** What an estimate rests on, before or behind the figure. */
const ASSUMED =
  /\bdiscount rates?\b|\breturn on (?:\p{L}+ )?assets\b|\btrend rates?\b|\b(?:expected|price|implied|historical) volatility\b|\bvolatility of\b|\blong-term rates? of return\b/iu;
/** Boilerplate about statements like these. */
const SAFE_HARBOUR = /\bforward-looking statements?\b/i;
const MAX_HEADING_CHARS = 140;
/** Guidance that was given longer ago is history. */
const MAX_DAYS_SINCE = 120;
const MAX_SINCE_OUTLOOK = 3;

interface Outlook {
  period: Period | null;
  isAdjusted: boolean;
  caption: string;
}

class GuidanceReader {
  readonly #text: string;
  readonly #context: GuidanceContext;
  readonly #sentences: readonly Sentence[];
  readonly #reported: Period | null;
  readonly #headline: string;
  #outlook: Outlook | null = null;
  /** Paragraphs since the outlook began. */
  #sinceOutlook = 0;
  /** The only period of the last expectations, and how many sentences may still mean it. */
  #period: Period | null = null;
  #mayFollow = 0;
  /** A sentence before said that the outlook follows: then a measure and its figure without a verb are part of it. */
  #isAnnounced = false;
  /** The last part of a year that the text names with its year. */
  #named: Period | null = null;

  constructor(text: string, context: GuidanceContext) {
    this.#text = text;
    this.#context = context;
    this.#sentences = context.sentences ?? splitSentences(text);
    this.#reported = context.reported ?? readReportedPeriod(text);
    this.#headline = text.slice(0, 1_500);
  }

  read(): Guidance[] {
    const found: Guidance[] = [];
    let from = 0;
    let next = 0;
    let previous = '';
    for (const paragraph of paragraphsOf(this.#text)) {
      const start = this.#text.indexOf(paragraph, from);
      from = start + paragraph.length;
      const first = next;
      while (next < this.#sentences.length && (this.#sentences[next]?.start ?? 0) < from) next++;
      if (paragraph.includes(' | ')) {
        appendAll(found, this.#readTable(paragraph, start, previous));
        continue;
      }
      this.#sinceOutlook++;
      appendAll(found, this.#readParagraph(paragraph, this.#sentences.slice(first, next)));
      previous = paragraph.trim();
    }
    return found;
  }

  /** Statements of a table that are not of the past, with their words. */
  #stated(statements: readonly TabledGuidance[], caption: string): Guidance[] {
    return statements.flatMap(({ direction, ...one }) => {
      const { fiscalYear, fiscalPeriod } = one;
      if (fiscalYear !== null && this.#isPast({ fiscalYear, fiscalPeriod: fiscalPeriod ?? 'fy' }, false)) return [];
      const quote = this.#text.slice(one.charStart, one.charEnd);
      return [{ ...one, quote, direction: direction ?? this.#directionOf(caption, one.metric, fiscalPeriod) }];
    });
  }

  #readTable(table: string, start: number, caption: string): Guidance[] {
    const hyphened = withHyphens(table);
    const head = hyphened.split('\n').slice(0, 4).join(' ');
    const isOutlook =
      OUTLOOK.test(caption) || EXPECTED_CAPTION.test(caption) || OUTLOOK.test(head.replace(/ \|.*/, ''));
    // Under a heading only a table close behind it: later ones are of results.
    const isUnderHeading = this.#outlook !== null && this.#sinceOutlook <= MAX_SINCE_OUTLOOK;
    if (!isOutlook && !isUnderHeading && !OUTLOOK.test(head)) return [];
    // A paragraph above a table speaks of other things too: its last sentence introduces the table.
    const lead = caption.length > MAX_HEADING_CHARS ? (splitSentences(caption).at(-1)?.text ?? '') : caption;
    if (
      NO_GUIDANCE.test(`${lead} ${head}`) ||
      ASSUMED.test(`${lead} ${head}`) ||
      NO_OUTLOOK_TABLE.test(`${lead} ${head}`)
    )
      return [];
    const captionPeriod = onlyPeriod(readPeriods(caption, this.#reported)) ?? this.#outlook?.period ?? null;
    const context = {
      caption,
      period: captionPeriod,
      reported: this.#reported,
      isOutlook,
      isAhead: EXPECTED_CAPTION.test(caption) || (OUTLOOK.test(caption) && /[.:]$/.test(caption)),
      isReconciliation: RECONCILES.test(caption) || /\breconcil/i.test(head),
    };
    const stated = this.#stated(readOutlookTable(hyphened, start, context), caption);
    if (!isOutlook && !isUnderHeading) return stated;
    const [outlook, period] = [this.#outlook, this.#period];
    this.#outlook ??= { period: captionPeriod, isAdjusted: false, caption };
    this.#period = captionPeriod;
    for (const { text, start: from, end } of statementsIn(readGrid(table, start)))
      appendAll(stated, this.#readSentence({ quote: text, text, start: from, end, leadIn: null, previous: null }));
    [this.#outlook, this.#period] = [outlook, period];
    return stated;
  }

  #readParagraph(paragraph: string, sentences: readonly Sentence[]): Guidance[] {
    const trimmed = paragraph.trim();
    const isItem = LIST_ITEM.test(trimmed);
    const isHeading = !isItem && trimmed.length <= MAX_HEADING_CHARS && !/[.;,]$/.test(trimmed);
    if (isHeading && !HAS_FIGURE.test(trimmed)) this.#openOrClose(trimmed);
    if (SAFE_HARBOUR.test(trimmed) && !isHeading) return [];
    if (this.#outlook?.period != null) this.#period = this.#outlook.period;
    const found = sentences.flatMap(sentence => this.#readSentence(sentence));
    if (trimmed.endsWith(':') && OF_OUTLOOK.test(trimmed.slice(-MAX_LEAD_CHARS)))
      this.#open(trimmed.slice(-MAX_LEAD_CHARS));
    return found;
  }

  #openOrClose(heading: string): void {
    if (OUTLOOK.test(heading) && !NO_OUTLOOK_HEADING.test(heading)) this.#open(heading);
    else if (!heading.endsWith(':') && !isSubheading(heading)) {
      this.#outlook = null;
      this.#period = null;
    } else if (this.#outlook !== null) this.#period = onlyPeriod(readPeriods(heading, this.#reported)) ?? this.#period;
  }

  #open(words: string): void {
    const period = onlyPeriod(readPeriods(words, this.#reported)) ?? this.#outlook?.period ?? null;
    this.#outlook = { period, isAdjusted: false, caption: words };
    this.#sinceOutlook = 0;
    this.#period = period;
  }

  #readSentence(sentence: Sentence): Guidance[] {
    // Lines of a text are joined, so that rules read single spaces.
    const quote = withHyphens(sentence.text);
    const isLed =
      (sentence.leadIn !== null && OF_OUTLOOK.test(sentence.leadIn)) ||
      /\b(?:guidance|outlook)\b[^.;:]{0,60}\bas follows\s?[;:]/i.test(quote) ||
      /^[^.;:$€£]{0,60}\b(?:guidance|outlook)\b[^.;:$€£]{0,30}:\s/i.test(quote);
    const isAhead = this.#outlook !== null || isLed || (this.#isAnnounced && this.#mayFollow > 0);
    if (mayNamePart(quote))
      this.#named =
        readPeriods(quote).findLast(({ period }) => period !== null && period.fiscalPeriod !== 'fy')?.period ??
        this.#named;
    if (this.#outlook === null && --this.#mayFollow < 0) this.#endDiscourse();
    if (!isAhead && !EXPECTATION.test(quote)) {
      // Results of a period: what follows may be of it.
      const isDiscourse = this.#period !== null || this.#isAnnounced;
      if (isDiscourse && readPeriods(quote, this.#reported).length > 0) this.#endDiscourse();
      return [];
    }
    if (OF_SEGMENT.test(quote)) this.#endDiscourse();
    const periods = this.#periodsOf(quote).filter(period => !isOfSource(quote, period.start));
    if (!HAS_FIGURE.test(quote) || NO_GUIDANCE.test(quote)) {
      if (periods.length > 0 && EXPECTATION.test(quote)) this.#follow(quote, periods);
      return [];
    }
    const figures = readFigures(quote);
    if (figures.length === 0) return [];
    const parsed = parseSentence(quote === sentence.quote ? sentence : { ...sentence, quote });
    if (this.#isHistory(parsed)) return [];
    const metrics = readMetrics(quote, parsed);
    const own = periods.filter(period => !isOfPastClause(period, parsed));
    const inherited =
      (sentence.leadIn === null ? null : onlyPeriod(readPeriods(sentence.leadIn, this.#reported))) ?? this.#period;
    const said = readDirection(quote);
    const isChange = said !== null || /\b(?:revis|narrow|tighten|updat)/i.test(quote);
    const found: Guidance[] = [];
    const previous: { bound: BoundMetric; figure: StatedFigure }[] = [];
    for (const [at, figure] of figures.entries()) {
      const isOld =
        isPrevious(quote, figure.start, isChange) ||
        IN_PREVIOUS.test(quote.slice(Math.max(0, figure.start - 40), figure.start));
      if ((isCompared(quote, figure.start) && !isOld) || isPart(quote, figure) || isOfOther(quote, figure)) continue;
      const bound = bindMetric(quote, figures, at, metrics);
      if (bound === null || ASSUMED.test(around(quote, figure))) continue;
      if (isOld) {
        previous.push({ bound, figure });
        continue;
      }
      // `our projected spending for 2025 is $5 million`
      const isNamedAhead = isAhead || bound.metric?.isExpected === true;
      if (!isExpected(parsed, figure, isNamedAhead)) continue;
      // Below a heading results may follow: they are exact, and no word of theirs looks ahead.
      if (isAhead && !isLed && !EXPECTATION.test(quote) && !isHedged(quote, figure)) continue;
      const near = periodNear(quote, figure, figures, at, own);
      const mayInherit = isAhead || bound.metric?.isNamed === true;
      // Savings add up until a year: `savings of $5 million through 2027`.
      const until = bound.code === 'cost_savings' ? near?.until : undefined;
      const period = near === undefined ? (mayInherit ? inherited : null) : (near.period ?? until ?? null);
      if (period?.fiscalPeriod === 'fy' && bound.metric !== null && isOfQuarters(quote, bound.metric)) continue;
      const isLasting = period === null && near === undefined && isLongTerm(quote, bound);
      if (period === null && !isLasting) continue;
      if (period !== null && this.#isPast(period, /\b(?:expect|anticipat)/i.test(quote))) continue;
      const direction =
        readDirectionAt(quote, figure.start) ??
        this.#directionOf(this.#outlook?.caption ?? '', bound.code, period?.fiscalPeriod ?? null);
      appendAll(found, toGuidance(bound, figure, period, direction, sentence));
    }
    for (const { bound, figure } of previous) addPrevious(found, bound, figure);
    // After a sentence of several periods it is open which one the next sentence means.
    if (own.length > 0 && (found.length > 0 || !isAhead)) this.#follow(quote, own);
    const stated = withPrevious(found, said);
    return withoutSchedules(stated.filter(guidance => !isGrowthOfStated(guidance, stated)));
  }

  /** `On October 12, 2021, the Company increased its target`: long before the filing. */
  #isHistory({ text, clauses }: ParsedSentence): boolean {
    const { filed } = this.#context;
    if (filed === null) return false;
    const told = clauses.find(
      ({ verb, form, relation }) =>
        form === 'finite' && IN_TURN.has(relation) && verb.tense === 'past' && EXPECTED.has(verb.main.lemma),
    );
    const [day] = told === undefined ? [] : readStatedDates(text.slice(0, told.verb.start));
    return day !== undefined && day.last < addDays(filed, -MAX_DAYS_SINCE);
  }

  #follow(quote: string, periods: readonly StatedPeriod[]): void {
    const [first] = periods;
    const isTopic = first !== undefined && TOPIC.test(quote.slice(0, first.start));
    this.#period = isTopic ? first.period : onlyPeriod(periods);
    this.#mayFollow = MAX_FOLLOWING;
    this.#isAnnounced =
      this.#period !== null && !OF_SEGMENT.test(quote) && (this.#isAnnounced || ANNOUNCES.test(quote));
  }

  #endDiscourse(): void {
    this.#period = null;
    this.#isAnnounced = false;
  }

  /** The periods of a sentence, without those that it compares with. Parts of a year without a year are of its only year. */
  #periodsOf(quote: string): StatedPeriod[] {
    const isOwn = (period: StatedPeriod) => !isCompared(quote, period.start);
    const years = new Set(
      readPeriods(quote)
        .filter(isOwn)
        .map(period => period.period?.fiscalYear),
    );
    const [year = null] = years.size === 1 ? years : [];
    const found = readPeriods(quote, this.#reported, year).filter(isOwn);
    if (found.length > 0 || this.#named === null) return found;
    // `the first quarter` after `the first quarter of fiscal 2026`
    const { fiscalYear, fiscalPeriod } = this.#named;
    return readPeriods(quote, null, fiscalYear).filter(
      period => isOwn(period) && period.period?.fiscalPeriod === fiscalPeriod,
    );
  }

  /** Periods before that of the filing are results. Of the year before, only what a company still expects is guidance. */
  #isPast({ fiscalYear, fiscalPeriod }: Period, isStrong: boolean): boolean {
    const { filed } = this.#context;
    if (
      this.#reported !== null &&
      fiscalYear === this.#reported.fiscalYear &&
      fiscalPeriod === this.#reported.fiscalPeriod
    )
      return !isStrong;
    if (filed === null) return false;
    const year = Number(filed.slice(0, 4));
    return fiscalYear < year - 1 || fiscalYear > year + MAX_YEARS_AHEAD || (fiscalYear === year - 1 && !isStrong);
  }

  /** The direction of a caption, or of a headline that names the measure and the same kind of period. */
  #directionOf(caption: string, metric: string, fiscalPeriod: Guidance['fiscalPeriod']): Guidance['direction'] {
    const said = readDirection(caption);
    if (said !== null) return said;
    for (const line of this.#headline.split('\n')) {
      const direction = readDirection(line);
      // A figure that the text expects is not withdrawn by a headline on others.
      if (direction === null || direction === 'initiated' || direction === 'withdrawn') continue;
      const isAnnual =
        /\bannual|\bfull[- ](?:fiscal )?year|\bfull-year|\byear\b|\bFY ?\d|\bfiscal (?:20)?\d\d\b|(?<!quarter (?:of )?(?:fiscal )?)\b20\d\d\b/i.test(
          line,
        ) && !/\bquarter (?:guidance|outlook)/i.test(line);
      if (isAnnual !== (fiscalPeriod === 'fy')) continue;
      if (metric === '' || isNamedIn(line, metric)) return direction;
    }
    return 'initiated';
  }
}

/** `(previously a 1.5 percent decline)` */
const IN_PREVIOUS = /\((?:previously|prior|was|formerly)[:,]?\s(?:an? |approximately |about )*$/i;

/** `Non GAAP net income` is `Non-GAAP net income`. */
function withHyphens(text: string): string {
  return text.replace(/\b(non) (?=GAAP\b)/gi, '$1-');
}

/** `our long-term target for annual EPS growth is 10%`, `annual savings of $5 million`: rates without a year. */
function isLongTerm(quote: string, { code, unit }: BoundMetric): boolean {
  if (code === 'cost_savings') return /\b(?:annual|annualized|run[- ]rate)\b/i.test(quote);
  return (unit === 'percent' || unit === 'points') && LONG_TERM.test(quote);
}

const LONG_TERM =
  /\b(?:long[- ]term|ongoing|over time|each year|per year|annually|annual(?= (?:\p{L}+[- ]){0,3}(?:growth|increase|rate|payout)))\b/iu;

const IN_TURN: ReadonlySet<string> = new Set(['main', 'coordinate']);

/** The words close to a figure, in its own part of the sentence. */
function around(text: string, { start, end }: StatedFigure): string {
  const before = text.slice(Math.max(0, start - 70), start);
  const after = text.slice(end, end + 50);
  return `${before.slice(before.search(/[^,;(]*$/))}# ${/^(?:(?!\b(?:based|assuming|using|which|compared)\b)[^,;)])*/.exec(after)?.[0] ?? ''}`;
}

/** Sentences that may go on with the period of an expectation. */
const MAX_FOLLOWING = 5;
/** `For 2022, …`, `Turning to our outlook for the third quarter`: the period that what follows is of. */
const TOPIC =
  /^(?:(?:now|so|and|finally|lastly|next|overall|then),?\s)*(?:(?:let me|i['’]ll|i will|we['’]ll|i['’]d like to)\s(?:\p{L}+\s){0,3})?(?:(?:looking|turning|moving|shifting|switching|going)\s(?:\p{L}+\s){0,3})?(?:for|in|as for|regarding|to|into|with|on)\s(?:(?:our|the|full|entire|fiscal)\s|\p{L}+\s(?:for|in)\s){0,4}$/iu;
/** `Moving now to 2022 guidance.`, `we expect the following for fiscal 2021` */
const ANNOUNCES = /\b(?:guidance|outlook|the following|as follows)\b/i;
/** `Our guidance for AeroTech`, `in our Chemicals segment`: what follows is not of the whole company. */
const OF_SEGMENT =
  /\b(?:guidance|outlook|forecast|expectations?)\s(?:for|in|at)\s(?:the\s|our\s)?(?!Q[1-4]\b|FY|H[12]\b|GAAP|EPS|EBITDA|(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}\p{L}+|\b(?:in|for|at|within)\s(?:the\s|our\s|its\s)?(?:[\p{L}&-]+\s){0,4}(?:segment|division|business unit)\b/u;
const MAX_YEARS_AHEAD = 3;
const MAX_LEAD_CHARS = 300;
const EXPECTED_CAPTION =
  /\b(?:we|company|management)(?: \p{L}+)? (?:now |currently |still )?(?:expects?|anticipates?|projects?|estimates?)\b[^.]*:?$/iu;
/** A heading of a reconciliation, or a sentence that announces one. */
const RECONCILES =
  /^(?=.{0,160}$).*\breconcil|\b(?:following|table|below)\b[^.]*\breconcil[^.]*[.:]?$|\breconcil[^.]*\b(?:following|table|as follows)\b[^.]*[.:]?$/i;
const NO_OUTLOOK_TABLE =
  /\b(?:officers?|awards?|bonus|pension|retirement|benefit (?:plans?|payments?|obligations?)|plan assets|actuarial|weighted[- ]average assumptions?|inventor(?:y|ies)|deferred tax|carryforwards?|contractual obligations|maturit(?:y|ies)|lease)\b/i;
const LIST_ITEM = /^(?:[•·●▪◦‣*–—-]|\(?(?:[a-z]|[ivx]{1,5}|\d{1,2})[.)]\s)/;
const HAS_FIGURE =
  /[$€£¥]\s?\(?\.?\d|\d\s?(?:%|percent|per cent|cents?\b|¢|bps|basis point)|\d (?:thousand|million|billion)|\d[MBK]\b|\d,\d{3}\b|\b\d[\d,]* (?:\p{L}+ ){0,3}(?:stores|restaurants|units|locations|centers|hotels|rooms|homes|clinics|branches|wells|rigs|vehicles|aircraft|shops|salons|clubs|facilities|communities|schools|theaters)\b/iu;
const NO_OUTLOOK_HEADING =
  /\b(?:reports?|announces?|rais(?:es|ed|ing)|re-?affirms?|reiterates?|lowers?|increases?|issues|withdraws?)\b|\bforward-looking\b|\bconference call\b|\bbonus\b|\bprice targets?\b|\btarget (?:bonus|award)/i;

/** `Full year 2025`, `Third quarter`: a part of an outlook. */
function isSubheading(heading: string): boolean {
  return heading.length < 60 && /\b(?:20\d\d|quarter|year|FY ?\d\d|Q[1-4]|assumptions?|GAAP)\b/i.test(heading);
}

function onlyPeriod(periods: readonly StatedPeriod[]): Period | null {
  const [first, ...others] = periods;
  if (first === undefined) return null;
  const isSame = ({ period }: StatedPeriod) =>
    period?.fiscalYear === first.period?.fiscalYear && period?.fiscalPeriod === first.period?.fiscalPeriod;
  return others.every(isSame) ? first.period : null;
}
