import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';

/** A report of a large holding (大量保有報告書, 変更報告書): holders, shares and issuer. */
export interface LargeHolding {
  /** `変更報告書No.14` */
  title: string | null;
  issuer: { name: string; securitiesCode: string };
  /** Day on which the duty to report arose. */
  dutyDate: IsoDate | null;
  holders: LargeHolder[];
  /** Of all of them together. */
  total: Holding;
}

/** One of the filers or joint holders. */
export interface LargeHolder extends Holding {
  name: string;
  /** `個人`, `法人（株式会社）`; null if the report does not state it. */
  kind: string | null;
  purpose: string | null;
}

/** Decimal digits as filed; null if absent. Ratios are fractions of 1: `0.4799`. */
export interface Holding {
  shares: string | null;
  outstandingShares: string | null;
  ratio: string | null;
  previousRatio: string | null;
}

/** One of the ten largest shareholders of an annual report, by rank. */
export interface MajorShareholder {
  rank: number;
  name: string;
  /** The name with everything that the report puts behind it. */
  nameAsFiled: string;
  /** Number of the account that a custodian holds the shares in; null if none is stated. */
  account: string | null;
  /** The representative of a holder abroad (常任代理人); null if none is stated. */
  standingProxy: string | null;
  address: string | null;
  shares: string | null;
  /** Of the shares less treasury shares: `0.1615`. */
  ratio: string | null;
  date: IsoDate;
}

/** A director, auditor or executive officer as an annual report lists them. */
export interface Officer {
  name: string;
  title: string | null;
  dateOfBirth: IsoDate | null;
  /** Ordinary shares of the company. */
  shares: string | null;
}

/** The holding of a report (`jplvh_cor`); null if the facts are of another report. */
export function readLargeHolding(facts: readonly ReportedFact[]): LargeHolding | null {
  const own = facts.filter(fact => fact.concept.startsWith('jplvh_cor:'));
  const members = byMember(own);
  const whole = members.get('') ?? [];
  const name = statedOf(whole, 'NameOfIssuer');
  if (name === null) return null;
  const holders = [...members].flatMap(([member, some]): LargeHolder[] => {
    const holder = member === '' ? null : statedOf(some, 'Name');
    if (holder === null) return [];
    const kind = statedOf(some, 'IndividualOrCorporation');
    return [{ name: holder, kind, purpose: statedOf(some, 'PurposeOfHolding'), ...toHolding(some) }];
  });
  return {
    title: statedOf(whole, 'DocumentTitleCoverPage'),
    issuer: { name, securitiesCode: statedOf(whole, 'SecurityCodeOfIssuer') ?? '' },
    dutyDate: dateOrNull(statedOf(whole, 'DateWhenFilingRequirementAroseCoverPage')),
    holders,
    total: toHolding(whole),
  };
}

function toHolding(facts: readonly ReportedFact[]): Holding {
  return {
    shares: statedOf(facts, 'TotalNumberOfStocksEtcHeld'),
    outstandingShares: statedOf(facts, 'TotalNumberOfOutstandingStocksEtc'),
    ratio: statedOf(facts, 'HoldingRatioOfShareCertificatesEtc'),
    previousRatio: statedOf(facts, 'HoldingRatioOfShareCertificatesEtcPerLastReport'),
  };
}

/** The largest shareholders of a report, the first first. */
export function readMajorShareholders(facts: readonly ReportedFact[]): MajorShareholder[] {
  const shareholders = [...byMember(facts)].flatMap(([member, some]): MajorShareholder[] => {
    const rank = Number(/No(\d+)MajorShareholders/.exec(member)?.[1]);
    const named = some.find(fact => fact.concept.endsWith(':NameMajorShareholders') && fact.value !== null);
    if (Number.isNaN(rank) || named === undefined) return [];
    const address = statedOf(some, 'AddressMajorShareholders');
    const shares = statedOf(some, 'NumberOfSharesHeld');
    const ratio = statedOf(some, 'ShareholdingRatio');
    return [{ rank, ...splitHolder(fold(named.value ?? '')), address, shares, ratio, date: named.periodEnd }];
  });
  return shareholders.sort((a, b) => a.rank - b.rank);
}

const STANDING_PROXY = /\s*[（(]\s*(?:常任代理人|standing proxy)[\s:：、,]*(.*?)[)）]?\s*$/iu;
/**
 * `505001`, `A/C 505001`, `ACCOUNT NO. 140051`: behind a name in Latin letters or katakana, which no company number is.
 */
const ACCOUNT =
  /(?<=[\p{Script=Latin}\p{Script=Katakana}ー.)）])[\s,-]*(?:(?:A\/C|ACCOUNT|ACCT|口座)\.?\s*)?(?:NO\.?\s*)?[（(]?([0-9０-９]{4,})[)）]?\s*$/iu;

/** The name of a holder, its account and its standing proxy, which reports put into one cell. */
function splitHolder(
  nameAsFiled: string,
): Pick<MajorShareholder, 'name' | 'nameAsFiled' | 'account' | 'standingProxy'> {
  const proxy = STANDING_PROXY.exec(nameAsFiled);
  const held = proxy === null ? nameAsFiled : nameAsFiled.slice(0, proxy.index);
  const account = ACCOUNT.exec(held);
  const name = account === null ? held : held.slice(0, account.index);
  return {
    name: name.trim(),
    nameAsFiled,
    account: account?.[1]?.normalize('NFKC') ?? null,
    standingProxy: proxy?.[1]?.trim() || null,
  };
}

const DIRECTORS = 'InformationAboutDirectorsAndCorporateAuditors';
const EXECUTIVES = 'InformationAboutExecutiveDirectors';

/** The officers of a report in its order, without candidates who are only proposed to a meeting. */
export function readOfficers(facts: readonly ReportedFact[]): Officer[] {
  return [...byMember(facts)].flatMap(([member, some]) => {
    if (member === '') return [];
    return [DIRECTORS, EXECUTIVES].flatMap((suffix): Officer[] => {
      const name = statedOf(some, `Name${suffix}`);
      if (name === null) return [];
      const title = statedOf(some, `OfficialTitleOrPosition${suffix}`);
      const dateOfBirth = dateOrNull(statedOf(some, `DateOfBirth${suffix}`));
      return [{ name, title, dateOfBirth, shares: statedOf(some, `NumberOfSharesHeldOrdinaryShares${suffix}`) }];
    });
  });
}

/** Facts by their member, in the order of the report; `''` for facts about the whole. */
function byMember(facts: readonly ReportedFact[]): Map<string, ReportedFact[]> {
  return Map.groupBy(facts, ({ dimensions }) =>
    Object.entries(dimensions)
      .filter(([axis]) => !axis.endsWith(':ConsolidatedOrNonConsolidatedAxis'))
      .map(([, member]) => member)
      .join(' '),
  );
}

/** The first value of a concept that is not nil. */
function statedOf(facts: readonly ReportedFact[], localName: string): string | null {
  const found = facts.find(({ concept, value }) => value !== null && concept.endsWith(`:${localName}`));
  const text = found === undefined ? '' : fold(found.value ?? '');
  return text === '' ? null : text;
}

function fold(text: string): string {
  return text.replace(/[\s\u3000]+/g, ' ').trim();
}
