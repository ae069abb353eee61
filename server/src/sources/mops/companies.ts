import { type AlternateName, bareIssuer, type Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isinFromTaiwanCode, isTaiwanBusinessNumber } from '../../kernel/identifiers/check-digits.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { kindOfName } from '../kit/kinds-of-names.ts';
import { readTable } from '../kit/read-table.ts';
import { BOARDS, type BoardLetter, canonicalKeyOfShare, shareCode } from './boards.ts';
import { namesOfPeople } from './names-of-people.ts';
import { currentList } from './open-data.ts';
import { dateOfRepublic, type Row } from './read-rows.ts';

/** The profiles of all companies of a board. */
export const companies = currentList({
  set: 't187ap03',
  name: 'companies',
  states: 'issuers: names, business number, industry, ISIN; chairman, general manager and spokesperson',
  needed: ['出表日期', '公司代號', '公司名稱', '公司簡稱', '外國企業註冊地國', '產業別', '營利事業統一編號'],
  // Each board has some hundred companies.
  expect: { issuers: { min: 200, recordedMin: 1, max: 5_000 } },
  entries: (rows, log) =>
    rows.flatMap(row => {
      const code = shareCode(row.cell('公司代號'));
      const name = row.cell('公司名稱');
      if (code !== null && name !== '') return [{ code, name, row }];
      log.add('bad_row', row.locator, `${row.cell('公司代號')} ${name}`);
      return [];
    }),
  map: (profiles, { source, values, log }) =>
    profiles.map(profile => {
      const issuer = toIssuer(profile, values.board, log);
      return { ...emptyRecords(issuer.canonicalKey, source), issuer, people: peopleOf(profile.row) };
    }),
});

/** The row of a company. */
interface Profile {
  code: string;
  name: string;
  row: Row;
}

/** The exchanges' classification of industries. */
const INDUSTRIES = new Map(
  readTable(new URL('./industries.tsv', import.meta.url)).map(([code = '', label = '']) => [code, label]),
);

function toIssuer({ code, name, row }: Profile, board: BoardLetter, log: AnomalyLog): Issuer {
  const countryCode = countryOf(row, log);
  const { mic, exchange } = BOARDS[board];
  return {
    ...shareIssuer(code, name),
    countryCode,
    industry: industryOf(row, log),
    identifiers: [{ scheme: 'mops', identifier: code }, ...businessNumberOf(row, log)],
    alternateNames: namesOf(row),
    listings: [
      {
        ticker: code,
        marketId: 'tw',
        mic,
        exchange,
        currency: 'TWD',
        isHome: countryCode === 'TW',
        // Shares of foreign companies have numbers of another agency.
        isin: countryCode === 'TW' && code.length === 4 ? isinFromTaiwanCode(code) : null,
      },
    ],
  };
}

/** An issuer by the code of its shares. Other files than the profiles state its short name only. */
export function shareIssuer(code: string, companyName: string): Issuer {
  return bareIssuer(canonicalKeyOfShare(code), companyName, [{ scheme: 'mops', identifier: code }]);
}

/** The country of a foreign company, `KY 開曼群島`; companies without one are Taiwan's. */
function countryOf(row: Row, log: AnomalyLog): string | null {
  const stated = row.cell('外國企業註冊地國');
  if (stated === '') return 'TW';
  const code = /^([A-Z]{2})(?: |$)/.exec(stated)?.[1] ?? null;
  if (code === null) log.add('unknown_country', row.locator, stated);
  return code;
}

function industryOf(row: Row, log: AnomalyLog): Issuer['industry'] {
  const code = row.cell('產業別');
  const label = INDUSTRIES.get(code);
  if (label !== undefined) return { scheme: 'twse', code, label };
  if (code !== '') log.add('unknown_industry', row.locator, code);
  return null;
}

/** Companies of depositary receipts have none; some state a row of zeros. */
function businessNumberOf(row: Row, log: AnomalyLog): Issuer['identifiers'] {
  const number = row.cell('營利事業統一編號');
  if (/^0*$/.test(number)) return [];
  if (isTaiwanBusinessNumber(number)) return [{ scheme: 'tw_ubn', identifier: number }];
  log.add('bad_business_number', row.locator, number);
  return [];
}

function namesOf(row: Row): AlternateName[] {
  const names: AlternateName[] = [
    { kind: 'short', name: row.cell('公司簡稱') },
    { kind: 'english', name: row.cell('英文簡稱') },
  ];
  return names.filter(({ name }) => name !== '');
}

function peopleOf(row: Row): RoleStatement[] {
  const asOf = dateOfRepublic(row.cell('出表日期'));
  const stated = [
    { name: row.cell('董事長'), relation: 'director' as const, roleTitle: '董事長' },
    { name: row.cell('總經理'), relation: 'officer' as const, roleTitle: '總經理' },
    { name: row.cell('發言人'), relation: 'officer' as const, roleTitle: row.cell('發言人職稱') || '發言人' },
  ];
  return stated
    .flatMap(({ name, ...post }) => namesOfPeople(name).map(one => ({ ...post, name: one })))
    .map(item => roleStatement({ ...item, kind: kindOfName(item.name), asOf, confirmation: 'live' }));
}
