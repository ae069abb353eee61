import { type Row, textOf } from './read-response.ts';

/** The registry's mark of an account without an id of a taxonomy. */
const NO_STANDARD_ID = /표준계정코드\s*미사용/;

/**
 * The concept of a row: `ifrs-full:Revenue` of `ifrs-full_Revenue`, `dart:OperatingIncomeLoss` of `dart_…`; taxonomies
 * before 2019 write `ifrs_` for `ifrs-full`. An account without an id, and a main account, which never has
 * one, is `ext:` and its name without blanks (these only spread the letters: `자 산 총 계`). Null if it has neither.
 */
export function conceptOf(row: Row): string | null {
  const id = textOf(row, 'account_id');
  if (id === null || NO_STANDARD_ID.test(id)) return extensionOf(textOf(row, 'account_nm'));
  const match = /^([A-Za-z][A-Za-z0-9.-]*)_(.+)$/.exec(id);
  if (match?.[1] === undefined || match[2] === undefined) return extensionOf(id);
  return `${match[1] === 'ifrs' ? 'ifrs-full' : match[1]}:${match[2]}`;
}

/** The own concept of an account's name; null if the name is empty. */
export function extensionOf(name: string | null): string | null {
  const letters = (name ?? '').replace(/\s+/g, '').replace(/^(?:[IVXⅠ-Ⅻ]+|\d{1,2}|[가-하])\.(?=[가-힣])/, '');
  return letters === '' ? null : `ext:${letters}`;
}

/** Earnings and dividends per share. Responses state a currency and no other unit. */
const PER_SHARE = /PerShare/;
const PER_SHARE_NAME = /주당/;
const SHARES = /^(?:ifrs-full|dart):(?:NumberOf\w*Shares|WeightedAverageShares|AdjustedWeightedAverageShares)/;

/** The unit of a row's amounts: `KRW`, `KRW/shares`, `shares`. */
export function unitOf(concept: string, row: Row): string {
  const currency = textOf(row, 'currency') ?? 'KRW';
  if (SHARES.test(concept)) return 'shares';
  const isPerShare = PER_SHARE.test(concept) || (concept.startsWith('ext:') && PER_SHARE_NAME.test(concept));
  return isPerShare ? `${currency}/shares` : currency;
}

const EQUITY_AXIS = 'ifrs-full:ComponentsOfEquityAxis';
/** The suffixes of names of members, in both languages. */
const MEMBER_MARK = /\s*\[(?:member|구성요소)\]\s*/gi;
/** The column of the whole: the statements themselves, or equity as such. */
const WHOLE = /^(?:연결재무제표|별도재무제표|개별재무제표|재무제표|자본)$/;

/**
 * The member of a row of the statement of changes in equity, from its path (`자본 [구성요소]|이익잉여금 [구성요소]`): an own
 * member after the last step, because responses have no ids of members. Empty for the column of the whole.
 */
export function equityMember(row: Row): string {
  if (textOf(row, 'sj_div') !== 'SCE') return '';
  const path = (textOf(row, 'account_detail') ?? '').split('|').map(step => step.replace(MEMBER_MARK, '').trim());
  const last = (path.at(-1) ?? '').replace(/[\s;=]+/g, '');
  return last === '' || WHOLE.test(last) ? '' : `${EQUITY_AXIS}=ext:${last}`;
}

/** `기초자본`, `Ⅵ.기말의현금및현금성자산`, `2023.01.01(기초자본)` */
const BALANCE_NAME = /^(?:(?:[IVXⅠ-Ⅻ]+|\d{1,2})\.)?(?:\d{4}\.\d{2}\.\d{2}\.?)?[(（]?(?:당|전|전전)?(?:분|반)?기(초|말)/;

/** The instant of a row of a statement of flows that is an opening or closing balance. */
export function balanceOf(concept: string, row: Row): 'opening' | 'closing' | null {
  const statement = textOf(row, 'sj_div');
  if (statement !== 'CF' && statement !== 'SCE') return null;
  const name = (textOf(row, 'account_nm') ?? '').replace(/\s+/g, '');
  if (/AtBeginningOf\w*Period|BeginningBalance/.test(concept)) return 'opening';
  if (/AtEndOf\w*Period|EndingBalance/.test(concept)) return 'closing';
  const isBalance =
    /:(?:Equity|CashAndCashEquivalents|CashAndCashEquivalentsIfDifferentFromStatementOfFinancialPosition)$/.test(
      concept,
    );
  const startsWith = BALANCE_NAME.exec(name)?.[1];
  if (startsWith !== undefined && (isBalance || concept.startsWith('ext:')))
    return startsWith === '초' ? 'opening' : 'closing';
  return isBalance ? 'closing' : null;
}
