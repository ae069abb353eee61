import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import type { EventFieldsByFamily } from '../../model.ts';
import type { FoundEvent } from '../event-kinds.ts';
import { dayOf, type ItemText, isEmptyItem, quoted } from './item-text.ts';
import { readMoney, readShareCounts } from './money.ts';

type Dilution = Partial<EventFieldsByFamily['dilution']>;

const ISSUE =
  /\b(?:issu(?:e|ed|es|ance|ing)|s(?:ell|old|ale)|exchange|offer(?:ing)? and sale|private placement|purchase(?:d)?)\b/i;
const COMMON =
  /\b(?:shares of (?:[\p{L}\p{N}’'.]+ ){0,6}?(?:[Cc]ommon|[Oo]rdinary|[Cc]apital) [Ss](?:tock|hares)|(?:common|ordinary) shares|American Depositary Shares|shares of (?:its|our|the Company[’']s) stock|shares of the Company[’']s (?:restricted )?(?:Class [A-Z] )?[Cc]ommon)\b/u;
const CONVERTIBLE =
  /\b(?:[Cc]onvertible (?:[\w%.]+ ){0,4}?(?:[Nn]otes?|[Dd]ebentures?|[Bb]onds?|[Pp]referred|[Pp]romissory)|[Ee]xchangeable (?:[Ss]enior )?[Nn]otes|(?:[Ss]enior|[Ss]ubordinated|[Ss]ecured)(?: [Ss]ecured| [Uu]nsecured)? [Cc]onvertible)\b/;
const WARRANTS = /\bwarrants?\b/i;
const FLOATING =
  /\b(?:variable conversion (?:price|rate)|floating conversion|\d{2}(?:\.\d+)?% (?:of|to|multiplied by) (?:the )?(?:average of the )?(?:\w+ )?(?:lowest|average|volume|VWAP|market price|closing bid)|discount (?:of \d+% )?to (?:the )?(?:then[- ]current )?(?:lowest|market|VWAP|volume))\b/i;
/** A conversion right that depends on a price over several days is not a floating price. */
const PRICE_TRIGGER =
  /\b(?:measurement period|each trading day|product of|at least \d+ trading days|redemption|redeem)\b/i;
const REACQUIRED =
  /\b(?:redeem(?:ed|s)?|redemption|repurchase[ds]?|repaid|retire[ds]?|tender offer|supplemental indenture|fundamental change|make-whole)\b/i;
const CREDIT = /\b(?:credit (?:facility|agreement)|term loan|revolving)\b/i;
const EMPLOYEES =
  /\b(?:equity incentive|incentive plan|stock plan|restricted stock units?|stock options?|employees?|inducement|performance (?:shares|units)|director compensation|stock appreciation|award agreement|separation|severance|annual meeting|proposal)\b/i;
const UNDERWRITTEN =
  /\b(?:underwriting agreement|underwritten (?:public )?offering|public offering of|registered direct)\b/i;
const ATM =
  /\b(?:at[- ]the[- ]market|equity distribution agreement|(?:open market|controlled equity offering|at market issuance) sales? agreement|sales agreement\b[^.]{0,200}\bshares of)/i;
const RIGHTS = /\brights offering\b/i;
const CONDITIONAL =
  /^(?:To the extent|If|In the event|Any shares|Upon conversion|No )|\bno securities\b|\bwill not be issued\b/;

/** Reads issues of shares, convertibles and warrants from items 3.02, 2.03, 1.01, 8.01 and 5. */
export function readShareIssues(item: ItemText): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  if (item.itemCode === '3.02' || item.itemCode === '1') return readUnregistered(item);
  return [...readConvertibles(item), ...readOfferings(item)];
}

/** Reads unregistered sales: shares for cash or as consideration, convertibles, warrants. */
function readUnregistered(item: ItemText): FoundEvent[] {
  const issues = item.sentences.filter(({ text }) => ISSUE.test(text) && !CONDITIONAL.test(text));
  const convertible = issues.find(({ text }) => isConvertibleIssue(text));
  const shares = issues.find(({ text }) => isIssueOfShares(text));
  if (shares !== undefined && (convertible === undefined || shares.start <= convertible.start)) {
    return [offering(item, shares, 'private')];
  }
  if (convertible !== undefined) return [convertibleIssue(item, convertible)];
  const warrants = issues.find(
    ({ text }) =>
      WARRANTS.test(text) &&
      /\b(?:warrant transactions?|warrants? (?:to (?:purchase|acquire)|evidenc\w+|for)|s(?:ell|old|ale of) warrants|issued? (?:[^.]{0,60})warrants?)\b/i.test(
        text,
      ),
  );
  return warrants === undefined ? [] : [warrantIssue(item, warrants)];
}

function isIssueOfShares(text: string): boolean {
  if (EMPLOYEES.test(text) && !/\bconsideration\b/i.test(text)) return false;
  const stock = COMMON.exec(text);
  if (stock === null) return false;
  const counted = readShareCounts(text)[0];
  const worth = /\$\s?[\d,.]+ (?:million )?(?:in|of) (?:value of )?shares of/i.test(text);
  if (counted === undefined && !worth) return false;
  const before = text.slice(0, counted?.start ?? stock.index);
  if (
    /\b(?:warrants?|options?|rights?|notes?|debentures?|hedge|hedge transactions)\b[^.;]{0,80}\b(?:purchase|acquire|cover|convertible|into|exercisable|exercise)\b[^.;]{0,60}$/i.test(
      before,
    )
  )
    return false;
  return !/\b(?:warrants?|hedge transactions?)\b[^.;]{0,60}\b(?:cover|to purchase)\b[^.;]{0,60}$/i.test(before);
}

function isConvertibleIssue(text: string): boolean {
  return (
    CONVERTIBLE.test(text) &&
    !REACQUIRED.test(text) &&
    /\b(?:issu(?:e|ed|ance)|s(?:ell|old|ale)|purchase|offer)\b/i.test(text)
  );
}

const NEW_CONVERTIBLE =
  /\b(?:offer(?:ing)? and s(?:ell|ale)|s(?:old|ell|ale) of|clos(?:ed|ing of) (?:the|its) (?:sale|offering|issuance)|issu(?:ed|ance of|e and sell|ed and sold)|agreed to (?:issue|sell|purchase)|private (?:placement|offering) of|pricing of|completed (?:the|its) (?:sale|offering|issuance|private))\b/i;

function readConvertibles(item: ItemText): FoundEvent[] {
  const sentence = item.sentences.find(
    ({ text }) =>
      CONVERTIBLE.test(text) &&
      NEW_CONVERTIBLE.test(text) &&
      !REACQUIRED.test(text) &&
      !CREDIT.test(text) &&
      !EMPLOYEES.test(text) &&
      !CONDITIONAL.test(text) &&
      !/\bhedge\b|\bpreviously (?:issued|outstanding)\b|\boutstanding\b[^.;]{0,40}\bconvertible\b/i.test(text) &&
      (readMoney(text).length > 0 || readShareCounts(text).length > 0),
  );
  return sentence === undefined ? [] : [convertibleIssue(item, sentence)];
}

function readOfferings(item: ItemText): FoundEvent[] {
  for (const sentence of item.sentences) {
    const { text } = sentence;
    if (
      !COMMON.test(text) ||
      CONVERTIBLE.test(text) ||
      EMPLOYEES.test(text) ||
      REACQUIRED.test(text) ||
      CONDITIONAL.test(text)
    )
      continue;
    if (
      /\bresale\b|\bselling (?:stock|share)holders?\b(?! and the Company)|\bmerger agreement\b|\bagreement and plan\b/i.test(
        text,
      )
    )
      continue;
    if (ATM.test(text) && /\b(?:entered into|may (?:offer|issue) and sell|from time to time)\b/i.test(text))
      return [offering(item, sentence, 'atm')];
    if (RIGHTS.test(text) && /\b(?:commenced|completed|announced|closed)\b/i.test(text))
      return [offering(item, sentence, 'rights')];
    if (readShareCounts(text).length === 0) continue;
    if (UNDERWRITTEN.test(text)) return [offering(item, sentence, 'public')];
    if (
      /\b(?:securities|stock|share|unit|subscription) purchase agreements?\b|\bsubscription agreements?\b|\bprivate placement\b/i.test(
        text,
      ) &&
      /\b(?:issue and sell|sell and issue|sale and issuance|issuance and sale|issued and sold|agreed to (?:sell|issue))\b/i.test(
        text,
      )
    ) {
      return [offering(item, sentence, 'private')];
    }
  }
  return [];
}

function offering(item: ItemText, sentence: Sentence, variant: string): FoundEvent {
  const fields = { ...issueFields(item, sentence), offeringMethod: variant };
  return {
    kind: 'equity_offering',
    variant,
    ...(isLarge(fields) ? { salience: 'notable' as const } : {}),
    eventDate: dayOf(sentence.text),
    fields,
    evidence: [quoted(item, sentence)],
  };
}

function convertibleIssue(item: ItemText, sentence: Sentence): FoundEvent {
  const variant = item.sentences.some(candidate => isFloating(candidate.text)) ? 'floating_price' : 'fixed';
  const proceeds = readMoney(sentence.text).find(money => money.amount >= 100_000) ?? null;
  return {
    kind: 'convertible_issue',
    variant,
    eventDate: dayOf(sentence.text),
    fields: {
      ...(proceeds === null ? {} : { proceeds: proceeds.amount, currency: proceeds.currency }),
      ...conversionPrice(item),
    },
    evidence: [quoted(item, sentence)],
  };
}

function isFloating(text: string): boolean {
  return /\bconver(?:t|sion|ted|tible)\b/i.test(text) && FLOATING.test(text) && !PRICE_TRIGGER.test(text);
}

function warrantIssue(item: ItemText, sentence: Sentence): FoundEvent {
  const counted = readShareCounts(sentence.text)[0];
  return {
    kind: 'convertible_issue',
    variant: 'warrants',
    eventDate: dayOf(sentence.text),
    fields: counted === undefined ? {} : { maxConversionShares: counted.shares },
    evidence: [quoted(item, sentence)],
  };
}

function conversionPrice({ text }: ItemText): Dilution {
  const stated = /\bconversion price of (?:approximately |initially )?(?=[$€£])/i.exec(text);
  const price = stated === null ? null : readMoney(text.slice(stated.index, stated.index + 90))[0];
  return price == null ? {} : { pricePerShare: price.amount, currency: price.currency };
}

const PER_SHARE = /^\s?(?:per|a) (?:share|Share|ordinary share|ADS)\b/;
const NO_PRICE = /\b(?:par value|exercise price|strike price|warrants?)\b[^.;]{0,40}$/i;
const OF_OUTSTANDING =
  /\b(?:approximately |about )?(\d{1,2}(?:\.\d+)?)% of (?:the |our |its )?(?:Company[’']s |Registrant[’']s )?(?:total |then |currently |issued and |number of )*(?:outstanding|class|issued|(?:ordinary |common )?shares (?:of common stock )?(?:issued and )?outstanding)\b/i;
const PROCEEDS =
  /\b(?:proceeds|purchase price|aggregate(?: purchase| offering| consideration)?(?: price)?|cash payment|consideration|price)\b[^.;]{0,70}$/i;

function issueFields(item: ItemText, sentence: Sentence): Dilution {
  const at = item.sentences.indexOf(sentence);
  const near = item.sentences
    .slice(at, at + 3)
    .map(candidate => candidate.text)
    .join(' ');
  const shares = readShareCounts(sentence.text)[0]?.shares;
  const money = readMoney(near);
  const price = money.find(
    statedMoney =>
      PER_SHARE.test(near.slice(statedMoney.end)) &&
      !NO_PRICE.test(near.slice(Math.max(0, statedMoney.start - 60), statedMoney.start)),
  );
  const proceeds = money.find(
    statedMoney =>
      statedMoney !== price &&
      statedMoney.amount >= 10_000 &&
      (PROCEEDS.test(near.slice(Math.max(0, statedMoney.start - 90), statedMoney.start)) ||
        /^\s?(?:in (?:gross|net|cash|aggregate))/.test(near.slice(statedMoney.end))),
  );
  const pct = OF_OUTSTANDING.exec(near)?.[1];
  return {
    ...(shares === undefined ? {} : { newShares: shares }),
    ...(price === undefined ? {} : { pricePerShare: price.amount, currency: price.currency }),
    ...(proceeds === undefined ? {} : { proceeds: proceeds.amount, currency: proceeds.currency }),
    ...(pct === undefined || shares === undefined ? {} : shareOfAll(Number(pct), near)),
  };
}

/** A share of 75 % of the class after the issue means 300 % of the shares before it, unless the text refers to the shares before. */
function shareOfAll(pct: number, text: string): Dilution {
  if (/\b(?:prior to|before|immediately preceding)\b/i.test(text)) return { newSharesPct: pct };
  if (!/\brepresent(?:s|ing|ed)?\b|\bconstitut\w+\b/i.test(text) || pct >= 100) return {};
  return /\b(?:after|following|giving effect)\b|\bof the class\b/i.test(text)
    ? { newSharesPct: Number(((pct / (100 - pct)) * 100).toFixed(4)) }
    : { newSharesPct: pct };
}

function isLarge({ newSharesPct }: Dilution): boolean {
  return newSharesPct !== undefined && newSharesPct >= 10;
}
