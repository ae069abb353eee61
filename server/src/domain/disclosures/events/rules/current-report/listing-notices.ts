import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { readStatedDates } from '../../../../../formats/prose/stated-dates.ts';
import type { FoundEvent } from '../event-kinds.ts';
import { dayOf, firstSentence, type ItemText, isEmptyItem, quoted } from './item-text.ts';

/** Rule numbers of exchanges by requirement. */
const RULES: readonly [variant: string, rule: RegExp][] = [
  [
    'bid_price',
    /\b5[45]50\(a\)\(2\)|\b5450\(a\)\(1\)|\b5550\(a\)\(2\)|\b4310\(c\)\(4\)|\b4320\(e\)\(2\)\(E\)|\b4450\(a\)\(5\)|\b802\.01C|\b1003\(f\)\(v\)/,
  ],
  ['late_report', /\b5250\(c\)(?:\(1\))?|\b4310\(c\)\(14\)|\b802\.01E|\bSections? 134 and 1101\b/],
  ['governance', /\b56\d\d(?:\([a-z]\))?|\b4350(?:-\d)?|\b303A\.\d+|\b80[2-9]\([a-z]\)|\b5620/],
  ['public_float', /\b5[45]50\(a\)\(4\)|\b5450\(b\)\(\d\)\(B\)|\b5550\(a\)\(3\)/],
  ['market_value', /\b5550\(b\)\(2\)|\b5450\(b\)\([123]\)\((?:A|C)\)|\b5450\(b\)\(2\)|\b4310\(c\)\(3\)|\b802\.01B/],
  ['equity', /\b5550\(b\)\(1\)|\b5450\(b\)\(1\)|\b1003\(a\)\((?:i|ii|iii|iv)\)/],
];
/** Phrases by requirement, for notices without a rule number. */
const WORDS: readonly [variant: string, words: RegExp][] = [
  ['bid_price', /\b(?:minimum |closing )*bid price\b|\baverage closing (?:share |stock )?price\b/i],
  [
    'late_report',
    /\b(?:timely fil(?:e|ing)|fail(?:ed|ure) to (?:timely )?file|not (?:yet )?(?:timely )?filed|delinquent|delay(?:ed)? in filing)\b/i,
  ],
  [
    'governance',
    /\b(?:audit committee|independent directors?|majority independent|annual meeting of (?:stock|share)holders)\b/i,
  ],
  ['public_float', /\bpublicly held shares\b|\bpublic float\b/i],
  ['market_value', /\bmarket value of (?:listed securities|publicly held)|\bmarket capitalization\b/i],
  ['equity', /\b(?:stockholders|shareholders)[’'] equity\b/i],
];
const REGAINED =
  /\b(?:regained compliance|has regained|now in compliance|back in compliance|demonstrated compliance|matter is (?:now )?closed|evidenced compliance)\b/i;
const NOT_MET =
  /\b(?:no longer (?:in compliance|compl\w+|meets?|satisf\w+)|not in compliance|non-?complian\w+|fail(?:s|ed|ure) to (?:meet|comply|satisfy|maintain|timely)|not (?:comply|complied|meet|satisf\w+)|deficien\w+|below (?:the )?(?:minimum|\$1|criteria|continued)|out of compliance|does not comply|falls? below|not regained)\b/i;
const MERGED =
  /\b(?:Merger|merger|Effective Time|consummation of the|completion of the (?:Merger|Offer|Arrangement|Acquisition|Transaction))\b/;
const TRANSFERRED =
  /\b(?:transfer(?:red|ring)?|switch|move|moving) (?:of )?(?:the |its )?(?:[^.]{0,80})?\b(?:listing|list|trading|Nasdaq|NASDAQ|NYSE|New York Stock Exchange)\b/i;
const BY_EXCHANGE =
  /\b(?:determin(?:ed|ation) to (?:delist|remove|suspend|commence)|delist(?:ed|ing)? (?:the |our )?(?:Company[’']s |its )?(?:common|securities|shares|stock|ordinary)|delisting determination|trading (?:of|in) [^.]{0,80}(?:was|will be|has been) suspended|suspend(?:ed)? trading|will (?:be )?(?:delist\w*|removed from listing)|filed? a Form 25|denied|removed from listing)\b/i;
const VOLUNTARY =
  /\b(?:voluntar(?:y|ily) (?:delist\w*|withdraw\w*|remov\w*)|(?:intention|intends?|intent|decided|decision|elected|determined|resolved|approved)[^.]{0,80}\b(?:delist\w*|withdraw[^.]{0,40}listing|remove[^.]{0,40}listing))\b/i;
/** `Nasdaq determined to delist`: a decision of the exchange. */
const EXCHANGE_DECIDES =
  /\b(?:Nasdaq|NYSE(?: \w+)?|Exchange|Staff|Panel|Regulation)[”"’)]* (?:has |had |have )?(?:\w+ly )?(?:intends?|intended|determined|decided|resolved|elected)\b/i;
const CURE_BY = /\b(?:until|by|through|no later than|ending on|before)\s/gi;
const RULE =
  /\b(?:Nasdaq |NASDAQ |NYSE |Marketplace |Listed Company Manual |Company Guide )*(?:Listing |Marketplace )?(?:Rules?|Sections?) (\d[\w.]*(?:\([\w]+\))*)/;

/** Reads item 3.01: a listing standard missed or regained, a delisting, a transfer to another exchange. */
export function readListingNotice(item: ItemText, itemCodes: readonly string[]): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const regained = item.sentences.find(
    candidate =>
      REGAINED.test(candidate.text) && !/\b(?:if|until|to regain|fails?|not yet|in order)\b/i.test(candidate.text),
  );
  const notMet = item.sentences.find(
    candidate => NOT_MET.test(candidate.text) && !/\bif\b|\bno assurance\b/i.test(candidate.text),
  );
  const isOfMerger = (itemCodes.includes('2.01') || itemCodes.includes('5.01')) && notMet === undefined;
  const merged = item.sentences.find(candidate => MERGED.test(candidate.text));
  if (
    merged !== undefined &&
    (isOfMerger || (notMet === undefined && /\b(?:delist\w*|Form 25|suspend\w*|ceased|cease to be)\b/i.test(item.text)))
  )
    return [delisting(item, merged, 'merger')];
  if (regained !== undefined && !isEarlier(regained, notMet)) return [deficiency(item, regained, 'regained')];
  const transferred = item.sentences.find(
    candidate => TRANSFERRED.test(candidate.text) && !/\bif\b|\bmay\b|\beligible\b/i.test(candidate.text),
  );
  if (transferred !== undefined && notMet === undefined) {
    const isTier =
      /\b(?:Capital Market|Global (?:Select )?Market|National Market|SmallCap)\b/.test(transferred.text) &&
      !/\bNYSE|New York Stock Exchange\b/.test(transferred.text);
    return [
      isTier
        ? {
            kind: 'exchange_status',
            variant: 'transfer',
            eventDate: dayOf(transferred.text),
            evidence: [quoted(item, transferred)],
          }
        : delisting(item, transferred, 'transfer'),
    ];
  }
  const voluntary = item.sentences.find(
    candidate =>
      VOLUNTARY.test(candidate.text) && !EXCHANGE_DECIDES.test(candidate.text) && !/\bappeal/i.test(candidate.text),
  );
  if (voluntary !== undefined && notMet === undefined) return [delisting(item, voluntary, 'voluntary')];
  const expelled = item.sentences.find(
    candidate =>
      (BY_EXCHANGE.test(candidate.text) || (notMet === undefined && EXCHANGE_DECIDES.test(candidate.text))) &&
      !/\b(?:may|could|if|would be subject|appeal|unless|basis (?:to|for))\b/i.test(candidate.text),
  );
  if (expelled !== undefined && /\b(?:suspend|removed|delist)/i.test(expelled.text))
    return [delisting(item, expelled, 'exchange')];
  const sentence = notMet ?? firstSentence(item);
  if (sentence === null || (notMet === undefined && variantOf(item.text) === null)) return [];
  return [deficiency(item, sentence, variantOf(sentence.text) ?? variantOf(item.text))];
}

/** Whether a standard was regained before another was missed: both sentences state their day. */
function isEarlier(regained: Sentence, notMet: Sentence | undefined): boolean {
  const [first, second] = [dayOf(regained.text), notMet === undefined ? null : dayOf(notMet.text)];
  return first !== null && second !== null && first < second;
}

function variantOf(text: string): string | null {
  const rule = RULES.find(([, words]) => words.test(text))?.[0];
  return rule ?? WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
}

function deficiency(item: ItemText, sentence: Sentence, variant: string | null): FoundEvent {
  const rule = RULE.exec(item.text)?.[0];
  const deadline = variant === 'regained' ? null : deadlineIn(item.text);
  return {
    kind: 'listing_deficiency',
    variant,
    isResolving: variant === 'regained',
    eventDate: dayOf(sentence.text),
    fields: {
      ...(rule === undefined ? {} : { exchangeRule: rule }),
      ...(deadline === null ? {} : { deadlineDate: deadline }),
      ...(variant === 'regained' ? { isCured: true } : {}),
    },
    evidence: [quoted(item, sentence)],
  };
}

function delisting(item: ItemText, sentence: Sentence, variant: string): FoundEvent {
  return { kind: 'delisting', variant, eventDate: dayOf(sentence.text), evidence: [quoted(item, sentence)] };
}

/** Returns the deadline for regaining compliance. */
function deadlineIn(text: string): string | null {
  const days = [...text.matchAll(CURE_BY)].flatMap(({ index, 0: word }) => {
    const next = readStatedDates(text.slice(index + word.length, index + word.length + 24))[0];
    return next !== undefined && next.first === next.last ? [next.first] : [];
  });
  return days.sort().at(-1) ?? null;
}
