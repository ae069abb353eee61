import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Issuer, Listing } from '../../domain/filings/issuers/model/issuer.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, daysInMonth, type IsoDate } from '../../kernel/dates.ts';
import { isJapaneseCorporateNumber } from '../../kernel/identifiers/check-digits.ts';
import type { Parsed } from '../kit/source.ts';
import { decodeText } from './decode-text.ts';
import { canonicalKeyOf, identifiersOf, isEdinetCode, namesOf, tickerOf } from './issuer-keys.ts';

/** A filer as the list of EDINET codes has it. */
export interface ListedFiler {
  edinetCode: string;
  /** `内国法人・組合`, `個人（組合発行者を除く）` … */
  filerType: string;
  /** `上場`, `非上場`; empty for those who don't file reports of their own. */
  listed: string;
  /** `3月31日` */
  closingDay: string;
  name: string;
  nameEnglish: string;
  nameKana: string;
  industry: string;
  securitiesCode: string;
  corporateNumber: string;
}

/** A fund as the list of fund codes has it. */
export interface ListedFund {
  fundCode: string;
  securitiesCode: string;
  name: string;
  nameKana: string;
  /** `内国投資信託受益証券` … */
  securityType: string;
  /** Code of the company that manages it. */
  managerCode: string;
}

/** A list of codes with the day that its first line states. */
export interface CodeList {
  date: IsoDate | null;
  filers: ListedFiler[];
  funds: ListedFund[];
}

const FILER_COLUMNS =
  'ＥＤＩＮＥＴコード,提出者種別,上場区分,連結の有無,資本金,決算日,提出者名,提出者名（英字）,提出者名（ヨミ）,所在地,提出者業種,証券コード,提出者法人番号'.split(
    ',',
  );
const FUND_COLUMNS =
  'ファンドコード,証券コード,ファンド名,ファンド名（ヨミ）,特定有価証券区分名,特定期1,特定期2,ＥＤＩＮＥＴコード,発行者名'.split(
    ',',
  );

/** The day of a list of codes, from its first line (`…,2024年07月21日現在,…`); null where it states none. */
export function dateOfCodeList(text: string): IsoDate | null {
  const match = /(\d{4})年(\d{2})月(\d{2})日現在/.exec(text.slice(0, 400));
  return dateOrNull(`${match?.[1]}-${match?.[2]}-${match?.[3]}`);
}

/** Reads a list of filers or of funds (CSV, CP932 or UTF-8). Columns are found by name; rows that don't fit are told. */
export function readCodeList(bytes: Buffer, log: AnomalyLog): CodeList {
  const text = decodeText(bytes);
  const list: CodeList = { date: dateOfCodeList(text), filers: [], funds: [] };
  const rows = parseDelimited(text, ',');
  const at = rows.findIndex(row => row[0] === FILER_COLUMNS[0] || row[0] === FUND_COLUMNS[0]);
  const header = rows[at] ?? [];
  const expected = header[0] === FUND_COLUMNS[0] ? FUND_COLUMNS : FILER_COLUMNS;
  const missing = expected.filter(name => !header.includes(name));
  if (missing.length > 0) {
    log.add('changed_columns', 'header', `no column ${missing.join(', ')}`);
    return list;
  }
  const added = header.filter(name => !expected.includes(name));
  if (added.length > 0) log.add('changed_columns', 'header', `unknown columns ${added.join(', ')}`);
  for (const [index, row] of rows.entries()) {
    if (index <= at) continue;
    const cell = (name: string): string => row[header.indexOf(name)]?.trim() ?? '';
    if (row.length !== header.length || !isEdinetCode(row[0] ?? '')) {
      log.add('bad_row', `row ${index + 1}`, row.join(','));
    } else if (expected === FUND_COLUMNS) list.funds.push(toFund(cell));
    else list.filers.push(toFiler(cell));
  }
  const stated = /件数,(\d+)件/.exec(text.slice(0, 400))?.[1];
  const count = list.filers.length + list.funds.length;
  if (stated !== undefined && Number(stated) !== count) {
    log.add('count_mismatch', 'header', `${stated} rows stated, ${count} read`);
  }
  return list;
}

function toFiler(cell: (name: string) => string): ListedFiler {
  return {
    edinetCode: cell('ＥＤＩＮＥＴコード'),
    filerType: cell('提出者種別'),
    listed: cell('上場区分'),
    closingDay: cell('決算日'),
    name: cell('提出者名'),
    nameEnglish: cell('提出者名（英字）'),
    nameKana: cell('提出者名（ヨミ）'),
    industry: cell('提出者業種'),
    securitiesCode: cell('証券コード'),
    corporateNumber: cell('提出者法人番号'),
  };
}

function toFund(cell: (name: string) => string): ListedFund {
  return {
    fundCode: cell('ファンドコード'),
    securitiesCode: cell('証券コード'),
    name: cell('ファンド名'),
    nameKana: cell('ファンド名（ヨミ）'),
    securityType: cell('特定有価証券区分名'),
    managerCode: cell('ＥＤＩＮＥＴコード'),
  };
}

/** The issuers of a list of codes. A corporation with two codes is one issuer with both. */
export function parseCodeList(bytes: Buffer, url: string, source: string): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('edinet', url);
  const { filers, funds } = readCodeList(bytes, log);
  const byKey = new Map<string, Issuer>();
  for (const filer of [...filers].sort(listedFirst)) {
    if (filer.corporateNumber !== '' && !isJapaneseCorporateNumber(filer.corporateNumber)) {
      log.add('wrong_check_digit', filer.edinetCode, `corporate number ${filer.corporateNumber}`);
    }
    addIssuer(byKey, toIssuer(filer));
  }
  for (const fund of funds) addIssuer(byKey, toFundIssuer(fund));
  const records = [...byKey.values()].map(
    (issuer): IssuerRecords => ({
      canonicalKey: issuer.canonicalKey,
      source,
      issuer,
      filings: [],
      facts: [],
      contents: null,
      damage: null,
    }),
  );
  return { records, anomalies: log.list() };
}

/** Of two codes of one corporation the one with listed securities, then the one that files reports, says more. */
function listedFirst(a: ListedFiler, b: ListedFiler): number {
  return rankOf(a) - rankOf(b) || (a.edinetCode < b.edinetCode ? -1 : 1);
}

function rankOf({ listed }: ListedFiler): number {
  return listed === '上場' ? 0 : listed === '' ? 2 : 1;
}

function addIssuer(byKey: Map<string, Issuer>, issuer: Issuer): void {
  const standing = byKey.get(issuer.canonicalKey);
  if (standing === undefined) byKey.set(issuer.canonicalKey, issuer);
  else {
    standing.identifiers.push(...issuer.identifiers.filter(one => !hasIdentifier(standing, one)));
    const names = standing.alternateNames ?? [];
    const others = (issuer.alternateNames ?? []).filter(one => !names.some(known => known.name === one.name));
    standing.alternateNames = [...names, ...others];
  }
}

function hasIdentifier(issuer: Issuer, wanted: { scheme: string; identifier: string }): boolean {
  return issuer.identifiers.some(one => one.scheme === wanted.scheme && one.identifier === wanted.identifier);
}

function toIssuer(filer: ListedFiler): Issuer {
  const ids = { edinetCode: filer.edinetCode, fundCode: '', corporateNumber: filer.corporateNumber };
  return {
    canonicalKey: canonicalKeyOf(ids),
    companyName: filer.name === '' ? filer.nameEnglish : filer.name,
    countryCode: /^(?:内国|個人（組合)/.test(filer.filerType) ? 'JP' : null,
    legalForm: filer.filerType === '' ? null : filer.filerType,
    status: 'active',
    industry:
      filer.industry === '' || filer.industry === filer.filerType
        ? null
        : { scheme: 'edinet', code: filer.industry, label: filer.industry },
    fiscalYearEnd: toMonthAndDay(filer.closingDay),
    identifiers: identifiersOf(ids, filer.securitiesCode),
    alternateNames: namesOf({ local: filer.name, english: filer.nameEnglish, kana: filer.nameKana }),
    formerNames: [],
    listings: filer.listed === '上場' ? listingsOf(filer.securitiesCode) : [],
  };
}

function toFundIssuer(fund: ListedFund): Issuer {
  const ids = { edinetCode: fund.managerCode, fundCode: fund.fundCode, corporateNumber: '' };
  return {
    canonicalKey: canonicalKeyOf(ids),
    companyName: fund.name,
    countryCode: fund.securityType.startsWith('外国') ? null : 'JP',
    legalForm: fund.securityType === '' ? null : fund.securityType,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: identifiersOf(ids, fund.securitiesCode),
    alternateNames: namesOf({ local: fund.name, english: '', kana: fund.nameKana }),
    formerNames: [],
    listings: listingsOf(fund.securitiesCode),
  };
}

/** The registry names no exchange: a code is of whichever of the four lists the shares. */
export function listingsOf(securitiesCode: string): Listing[] {
  const ticker = tickerOf(securitiesCode);
  if (ticker === null) return [];
  return [{ ticker, marketId: 'jp', mic: null, exchange: null, currency: 'JPY', isHome: true }];
}

/** `3月31日` and `2月末日` as `MM-DD`; the last day of February is the 28th. */
function toMonthAndDay(closingDay: string): string | null {
  const match = /^(\d{1,2})月(?:(\d{1,2})日|末日)$/.exec(closingDay);
  const month = Number(match?.[1]);
  if (match === null || month < 1 || month > 12) return null;
  const last = daysInMonth(2_001, month);
  const day = match[2] === undefined ? last : Math.min(Number(match[2]), last);
  return day < 1 ? null : `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
