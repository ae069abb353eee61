import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import type { ConcentrationOf, ConcentrationType } from '../model.ts';
import { type Base, cutBase, readBase } from './bases.ts';
import {
  COUNTERPARTY_NOUN,
  CUSTOMER_NOUN,
  readGroup,
  readLabels,
  readMeantGroup,
  SUPPLIER_NOUN,
} from './counterparties.ts';
import type { KnownNames } from './known-names.ts';
import { type Mention, readNameList } from './names.ts';
import { type FiscalCalendar, readPeriods, type Span } from './periods.ts';

/** A share of one customer, supplier or group that a sentence states for one period. */
export interface StatedShare {
  concentrationType: Extract<ConcentrationType, 'customer' | 'supplier'>;
  /** Null if no company is named. */
  name: string | null;
  label: string;
  groupSize: number | null;
  /** Null if the sentence states only a threshold. */
  pct: number | null;
  thresholdPct: number | null;
  isAtLeast: boolean;
  of: ConcentrationOf;
  narrowed: string | null;
  span: Span;
}

const NUMBER = '\\d{1,3}(?:\\.\\d+)?';
const PCT = `${NUMBER} ?(?:%|per ?cent\\b)`;
const QUALIFIER =
  '(?:approximately|about|nearly|roughly|almost|around|an aggregate of|a total of|in (?:the )?aggregate|collectively)';
const AT_LEAST = '(?:more than|greater than|over|in excess of|at least)';
const PCTS = `(?:${QUALIFIER},? )*(${AT_LEAST} )?(?:${QUALIFIER} )*(${PCT}(?:(?:,? and|,) (?:${QUALIFIER} )?${PCT})*)( or (?:more|greater))?`;
const STATES =
  '(?:accounted for|accounts? for|represented|represents?|comprised|comprises?|constituted|constitutes?|contributed|contributes?|made up|generated|amounted to)';

const AMOUNT = '\\$ ?[\\d.,]+(?: (?:million|billion|thousand))?';

/** Matches `… accounted for 18.0% and 14.1%, respectively, of the Company's revenues`. */
const FORWARD = new RegExp(
  `\\b(?:${STATES}|(?:${STATES}|was|were|totall?ed)(?: approximately| about)? ${AMOUNT}(?: (?:in|of) [a-z ]{3,30})?,? (?:or|representing)),? ${PCTS},?(?: respectively,?)? (?:of|to) ((?:(?!\\b${STATES}\\b)[^;])*)`,
  'gi',
);
/** Matches `approximately 40% of accounts receivable represented amounts due from …`. */
const BACKWARD = new RegExp(
  `${PCTS} of ([^,;]{3,60}?) (?:(?:was|were|is|are|has been|have been) )?(?:derived from|attributable to|generated (?:by|from)|made to|represented amounts due from|due from|earned from)(?: sales to| sales made to)? (.*)`,
  'gi',
);

/** Marks a share as a supposition, a plan or a rule. */
const HYPOTHETICAL =
  /\b(?:may|might|could|would|should|if|expects?|anticipates?|in the event|is considered|are considered|defined as|each of which we)\b/i;

const NOBODY = new RegExp(
  `\\bno (?:single |individual |one |third[- ]party |end )*(${COUNTERPARTY_NOUN.source.slice(2, -2)})(?: of the Company| in any)?(?: individually)?(?: (?:that|who|which))?(?: has| have)? ${STATES.replace('(?:', '(?:exceeded|')} ${PCTS}(?: (?:of|in) ((?:(?!\\b${STATES}\\b)[^;])*))?`,
  'i',
);
const NOT_ANY = new RegExp(
  `\\b(?:did not have any|had no|there were no|there was no|none of (?:our|its|the company['’]s)) (?:single |individual |one )*(${COUNTERPARTY_NOUN.source.slice(2, -2)}) (?:(?:that|who|which|with|whose)(?: individually)?(?: (?:sales|purchases))? )?(?:${STATES.replace('(?:', '(?:exceeded|')} )?${PCTS} of ((?:(?!\\b${STATES}\\b)[^;])*)`,
  'i',
);

/** `38% of revenue for 2002, an increase from 35% for 2001`: the earlier year follows its own percentage. */
const COMPARED = new RegExp(
  `(${PCT}) (of [^,;%]{3,60}?) (?:for|in|during) ((?:fiscal )?(?:19|20)\\d\\d)(?:,| and)? (?:an? (?:increase|decrease) from|compared (?:to|with)|as compared (?:to|with)|versus|(?:up|down) from|and|from) (?:${QUALIFIER} )?(${PCT})(?: \\2)? (?:for|in|during) ((?:fiscal )?(?:19|20)\\d\\d)`,
  'i',
);

/** Returns the shares that a sentence states; none if the sentence is ambiguous. `before` is the previous sentence. */
export function readShares(stated: string, calendar: FiscalCalendar, known: KnownNames, before = ''): StatedShare[] {
  const sentence = stated.replace(COMPARED, '$1 and $4, respectively, $2 in $3 and $5');
  if (!/\d ?(?:%|per ?cent)/i.test(sentence) || !/\b(?:of|in)\b/.test(sentence)) return [];
  const spans = readPeriods(sentence, calendar);
  if (spans === null) return [];
  const nobody = readNobody(sentence, spans);
  if (nobody.length > 0) return nobody;
  if (HYPOTHETICAL.test(sentence)) return [];
  return [...readForward(sentence, spans, known, before), ...readBackward(sentence, spans, known)];
}

/** Exceptions that turn `no customer` into `no other customer`. */
const EXCEPTED = /\b(?:no other|other than|except|aside from|apart from|besides|but)\b/i;

function readNobody(sentence: string, spans: readonly Span[]): StatedShare[] {
  const found = NOBODY.exec(sentence) ?? NOT_ANY.exec(sentence);
  if (found === null || EXCEPTED.test(sentence)) return [];
  const [, noun = '', , pcts = '', , words = ''] = found;
  const base = readBase(cutBase(words));
  const threshold = percentsOf(pcts)[0];
  if (base === null || threshold === undefined || percentsOf(pcts).length > 1) return [];
  return spans.map(span => ({
    ...shareOf(base, noun),
    name: null,
    label: `no ${noun.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')}`,
    groupSize: null,
    pct: null,
    thresholdPct: threshold,
    isAtLeast: false,
    span,
  }));
}

function readForward(sentence: string, spans: readonly Span[], known: KnownNames, before: string): StatedShare[] {
  const shares: StatedShare[] = [];
  const found = [...sentence.matchAll(FORWARD)];
  let from = 0;
  let subject = '';
  for (const one of found) {
    const [whole, atLeast, pcts = '', orMore, rest = ''] = one;
    const words = cutBase(rest);
    const own = sentence.slice(from, one.index);
    if (!TOGETHER.test(own)) subject = own;
    else subject = subject.replace(/\b(?:each|individually)\b/gi, '');
    from = one.index + whole.length - rest.length + words.length;
    const base = readBase(words);
    if (base === null) continue;
    const isAtLeast = atLeast !== undefined || orMore !== undefined;
    // Several clauses share the one period that a sentence states.
    if (found.length > 1 && spans.length > 1) continue;
    const percents = percentsOf(pcts);
    const isAllStated = percentsOf(sentence).length === percents.length;
    appendAll(shares, assign({ subject, percents, isAtLeast, base, spans, isAllStated, before }, known));
  }
  return shares;
}

/** In `… and in the aggregate accounted for` the previous subject continues. */
const TOGETHER = /^,? ?and (?:together|collectively|combined|in (?:the )?aggregate|as a group),? $/i;

function readBackward(sentence: string, spans: readonly Span[], known: KnownNames): StatedShare[] {
  const found = [...sentence.matchAll(BACKWARD)];
  const [only] = found;
  if (only === undefined || found.length > 1) return [];
  const [, atLeast, pcts = '', orMore, words = '', subject = ''] = only;
  const base = readBase(cutBase(words));
  if (base === null) return [];
  const isAtLeast = atLeast !== undefined || orMore !== undefined;
  const group = readGroup(subject.slice(0, 80));
  const isFirst =
    group !== null && /^(?:the |our |its )?/i.exec(subject)?.[0].length === subject.search(firstWord(group.label));
  const list = readNameList(subject);
  const named = list === null ? '' : subject.slice(0, list.end);
  const who = isFirst ? group.label : named;
  if (who === '') return [];
  const percents = percentsOf(pcts);
  const isAllStated = percentsOf(sentence).length === percents.length;
  return assign({ subject: `sales to ${who}`, percents, isAtLeast, base, spans, isAllStated, before: '' }, known);
}

function firstWord(label: string): string {
  return label.split(' ')[0] ?? label;
}

interface Clause {
  subject: string;
  percents: number[];
  isAtLeast: boolean;
  base: Base;
  spans: readonly Span[];
  /** True if the sentence has no other percentages. */
  isAllStated: boolean;
  /** The previous sentence. */
  before: string;
}

/** Assigns each percentage to its owner and period. Lists of different lengths are ambiguous and yield nothing. */
function assign(clause: Clause, known: KnownNames): StatedShare[] {
  const { percents, base, spans, isAtLeast, isAllStated } = clause;
  // A single percentage does not apply to several periods.
  if (spans.length > 1 && percents.length < spans.length && !isAllStated) return [];
  const subject = clause.subject.replace(/,? \b(?:which|who|whose|including)\b.*$/i, '');
  if (isPlace(subject)) return [];
  const labels = readLabels(subject);
  if (labels.length > 0)
    return align(
      clause,
      labels.map(label => ({ name: null, label })),
      subject,
    );
  const names = readSubjectNames(subject, known);
  if (names.length > 0)
    return align(
      clause,
      names.map(name => ({ name, label: name })),
      subject,
    );
  const group = readGroup(subject) ?? readMeantGroup(subject, clause.before);
  if (group === null) return [];
  const [first] = percents;
  const isEach = /\b(?:each|individually)\b/i.test(subject);
  // `Four manufacturers each accounted for more than 10 %` states a threshold but no share.
  if (isAtLeast && group.size > 1) return [];
  const label = isEach && group.size > 1 ? `${group.label}, each` : group.label;
  const common = { ...shareOf(base, subject), name: null, isAtLeast, thresholdPct: null };
  if (group.size > 1 && percents.length === group.size && spans.length === 1 && !isEach) {
    const [span] = spans;
    if (span === undefined) return [];
    return percents.map((pct, place) => ({
      ...common,
      label: `${group.label} (${place + 1} of ${group.size})`,
      groupSize: null,
      pct,
      span,
    }));
  }
  const groupSize = group.size > 1 ? group.size : null;
  if (percents.length === spans.length) {
    return spans.flatMap((span, place) => {
      const pct = percents[place];
      return pct === undefined ? [] : [{ ...common, label, groupSize, pct, span }];
    });
  }
  if (percents.length !== 1 || first === undefined) return [];
  return spans.map(span => ({ ...common, label, groupSize, pct: first, span }));
}

interface Owner {
  name: string | null;
  label: string;
}

function align({ percents, base, spans, isAtLeast }: Clause, owners: readonly Owner[], subject: string): StatedShare[] {
  const common = { ...shareOf(base, subject), groupSize: null, thresholdPct: null, isAtLeast };
  const [span, ...moreSpans] = spans;
  const [pct, ...morePercents] = percents;
  const [owner, ...moreOwners] = owners;
  if (span === undefined || pct === undefined || owner === undefined) return [];
  if (moreOwners.length === 0 && percents.length === spans.length) {
    return spans.flatMap((one, place) => {
      const own = percents[place];
      return own === undefined ? [] : [{ ...common, ...owner, pct: own, span: one }];
    });
  }
  if (moreSpans.length > 0) {
    return moreOwners.length === 0 && morePercents.length === 0
      ? spans.map(one => ({ ...common, ...owner, pct, span: one }))
      : [];
  }
  if (percents.length === owners.length) {
    return owners.flatMap((one, place) => {
      const own = percents[place];
      return own === undefined ? [] : [{ ...common, ...one, pct: own, span }];
    });
  }
  if (morePercents.length > 0) return [];
  if (/\beach\b/i.test(subject)) return owners.map(one => ({ ...common, ...one, pct, span }));
  // A joint percentage is not the share of any one owner: keep the relation, drop the percentage.
  return owners.map(owner => ({ ...common, ...owner, pct: null, span }));
}

function percentsOf(text: string): number[] {
  return [...text.matchAll(new RegExp(`(${NUMBER}) ?(?:%|per ?cent)`, 'gi'))].map(([, digits]) => Number(digits));
}

function shareOf(base: Base, subject: string): Pick<StatedShare, 'concentrationType' | 'of' | 'narrowed'> {
  const isSupplier =
    SUPPLIER_NOUN.test(subject) || /\bpurchases (?:from|of)\b/i.test(subject)
      ? !CUSTOMER_NOUN.test(subject)
      : base.isOfSuppliers;
  return { concentrationType: isSupplier ? 'supplier' : 'customer', of: base.of, narrowed: base.narrowed };
}

function isPlace(subject: string): boolean {
  if (/\boutside (?:of )?the United States\b/i.test(subject)) return readGroup(subject) === null;
  return /\b(?:customers|clients|distributors|channels?)\b[^,]{0,20}\b(?:in(?! (?:the )?aggregate| total)|located|based|domiciled|outside)\b/i.test(
    subject,
  );
}

const INTRODUCED =
  /\b(?:sales(?: made)? to|revenues? (?:derived |generated )?from(?: sales to)?|purchases from|amounts? due from|receivables? (?:due )?from|billings to|customers?,|distributors?,|resellers?,|suppliers?,|vendors?,|manufacturers?,|(?:customers?|distributors?|resellers?|suppliers?|vendors?)(?: are| were| include| included)) (?:the )?$/i;
const EXCEPT_FOR = /^[^;]{0,40}\b(?:other than|except for|aside from|apart from) $/i;
/** Words that can precede a subject consisting of names: a date or a conjunction. */
const LEAD =
  /^(?:(?:in|for|during|as of|at|on)\b[^;]*,\s)?(?:(?:and|but|while|whereas|additionally|also|historically|of these|of which),?\s)*(?:the )?$/i;
const AFTER_NAMES =
  /(?:[,\s]+(?:together|collectively|each|in (?:the )?aggregate|individually|combined|in total|also|have|has))*[,\s]*$/i;

/** Matches the end of a subject, or an apposition: `, a distributor`. */
const NOTHING_MORE = /^(?:, (?:an?|our|its|the) [a-z -]{2,60})?[,\s]*$/;

/**
 * Returns the companies that a subject consists of. A name without a legal form counts if the filing states it in full elsewhere
 * or if the words before it mark it as a customer or a supplier.
 */
function readSubjectNames(subject: string, known: KnownNames): string[] {
  const text = subject.replace(/^[,;\s]+/, '').replace(AFTER_NAMES, '');
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}’'.&-])[\p{Lu}\d]/gu)) {
    const before = text.slice(0, index);
    const isIntroduced = INTRODUCED.test(before) || EXCEPT_FOR.test(before);
    if (!isIntroduced && !LEAD.test(before)) continue;
    const list = readNameList(text.slice(index));
    if (list === null || !NOTHING_MORE.test(text.slice(index + list.end))) continue;
    const names = list.mentions.map(mention => fullName(mention, known, isIntroduced));
    return names.every(one => one !== null) ? names : [];
  }
  return [];
}

/** Returns the full name; null if the mention may not be a company. */
export function fullName(mention: Mention, known: KnownNames, isIntroduced: boolean): string | null {
  const full = known.get(nameKey(mention.name));
  if (full !== undefined) return full;
  return mention.hasLegalForm || isIntroduced ? mention.name : null;
}
