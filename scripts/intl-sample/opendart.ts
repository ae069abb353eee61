import { companyUrl, mainAccountsUrl } from '../../server/src/sources/opendart/endpoints.ts';
import { readPlain } from './corpus.ts';

const SAMSUNG = '00126380';
/** Main accounts of the business report of 2023, with the two prior years. */
const ACCOUNTS = 'kr/opendart/samsung_financials.json';
const COMPANY = 'kr/opendart/samsung_company.json';
/** The company fields of a profile, without officers and contact details. */
const PROFILE = [
  'status',
  'message',
  'corp_code',
  'corp_name',
  'corp_name_eng',
  'stock_name',
  'stock_code',
  'corp_cls',
  'jurir_no',
  'bizr_no',
  'induty_code',
  'est_dt',
  'acc_mt',
] as const;

/** Responses of OpenDART with the main accounts of a company, by URL. */
export function openDartResponses(corpus: string): Map<string, Buffer> {
  const company = JSON.parse(readPlain(corpus, COMPANY).toString('utf8')) as Record<string, unknown>;
  const profile = Object.fromEntries(PROFILE.map(field => [field, company[field]]));
  const accounts: unknown = JSON.parse(readPlain(corpus, ACCOUNTS).toString('utf8'));
  const report = { businessYear: '2023', reportCode: '11011' } as const;
  return new Map([
    [companyUrl(SAMSUNG), Buffer.from(JSON.stringify(profile))],
    [mainAccountsUrl(SAMSUNG, report), Buffer.from(JSON.stringify(accounts))],
  ]);
}
