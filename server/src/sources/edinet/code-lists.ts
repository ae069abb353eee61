import { type Issuer, type Listing, sizeOfCapital } from '../../domain/filings/issuers/model/issuer.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { listZipBuffer, readZipBufferMember, ZipError } from '../../formats/zip.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, daysInMonth, type IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { isJapaneseCorporateNumber } from '../../kernel/identifiers/check-digits.ts';
import { appendAll } from '../../kernel/lists.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { wrongForm } from '../kit/http/response-form.ts';
import { CODE_LIST, noteOf, withNote, withoutNote } from './addresses.ts';
import { decodeText } from './decode-text.ts';
import { canonicalKeyOf, identifiersOf, isEdinetCode, namesOf, tickerOf } from './issuer-keys.ts';
import { classifyResponse, errorFault } from './response.ts';

/** The archive of a list of codes, or its table. The day is `''` if it states none. */
interface CodeListAddress {
  list: 'filers' | 'funds';
  day: IsoDate | '';
  /** True for the share of one issuer in a bulk file. */
  isShare: boolean;
}

const CODE_LISTS = { filers: `${CODE_LIST}/Edinetcode.zip`, funds: `${CODE_LIST}/Fundcode.zip` } as const;

/**
 * The lists of filers and of funds, packed. Their URL does not state their day: it is noted behind `#`. A list replaces the
 * one before in the same month; it states more than the lists of the days of that month.
 */
export const codeLists = documentKind({
  address: {
    template: `${CODE_LIST}/{Edinetcode|Fundcode}.zip#{day}`,
    url: ({ list, day }: CodeListAddress): string => (day === '' ? CODE_LISTS[list] : withNote(CODE_LISTS[list], day)),
    read(url: string): CodeListAddress | null {
      const name = /(?:^|\/)(Edinetcode|Fundcode)(?:DlInfo)?\.(?:zip|csv)(?:#|$)/.exec(url)?.[1];
      if (name === undefined) return null;
      return { list: name === 'Fundcode' ? 'funds' : 'filers', day: noteOf(url), isShare: url.startsWith('codes/') };
    },
  },
  source: 'stated/{month}/{list}',
  named: ({ day }) => ({ month: /^\d{4}-\d{2}/.exec(day)?.[0] ?? '0000-00' }),
  states: 'issuers: names (Japanese, English, kana), type, industry, closing day, securities code, corporate number',
  task: 'codes',
  key: ({ list }) => list,
  read: readPackedCodeList,
  map: (list, { source, values, log }) => recordsOfIssuers(issuersOf(list, values.day, log), source),
  validate: bytes => errorFault(bytes) ?? wrongForm(bytes, ['zip', 'text']),
  // There are some 11,000 filers and 6,000 funds; a list with far fewer is not the whole list.
  expect: ({ isShare }) => ({
    issuers: isShare ? { min: 1, max: 1 } : { min: 3_000, recordedMin: 1, max: 200_000 },
  }),
  accepts: 'lists of codes',
  identify({ name, bytes }): CodeListAddress | null {
    const response = classifyResponse(bytes);
    if (response.kind === 'error') {
      const { status, message } = response;
      throw new AsfiledError('bad_request', `Unrecognised file ${name}: it is an error response, ${status} ${message}`);
    }
    if (response.kind === 'zip' || response.kind === 'pdf') return null;
    // To the end of a line: a character cut in two would pass for another encoding.
    const start = decodeText(bytes.subarray(0, bytes.lastIndexOf(0x0a, LOOKED_AT_BYTES) + 1 || LOOKED_AT_BYTES));
    const day = dateOfCodeList(start);
    if (day === null) return null;
    if (start.includes('ＥＤＩＮＥＴコード,提出者種別')) return { list: 'filers', day, isShare: false };
    return start.includes('ファンドコード,') ? { list: 'funds', day, isShare: false } : null;
  },
  async fetch(client, url) {
    const document = await client.get(withoutNote(url));
    return document && { ...document, url: withNote(url, dateOfPacked(document.bytes)) };
  },
});

/** Where a table states its day. */
const LOOKED_AT_BYTES = 1 << 14;

/** The URL of the list of filers, or of funds, without its day. */
export function codeListUrl(list: CodeListAddress['list']): string {
  return CODE_LISTS[list];
}

function dateOfPacked(bytes: Buffer): string {
  try {
    return dateOfCodeList(decodeText(unpackCodeList(bytes))) ?? '';
  } catch {
    // The parser reports faults of the archive.
    return '';
  }
}

function readPackedCodeList(bytes: Buffer, log: AnomalyLog): CodeList | null {
  const response = classifyResponse(bytes);
  if (response.kind === 'error') {
    log.add('error_answer', '', `${response.status} ${response.message}`);
    return null;
  }
  try {
    return readCodeList(response.kind === 'zip' ? unpackCodeList(bytes) : bytes, log);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, '', error.message);
    return null;
  }
}

/** The table in a packed list of codes. Throws ZipError. */
export function unpackCodeList(bytes: Buffer): Buffer {
  const member = listZipBuffer(bytes).find(zipMember => /DlInfo\.csv$/i.test(zipMember.name));
  if (member === undefined) throw new ZipError('not_a_zip', 'an archive without a list of codes');
  return readZipBufferMember(bytes, member);
}

/** A filer as the list of EDINET codes has it. */
export interface ListedFiler {
  edinetCode: string;
  /** `内国法人・組合`, `個人（組合発行者を除く）` … */
  filerType: string;
  /** `上場`, `非上場`; empty for filers without reports of their own. */
  listed: string;
  /** `3月31日` */
  closingDay: string;
  /** In millions of yen; empty if the list states none. */
  capital: string;
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

/** The day of a list of codes, from its first line (`…,2024年07月21日現在,…`); null if it states none. */
export function dateOfCodeList(text: string): IsoDate | null {
  const match = /(\d{4})年(\d{2})月(\d{2})日現在/.exec(text.slice(0, 400));
  return dateOrNull(`${match?.[1]}-${match?.[2]}-${match?.[3]}`);
}

/** Reads a list of filers or of funds (CSV, CP932 or UTF-8). Columns are found by name; rows that do not fit are anomalies. */
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
    capital: cell('資本金'),
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
function issuersOf({ filers, funds }: CodeList, day: string, log: AnomalyLog): Issuer[] {
  const byKey = new Map<string, Issuer>();
  const statedOn = dateOrNull(day);
  for (const filer of [...filers].sort(listedFirst)) {
    if (filer.corporateNumber !== '' && !isJapaneseCorporateNumber(filer.corporateNumber)) {
      log.add('wrong_check_digit', filer.edinetCode, `corporate number ${filer.corporateNumber}`);
    }
    addIssuer(byKey, { ...toIssuer(filer), statedOn });
  }
  for (const fund of funds) addIssuer(byKey, { ...toFundIssuer(fund), statedOn });
  return [...byKey.values()];
}

/** Of two codes of one corporation the one with listed securities goes first, then the one that files reports. */
function listedFirst(a: ListedFiler, b: ListedFiler): number {
  return rankOf(a) - rankOf(b) || (a.edinetCode < b.edinetCode ? -1 : 1);
}

function rankOf({ listed }: ListedFiler): number {
  return listed === '上場' ? 0 : listed === '' ? 2 : 1;
}

function addIssuer(byKey: Map<string, Issuer>, issuer: Issuer): void {
  const known = byKey.get(issuer.canonicalKey);
  if (known === undefined) byKey.set(issuer.canonicalKey, issuer);
  else {
    appendAll(
      known.identifiers,
      issuer.identifiers.filter(identifier => !hasIdentifier(known, identifier)),
    );
    const names = known.alternateNames ?? [];
    const others = (issuer.alternateNames ?? []).filter(
      alternateName => !names.some(({ name }) => name === alternateName.name),
    );
    known.alternateNames = [...names, ...others];
  }
}

function hasIdentifier(issuer: Issuer, { scheme, identifier }: { scheme: string; identifier: string }): boolean {
  return issuer.identifiers.some(candidate => candidate.scheme === scheme && candidate.identifier === identifier);
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
    ...(/^\d+$/.test(filer.capital) ? { size: sizeOfCapital(Number(filer.capital)) } : {}),
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

/** The registry does not name the exchange: each of four may list the shares. */
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
