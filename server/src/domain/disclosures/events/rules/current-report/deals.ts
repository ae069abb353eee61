import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { nameKey } from '../../../../../kernel/identifiers/name-key.ts';
import type { EventFieldsByFamily } from '../../model.ts';
import type { FoundEvent } from '../event-kinds.ts';
import { dayOf, firstSentence, type ItemText, isEmptyItem, quoted } from './item-text.ts';
import { readMoney } from './money.ts';
import { isSameName, literally, type NamedParty, type OwnNames, otherParties } from './parties.ts';

type Stage = 'announced' | 'amended' | 'completed' | 'terminated' | 'spin_off';
type Side = EventFieldsByFamily['none']['dealSide'];

/** A deal that a sentence states. */
interface StatedDeal {
  stage: Stage;
  side: Side;
  party: string | null;
  sentence: Sentence;
}

const DEAL =
  '(?:acquisition|purchase|merger|mergers|sale|divestiture|disposition|disposal|business combination|combination|separation|spin-?off|share exchange|exchange|asset sale|transfer|investment|transactions? contemplated by|Merger|Acquisition|Transaction|Share Purchase|Asset Purchase|Transactions|Sale|Divestiture|Disposition|Separation|Business Combination|Arrangement)';
const COMPLETED = [
  new RegExp(
    `\\b(?:completed|consummated|closed|finalized|effected|concluded)\\b(?: on)? (?:[^;:.]{0,90}?)?\\b${DEAL}\\b`,
  ),
  new RegExp(
    `\\b${DEAL}\\b[^;]{0,120}?\\b(?:was|were|has been|have been|became) (?:completed|consummated|closed|finalized|effected|effective)\\b`,
  ),
  new RegExp(
    `\\b(?:announc\\w+|regarding|of) (?:the |its )?(?:successful )?(?:completion|consummation|clos(?:e|ing)) of\\b[^;.]{0,60}?\\b${DEAL}`,
  ),
  new RegExp(
    `^[^;]{0,160}\\bthe (?:completion|consummation|closing) of the (?:previously announced )?${DEAL}\\b[^;]{0,60}(?:occurred|took place)`,
  ),
];
/** Simple past; applies only to items on completed deals. */
const PLAIN_PAST =
  /\b(?:acquired|purchased|sold|divested|transferred|disposed of|contributed|merged with|was merged (?:with and )?into|became a (?:direct |indirect )?(?:wholly[- ]owned|majority[- ]owned) subsidiary)\b/;
/** Objects of a deal: companies, businesses and assets, never the filer's own securities. */
const DEAL_OBJECT =
  /\b(?:all (?:of )?(?:the |its )?(?:issued and )?(?:outstanding )?(?:capital stock|stock|shares|equity|equity interests|membership interests|interests|ownership interests|securities|units)\b|substantially all|assets|business(?:es)?|division|subsidiary|segment|operations|(?:membership|equity|controlling|majority|minority|ownership|partnership|working) interests?|\d[\d.]*% (?:of|interest|stake)|property|properties|hotels?|plants?|mines?|facility|facilities|portfolio|vessels?|brands?|product lines?|stake|interest in)\b/i;
const NO_DEAL =
  /\b(?:aggregate principal amount|senior notes|notes due|debentures|bonds|credit (?:facility|agreement)|term loan|revolving|loan agreement|initial purchasers|underwrit\w+|securitization|receivables (?:financing|purchase|sale|facility)|at[- ]the[- ]market|private placement|redemption|redeem|depositary shares|lease agreement|leased|employment agreement|stock incentive|award|separation agreement|separation and release|indenture|offering of|additional (?:notes|shares)|share repurchase|rights agreement|rights plan)\b/i;
const OWN_SECURITIES =
  /\b(?:issu(?:e|ed|ance) and s(?:ell|old|ale)|s(?:ell|old|ale)(?: and issu\w+)?)\b[^;.]{0,60}\b(?:shares|units) of (?:its|our|the Company[’']s|the Registrant[’']s|[A-Z]\w+(?:[’']s)?) (?:Class [A-Z] )?(?:common|preferred|ordinary|Common|Preferred)\b/;

const MERGER_AGREEMENT =
  /\b(?:Agreement and Plan of (?:Merger|Reorganization|Share Exchange|Amalgamation)|(?:Merger|Business Combination|Amalgamation|Arrangement|Share Exchange|Combination|Plan of Merger|Scheme Implementation) Agreement|Plan of Arrangement|Transaction Agreement)\b/i;
const PURCHASE_AGREEMENT =
  /\b(?:(?:Asset|Stock|Share|Equity|Equity Interest|Unit|Interest|Membership Interest|Securities|Purchase and Sale|Sale and Purchase|Contribution|Acquisition|Real Estate Purchase|Property Purchase|Securities) (?:Purchase |Sale |Purchase and Sale |and Purchase )?Agreement|Agreement (?:of|for) (?:Purchase and Sale|Sale)|definitive agreement|Purchase Agreement|Sale Agreement)\b/i;
/** What holders sign beside the agreement of a deal. */
const BESIDE_DEAL =
  /\bentered into (?:an? |certain |separate |the )?(?:\w+ )?(?:voting|support|rollover|lock-?up|tender and support|stockholders?|shareholders?)(?: (?:and|&) \w+)? agreements?\b/i;
const ENTERED = /\b(?:entered into|executed|signed|has entered|have entered|reached|entering into)\b/;
const AGREED =
  /\b(?:agreed|agrees|definitive agreement|agreement|committed|offer)(?:,? [^;.]{0,40})? to (?:acquire|purchase|buy|sell|divest|merge with|combine with|be acquired by)\b/i;
const AMENDED =
  /\b(?:amendment|Amendment)(?: No\. ?\d+| Number \w+)?(?:,? dated[^,]{0,40},?)? (?:to|of) (?:the |that certain |its )?(?:[^;.]{0,60}?)(?:Agreement and Plan of|Merger Agreement|Purchase Agreement|Business Combination Agreement|Transaction Agreement|Sale Agreement)|\bamended (?:the|its) (?:Merger|Purchase|Business Combination|Sale|Transaction) Agreement\b/;
const TERMINATED =
  /\b(?:(?:has|have|was|were|had)? ?(?:mutually |validly )?(?:agreed to )?terminated?|entered into (?:a |an )?(?:mutual )?termination agreement|(?:delivered|gave|received|provided)[^.;]{0,40}notice (?:of termination|terminating))\b[^.;]{0,120}\b(?:Agreement and Plan of|Merger Agreement|Purchase Agreement|Business Combination Agreement|[Mm]erger agreement|proposed (?:merger|acquisition)|Transaction Agreement|Sale Agreement|Arrangement Agreement)\b|\b(?:Merger Agreement|Agreement and Plan of Merger|Business Combination Agreement|merger agreement)\b[^.;]{0,100}\b(?:was|has been) (?:mutually )?terminated\b/;
const TERMINATION_IS_HYPOTHETICAL =
  /\b(?:may|might|could|would|if|upon|unless|right to|in the event|provided that|pursuant to which)\b/i;
const TERMINATION_ITEMS = new Set(['1.02', '8.01', '7.01', '5', '9']);
const SPIN_OFF = /\bspin-?off\b|\bpro rata (?:dividend|distribution)\b[^;.]{0,100}\bshares of\b/i;
const SPIN_STEP = /\b(?:completed|declared|announced|approved|distribut(?:ed|ion))\b/i;
const SUPPOSED =
  /\b(?:if|may be terminated|upon (?:the )?(?:completion|consummation|closing|termination)|subject to (?:the )?(?:completion|consummation)|prior to (?:the )?(?:completion|consummation|closing)|following (?:the )?(?:completion|consummation|closing)|in connection with (?:the |its )?(?:previously|completion|consummation|closing|proposed|planned|anticipated)|expected to (?:close|be completed)|no assurance|forward-looking|would|waiting period|financing|commitment letter)\b/i;
const ABOUT_SOMETHING_ELSE =
  /^(?:As (?:previously|disclosed)|A copy|The foregoing|The press release|The terms|The description|This (?:summary|description)|Pursuant to (?:the )?(?:Merger|Purchase) Agreement)/;

/** Reads the deals of an item: completed deals, signed agreements, amendments and terminations. */
export function readDeals(item: ItemText, own: OwnNames, parties: readonly NamedParty[]): FoundEvent[] {
  if (isEmptyItem(item)) return [];
  const isOfCompleted = item.itemCode === '2.01' || item.itemCode === '2';
  const stated = item.sentences.flatMap(sentence => readSentence(sentence, item, own, parties) ?? []);
  const deals = distinct(stated);
  if (isOfCompleted && !deals.some(deal => deal.stage === 'completed' || deal.stage === 'spin_off')) {
    const first = firstSentence(item);
    if (first !== null && first.text.length > 60)
      deals.push({
        stage: 'completed',
        side: sideOf(first.text, own),
        party: partyOf(first.text, own, parties),
        sentence: first,
      });
  }
  return deals.map(deal => toFound(deal, item, own));
}

function readSentence(
  sentence: Sentence,
  item: ItemText,
  own: OwnNames,
  parties: readonly NamedParty[],
): StatedDeal | null {
  const { text } = sentence;
  const stage = stageOf(text, item);
  if (stage === null) return null;
  return { stage, side: sideOf(text, own), party: partyOf(text, own, parties), sentence };
}

function stageOf(text: string, item: ItemText): Stage | null {
  const isOfCompleted = item.itemCode === '2.01' || item.itemCode === '2';
  if (!isOfCompleted && NO_DEAL.test(text)) return null;
  if (TERMINATION_ITEMS.has(item.itemCode) && TERMINATED.test(text) && !TERMINATION_IS_HYPOTHETICAL.test(text))
    return 'terminated';
  if (isOfCompleted) {
    if (SPIN_OFF.test(text) && /\b(?:completed|distribut)/.test(text) && !SUPPOSED.test(text)) return 'completed';
    if (
      isDone(text) ||
      (PLAIN_PAST.test(text) && DEAL_OBJECT.test(text) && !/\bwill be\b/.test(text) && !ABOUT_SOMETHING_ELSE.test(text))
    )
      return 'completed';
    return AGREED.test(text) && /\b(?:signed|entered into)\b/.test(text) && !/^As previously/i.test(text)
      ? 'announced'
      : null;
  }
  if (item.itemCode === '1.01' || item.itemCode === '3.02') return agreementOf(text, item);
  if (SUPPOSED.test(text)) return null;
  if (isDone(text)) return 'completed';
  if (SPIN_OFF.test(text) && SPIN_STEP.test(text) && /\b(?:record date|timing|board of directors)\b/i.test(text))
    return 'announced';
  if (ABOUT_SOMETHING_ELSE.test(text)) return null;
  return agreementOf(text, item);
}

function isDone(text: string): boolean {
  return (
    COMPLETED.some(pattern => pattern.test(text)) &&
    !SUPPOSED.test(text) &&
    !/\bbe (?:completed|consummated)\b/.test(text)
  );
}

function agreementOf(text: string, item: ItemText): Stage | null {
  if (/^As (?:previously|disclosed)/i.test(text)) return null;
  if (AMENDED.test(text)) return 'amended';
  if (!ENTERED.test(text) && !AGREED.test(text)) return null;
  if (BESIDE_DEAL.test(text)) return null;
  if (OWN_SECURITIES.test(text)) return null;
  if (MERGER_AGREEMENT.test(text) && ENTERED.test(text)) return 'announced';
  if (PURCHASE_AGREEMENT.test(text) && ENTERED.test(text)) {
    return DEAL_OBJECT.test(text) &&
      /\b(?:acqui\w+|purchase[ds]?|s(?:ell|old|ale)|transfer|divest\w*|contribut\w+|buy)\b/.test(text) &&
      !OWN_SECURITIES.test(item.text)
      ? 'announced'
      : null;
  }
  return AGREED.test(text) && DEAL_OBJECT.test(text) ? 'announced' : null;
}

/** Merges sentences on the same deal: the first that names the party, with the most advanced stage. */
function distinct(stated: readonly StatedDeal[]): StatedDeal[] {
  const deals: StatedDeal[] = [];
  for (const one of stated) {
    const same = deals.find(other => isSameDeal(one, other));
    if (same === undefined) {
      deals.push({ ...one });
      continue;
    }
    if (same.stage === 'announced' && one.stage === 'completed')
      Object.assign(same, { stage: one.stage, sentence: one.sentence });
    same.party ??= one.party;
    if (same.side === 'unknown') same.side = one.side;
  }
  return deals;
}

function isSameDeal(a: StatedDeal, b: StatedDeal): boolean {
  if (a.party === null || b.party === null) return true;
  const [x, y] = [nameKey(a.party), nameKey(b.party)];
  return isSameName(x, y);
}

function sideOf(text: string, own: OwnNames): Side {
  if (isTarget(text, own)) return 'sold';
  const sold = text.search(/\b(?:sale|sold|sell|divest\w*|dispos\w+|spin-?off|separation)\b/i);
  const bought = text.search(/\b(?:acqui\w+|purchase[ds]?\b(?! Agreement)|buy)\b/i);
  const merged = /\b(?:with and into|merger with|merge with)\b/i.test(text);
  if (sold >= 0 && (bought < 0 || sold < bought)) return 'sold';
  if (bought >= 0 && sold < 0)
    return own.mention.test(text.slice(0, bought)) || /^(?:The|On|In)\b/.test(text) ? 'bought' : 'unknown';
  if (merged && new RegExp(`subsidiary of ${own.mention.source}`, 'i').test(text)) return 'bought';
  return 'unknown';
}

/** Returns true if the filer is the target of the deal. */
function isTarget(text: string, own: OwnNames): boolean {
  return (
    new RegExp(`\\bwith and into (?:${own.mention.source})`, 'i').test(text) ||
    new RegExp(
      `(?:${own.mention.source})[^;.]{0,40}\\b(?:surviv\\w+|continu\\w+ as)\\b[^;.]{0,60}\\bsubsidiary of (?:Parent|Buyer|Purchaser|[A-Z])`,
      'i',
    ).test(text) ||
    /\bto be acquired by\b|\bwas acquired by\b/i.test(text)
  );
}

function partyOf(text: string, own: OwnNames, parties: readonly NamedParty[]): string | null {
  const named = otherParties(text, own);
  const into = named.find(party => /\bwith and into $/.test(text.slice(0, party.start)));
  const toOrOf = named.find(party =>
    /\b(?:acquisition of|acquired|acquire|merger with|interests? in|stock of|shares of|assets of|sale to|sold to|purchase of|stockholders of) (?:the )?$/i.test(
      text.slice(0, party.start),
    ),
  );
  const chosen = into ?? toOrOf ?? named.find(party => !/\bfrom $/.test(text.slice(0, party.start))) ?? named[0];
  if (chosen !== undefined) return chosen.name;
  const alias = parties.find(
    party => party.alias !== null && !party.isBystander && new RegExp(`\\b${literally(party.alias)}\\b`).test(text),
  );
  return alias?.name ?? null;
}

const PRICE = [
  /\b(?:aggregate |total |base |net )*(?:purchase price|consideration|sale price|transaction value|enterprise value|merger consideration|equity value|cash price|price)\b[^;.]{0,80}$/i,
  /\b(?:valued at|value of|for|payment of|paid|pay|investment of|exchange for)(?: an aggregate| a total| approximately| about| up to| cash| of)*\s*$/i,
];

function priceIn(text: string) {
  const stated = readMoney(text).filter(money => !/^\s?per\b/.test(text.slice(money.end)) && money.amount >= 10_000);
  return (
    stated.find(({ start }) => PRICE.some(words => words.test(text.slice(Math.max(0, start - 120), start)))) ?? null
  );
}

function toFound({ stage, side, party, sentence }: StatedDeal, item: ItemText, own: OwnNames): FoundEvent {
  const at = item.sentences.indexOf(sentence);
  const near = item.sentences.slice(at, at + 4).map(candidate => candidate.text);
  const price = near.map(priceIn).find(candidate => candidate !== null) ?? null;
  return {
    kind: 'acquisition_or_disposal',
    variant: stage,
    salience: isTarget(near.join(' '), own) || SPIN_OFF.test(sentence.text) ? 'notable' : 'routine',
    eventDate: dayOf(sentence.text),
    subject: party ?? '',
    fields: {
      ...(party === null ? {} : { counterparty: party }),
      dealSide: side,
      ...(price === null ? {} : { amount: price.amount, currency: price.currency }),
      stage,
    },
    evidence: [quoted(item, sentence)],
  };
}
