import type { Sentence } from '../../../../formats/prose/sentences.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import { type ItemText, quoted, toItemText } from './current-report/item-text.ts';
import { readMoney, readShareCounts } from './current-report/money.ts';
import type { FoundEvent } from './event-kinds.ts';

const DELISTING = /^25(?:-NSE)?$/;
const PRIVATE_OFFERING = /^D$/;
const FIRST_REGISTRATION = /^[SF]-1$/;
const PROSPECTUS = /^424B[145]$/;

/** Reads forms on delistings and offerings from their data and cover; null for other forms. Amendments add no events. */
export function readOfferingForm(contents: FilingContents, formType: string): FoundEvent[] | null {
  if (DELISTING.test(formType)) return readDelisting(contents);
  if (PRIVATE_OFFERING.test(formType)) return readPrivateOffering(contents);
  if (FIRST_REGISTRATION.test(formType)) return readRegistration(contents);
  return PROSPECTUS.test(formType) ? readProspectus(contents) : null;
}

function primaryText({ files }: FilingContents): string {
  return files.find(file => file.role === 'primary')?.bytes.toString('utf8') ?? '';
}

function tagged(text: string, tag: string): string | null {
  return new RegExp(`<${tag}>(?:\\s*<value>)?\\s*([^<]*)`).exec(text)?.[1]?.trim() || null;
}

/** Securities other than shares. */
const NO_SHARES =
  /\b(?:notes?|bonds?|debentures?|warrants?|units?|rights?|preferred|depositary shares each representing|preference)\b/i;

/** Reads Form 25: the securities and the paragraph of Rule 12d2-2. */
function readDelisting(contents: FilingContents): FoundEvent[] {
  const text = primaryText(contents);
  const security = tagged(text, 'descriptionClassSecurity');
  const rule = tagged(text, 'ruleProvision');
  return [
    {
      kind: 'delisting',
      variant: security !== null && NO_SHARES.test(security) ? 'debt' : variantOfRule(rule),
      fields: {
        ...(rule === null ? {} : { exchangeRule: rule }),
        ...(security === null ? {} : { instrument: security }),
      },
      evidence: [{ sectionKey: null, quote: security, charStart: null, charEnd: null }],
    },
  ];
}

/** Paragraph (a): the class no longer exists, usually after a merger. (b): the exchange decided. (c): the issuer decided. */
function variantOfRule(rule: string | null): string | null {
  const paragraph = /12d2-2\(([abc])\)/.exec(rule ?? '')?.[1];
  return paragraph === 'b' ? 'exchange' : paragraph === 'c' ? 'voluntary' : paragraph === 'a' ? 'merger' : null;
}

/** Reads Form D: equity of a company, not of a fund. */
function readPrivateOffering(contents: FilingContents): FoundEvent[] {
  const text = primaryText(contents);
  if (tagged(text, 'isEquityType') !== 'true' || tagged(text, 'isPooledInvestmentFundType') === 'true') return [];
  const sold = Number(tagged(text, 'totalAmountSold'));
  const proceeds = Number.isFinite(sold) && sold > 0 ? { proceeds: sold, currency: 'USD' } : {};
  const day = tagged(text, 'dateOfFirstSale');
  return [
    {
      kind: 'equity_offering',
      variant: 'private',
      eventDate: day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null,
      fields: { ...proceeds, offeringMethod: 'private' },
      evidence: [{ sectionKey: null, quote: null, charStart: null, charEnd: null }],
    },
  ];
}

const FIRST_OFFERING =
  /\b(?:this is (?:the|our|an) initial public offering|initial public offering of (?:\d[\d,]* )?(?:shares of )?(?:our|the|units)|(?:there is|there has been|prior to this offering,? (?:there has been )?)(?: currently)? no (?:established )?public (?:trading )?market for (?:our|the))/i;
const BLANK_CHECK = /\bblank check company\b/i;
const RESALE = /\b(?:resale|selling (?:stock|share|security)holders?)\b/i;
/** Number of leading sentences that describe the offering of a prospectus. */
const COVER_SENTENCES = 40;

function coverOf({ text }: FilingContents): { item: ItemText; sentences: readonly Sentence[] } | null {
  const [first] = text.sections.filter(section => section.text.length > 200);
  if (first === undefined) return null;
  const item = toItemText(first);
  return { item, sentences: item.sentences.slice(0, COVER_SENTENCES) };
}

function readRegistration(contents: FilingContents): FoundEvent[] {
  const cover = coverOf(contents);
  const sentence = cover?.sentences.find(candidate => FIRST_OFFERING.test(candidate.text));
  if (cover === null || sentence === undefined || cover.sentences.some(candidate => RESALE.test(candidate.text)))
    return [];
  const isBlankCheck = cover.sentences.some(candidate => BLANK_CHECK.test(candidate.text));
  return [{ kind: 'ipo', variant: isBlankCheck ? 'spac' : 'filed', evidence: [quoted(cover.item, sentence)] }];
}

const OFFERS = /\b(?:we are offering|we are selling|offering of|shares? (?:are being )?offered by us)\b/i;
const SHARES = /\bshares of (?:our |the )?(?:Class [A-Z] )?(?:common stock|ordinary shares)\b/i;
const PROGRAMME = /\b(?:from time to time|at[- ]the[- ]market|sales agreement|equity distribution agreement)\b/i;

function readProspectus(contents: FilingContents): FoundEvent[] {
  const cover = coverOf(contents);
  if (cover === null) return readOfferingSummary(contents);
  const first = cover.sentences.find(sentence => FIRST_OFFERING.test(sentence.text));
  if (first !== undefined) return [{ kind: 'ipo', variant: 'priced', evidence: [quoted(cover.item, first)] }];
  const offers = cover.sentences.find(
    sentence =>
      OFFERS.test(sentence.text) &&
      SHARES.test(sentence.text) &&
      (readShareCounts(sentence.text).length > 0 || readMoney(sentence.text).length > 0),
  );
  if (offers === undefined) return readOfferingSummary(contents);
  if (/\bresale\b/i.test(offers.text)) return [];
  const shares = readShareCounts(offers.text)[0]?.shares;
  const variant = PROGRAMME.test(offers.text) ? 'atm' : 'public';
  return [
    {
      kind: 'equity_offering',
      variant,
      fields: { ...(shares === undefined ? {} : { newShares: shares }), offeringMethod: variant },
      evidence: [quoted(cover.item, offers)],
    },
  ];
}

const SUMMARY = /(?:^|\.)the_offering$/;
/** `Common stock offered by us`, `Shares we are offering`: the first row of a summary of the offering. */
const OFFERED =
  /^(?:(?:class [a-z] )?(?:common|ordinary) (?:stock|shares)|shares?(?: of (?:our )?(?:class [a-z] )?(?:common stock|ordinary shares))?|ADSs|american depositary shares) (?:(?:being |to be )?offered(?: (?:by us|by the company|hereby|in this offering))?|we are offering)$/i;
/** Characters of a summary that say how the shares are sold. */
const MANNER_CHARS = 3_000;

/** Reads the summary of a prospectus whose cover is no section: `Common stock offered by us | 3,000,000 shares`. */
function readOfferingSummary({ text }: FilingContents): FoundEvent[] {
  for (const section of text.sections.filter(({ sectionKey }) => SUMMARY.test(sectionKey))) {
    for (const { index, 0: line } of section.text.matchAll(/[^\n]+/g)) {
      const [label = '', value = ''] = line.split(' | ');
      if (!OFFERED.test(label.trim())) continue;
      const shares = readShareCounts(value)[0]?.shares;
      const variant = PROGRAMME.test(section.text.slice(0, MANNER_CHARS)) ? 'atm' : 'public';
      const { sectionKey } = section;
      return [
        {
          kind: 'equity_offering',
          variant,
          fields: { ...(shares === undefined ? {} : { newShares: shares }), offeringMethod: variant },
          evidence: [{ sectionKey, quote: line, charStart: index, charEnd: index + line.length }],
        },
      ];
    }
  }
  return [];
}
