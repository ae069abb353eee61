import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Database, sql, type Transaction } from '../../server/src/db/database.ts';
import type { Issuer } from '../../server/src/domain/filings/issuers/model/issuer.ts';
import { joinIssuers } from '../../server/src/domain/filings/issuers/rules/identity/join-issuers.ts';
import {
  type IssuerStatement,
  marketOfRegistries,
  mergeIssuer,
} from '../../server/src/domain/filings/issuers/rules/merge-issuer.ts';
import { refreshProminenceOfIssuers, writeEntities } from '../../server/src/domain/filings/issuers/store/entities.ts';
import { claimIssuers } from '../../server/src/domain/filings/issuers/store/issuer-state.ts';
import { upsertIssuers } from '../../server/src/domain/filings/issuers/store/issuers.ts';
import { parseDelimited } from '../../server/src/formats/delimited.ts';
import { readFirstSheet } from '../../server/src/formats/xlsx/read-sheet.ts';
import { isCusip, isIsin } from '../../server/src/kernel/identifiers/check-digits.ts';
import { tickerKey } from '../../server/src/kernel/ids.ts';
import { addToList } from '../../server/src/kernel/lists.ts';
import { addStatements, toRegistrant } from './identity.ts';

/** Recorded lists and accounts that connectors read, by registry, with the name at the registry where the recorded one differs; of several states of a list the oldest first. */
const LISTS: readonly [registry: string, path: string, name?: string][] = [
  ['sec-edgar', 'us/datasets/fsds_2009q3.zip'],
  ['sec-edgar', 'us/indexes/company_tickers_exchange_10krisk.json.gz', 'company_tickers_exchange.json'],
  ['sec-edgar', 'us/indexes/company_tickers_edgartools.json.gz', 'company_tickers.json'],
  ['sec-edgar', 'us/indexes/company_tickers_exchange.json.gz'],
  ['sec-edgar', 'us/indexes/company_tickers_mf.json.gz'],
  ['sec-edgar', 'us/submissions'],
  ['edinet', 'intl/jp/edinet/codelist/EdinetcodeDlInfo_2024-07-21.csv.gz'],
  ['edinet', 'intl/jp/edinet/codelist/Edinetcode_20231031.zip'],
  ['opendart', 'intl/kr/opendart/corpCode.zip'],
  ['opendart', 'intl/kr/opendart/samsung_company.json'],
  ['cninfo', 'intl/cn/cninfo/szse_stock_2021.json.gz'],
  ['hkexnews', 'intl/hk/ccass/daily_stock_list_2019.html.gz'],
  ['mops', 'intl/tw/twse/t187ap03_L_2023-08.csv.gz', 't187ap03_L.csv'],
  ['mops', 'intl/tw/twse/t187ap03_L_2026-07-09.json.gz', 't187ap03_L.json'],
  ['cvm', 'intl/br/cvm/cad_cia_aberta_2024-06.csv.gz'],
  ['gleif', 'intl/gleif/golden-copy'],
  ['gleif', 'intl/gleif/api'],
  ['esef', 'intl/mirror/filings.xbrl.org/api'],
  ['esef', 'intl/eu/filings-xbrl-org'],
  ['companies-house', 'intl/mirror/download.companieshouse.gov.uk/BasicCompanyData-2018-02-01-part1_2.zip'],
  ['companies-house', 'intl/uk/companies-house/api'],
  ['companies-house', 'intl/uk/companies-house/accounts'],
  ['companies-house', 'intl/uk/companies-house/accounts-ons'],
];

/** A list of an exchange that no connector reads: its shares by ticker, with names and ISIN. */
interface ExchangeList {
  path: string;
  /** Before the ticker in the canonical key. */
  scheme: string;
  marketId: string;
  read(text: string): { ticker: string; names: string[]; isin?: string | undefined }[];
}

const EXCHANGE_LISTS: readonly ExchangeList[] = [
  {
    path: 'intl/cn/lists/tushare_stock_basic_foamliu.csv.gz',
    scheme: 'cninfo',
    marketId: 'cn',
    read: text => rowsOf(text).map(row => ({ ticker: row.code ?? '', names: [row.name ?? ''] })),
  },
  {
    path: 'intl/in/nse/EQUITY_L_kushagra.csv.gz',
    scheme: 'nse',
    marketId: 'in',
    read: text =>
      rowsOf(text).map(row => ({
        ticker: row.SYMBOL ?? '',
        names: [row['NAME OF COMPANY'] ?? ''],
        isin: row['ISIN NUMBER'],
      })),
  },
  {
    path: 'intl/au/asx/ASXListedCompanies_neilfws.csv.gz',
    scheme: 'asx',
    marketId: 'au',
    read: text =>
      rowsOf(text.slice(text.indexOf('Company name'))).map(row => ({
        ticker: row['ASX code'] ?? '',
        names: [row['Company name'] ?? ''],
      })),
  },
  {
    path: 'intl/cn/cninfo/announcements_snapshot_2026-08.json.gz',
    scheme: 'cninfo',
    marketId: 'cn',
    read: text => {
      const { ranges } = JSON.parse(text) as {
        ranges: Record<string, { data: { stock_code: string; short_name: string }[] }>;
      };
      const names = new Map(
        Object.values(ranges).flatMap(({ data }) => data.map(row => [row.stock_code, row.short_name] as const)),
      );
      return [...names].map(([ticker, name]) => ({ ticker, names: [name] }));
    },
  },
  {
    path: 'intl/hk/hkexnews/listing_2019-05_zh.jsonl.gz',
    scheme: 'hkex',
    marketId: 'hk',
    read: text => {
      const rows = text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as Record<string, string>);
      const names = new Map(rows.map(row => [row.代码 ?? '', row.简称 ?? '']));
      return [...names].map(([ticker, name]) => ({ ticker, names: [name] }));
    },
  },
  {
    path: 'intl/kr/krx/stock_master.csv.gz',
    scheme: 'krx',
    marketId: 'kr',
    read: text =>
      rowsOf(text)
        .filter(row => row.Listing === 'True')
        .map(row => ({ ticker: row.Symbol ?? '', names: [row.Name ?? ''] })),
  },
  {
    path: 'intl/br/b3/COTAHIST_D04012016.TXT.gz',
    scheme: 'b3',
    marketId: 'br',
    // Trades of the cash market in the fixed columns of the exchange's layout.
    read: text =>
      text
        .split('\n')
        .filter(line => line.startsWith('01') && line.slice(24, 27) === '010' && !isReceipt(line.slice(39, 49)))
        .map(line => ({
          ticker: line.slice(12, 24).trim(),
          names: [line.slice(27, 39).trim()],
          isin: line.slice(230, 242),
        })),
  },
  {
    path: 'intl/br/b3/GetStockIndex.json.gz',
    scheme: 'b3',
    marketId: 'br',
    read: text =>
      (JSON.parse(text) as { results: { company: string; spotlight: string; code: string }[] }).results
        .filter(({ spotlight }) => !isReceipt(spotlight))
        .map(({ company, code }) => ({ ticker: code, names: [company] })),
  },
  ...(
    [
      ['PAR', 'euronext', 'eu'],
      ['HKG', 'hkex', 'hk'],
      ['KOE', 'krx', 'kr'],
    ] as const
  ).map(([name, scheme, marketId]) => ({
    path: `intl/openfigi/financedatabase_${name}.csv.gz`,
    scheme,
    marketId,
    read: (text: string) =>
      rowsOf(text)
        .filter(row => row.country !== '' && row.delisted !== 'True')
        .map(row => ({
          ticker: (row.symbol ?? '').replace(/\.\w+$/, '').padStart(marketId === 'hk' ? 5 : 0, '0'),
          names: [row.name ?? ''],
          isin: row.isin,
        })),
  })),
];

/** Lists of securities of companies that other lists have, by CIK or by the share's `market:ticker`. */
const SECURITY_LISTS: readonly { path: string; read(bytes: Buffer): { company: string; isin: string }[] }[] = [
  {
    path: 'us/indexes/cik-cusip-maps.csv.gz',
    read: bytes =>
      rowsOf(bytes.toString()).map(row => ({
        company: `cik:${Number(row.cik)}`,
        isin: withCheckDigit(`US${withCheckDigit(row.cusip8 ?? '', isCusip)}`, isIsin),
      })),
  },
  {
    path: 'intl/hk/hkex/ListOfSecurities_hugoyau.xlsx',
    read: bytes =>
      readFirstSheet(bytes)
        .rows.filter(([, , category]) => category === 'Equity')
        .map(([code, , , , , , isin]) => ({ company: `hk:${code}`, isin: `${isin ?? ''}`.trim() })),
  },
  {
    path: 'intl/openfigi/financedatabase_JPX.csv.gz',
    read: bytes =>
      rowsOf(bytes.toString()).map(row => ({
        company: `jp:${(row.symbol ?? '').replace(/\.\w+$/, '')}`,
        isin: row.isin ?? '',
      })),
  },
];

/** A number with the digit that makes it valid; empty if none does. */
function withCheckDigit(number: string, isValid: (text: string) => boolean): string {
  const digit = Array.from({ length: 10 }, (_, at) => at).find(at => isValid(`${number}${at}`));
  return digit === undefined ? '' : `${number}${digit}`;
}

/** A receipt of a foreign share is no company. */
function isReceipt(kind: string): boolean {
  return kind.startsWith('DR');
}

function rowsOf(text: string): Record<string, string>[] {
  const [header = [], ...rows] = parseDelimited(text, ',');
  const columns = header.map(name => name.trim());
  return rows.map(row => Object.fromEntries(columns.map((column, at) => [column, (row[at] ?? '').trim()])));
}

/** Issuers written in one transaction. */
const AT_ONCE = 1_000;

/**
 * Writes the companies of all recorded lists into a store, merged and joined by the rules of the store, with as many filings as the
 * lists state: these make a company prominent.
 */
export async function loadListedCompanies(db: Database, data: string): Promise<void> {
  const { issuers, filings } = await readIssuers(data);
  const registrants = issuers.map(({ issuer, registries }) => toRegistrant(issuer, registries));
  const { groups } = joinIssuers({ registrants, decisions: [], undone: [] });
  const idOf = new Map<string, string>();
  for (let at = 0; at < issuers.length; at += AT_ONCE) {
    const some = issuers.slice(at, at + AT_ONCE);
    await db.transaction(async tx => {
      const states = await claimIssuers(
        tx,
        some.map(({ issuer }) => issuer.canonicalKey),
      );
      const rows = some.map(({ issuer, registries }) => {
        const issuerId = states.get(issuer.canonicalKey)?.issuerId ?? '';
        idOf.set(issuer.canonicalKey, issuerId);
        return { issuerId, issuer, marketId: issuer.marketId ?? marketOfRegistries(registries) ?? '' };
      });
      await upsertIssuers(tx, rows);
      await insertFilings(
        tx,
        rows.map(({ issuerId, issuer }) => ({ issuerId, filings: filings.get(issuer.canonicalKey)?.size ?? 0 })),
      );
      await refreshProminenceOfIssuers(
        tx,
        rows.map(row => row.issuerId),
      );
    });
  }
  const byKey = new Map(issuers.map(({ issuer }) => [issuer.canonicalKey, issuer]));
  const regrouped = groups
    .filter(group => group.memberKeys.length > 1)
    .flatMap(({ leadKey, memberKeys, home }) =>
      memberKeys.map(canonicalKey => ({
        canonicalKey,
        issuerId: idOf.get(canonicalKey) ?? '',
        entityId: idOf.get(leadKey) ?? '',
        listings: (byKey.get(canonicalKey)?.listings ?? []).map(({ marketId, ticker }) => ({
          marketId,
          tickerKey: tickerKey(ticker),
          isEntityHome:
            home?.canonicalKey === canonicalKey && home.marketId === marketId && home.tickerKey === tickerKey(ticker),
        })),
      })),
    );
  for (let at = 0; at < regrouped.length; at += AT_ONCE) {
    await db.transaction(tx => writeEntities(tx, regrouped.slice(at, at + AT_ONCE)));
  }
  await db.execute(sql`analyze`);
}

/** Placeholders: the search only counts them. */
async function insertFilings(tx: Transaction, counts: readonly { issuerId: string; filings: number }[]): Promise<void> {
  await tx.execute(sql`
    insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date, known_at, is_amendment, url, has_xbrl)
    select "issuerId", 'recorded', n, gen_random_uuid(), '', '', '', '2020-01-01', '2020-01-01', false, '', false
    from json_to_recordset(${JSON.stringify(counts)}::json) as row ("issuerId" bigint, filings integer) cross join generate_series(1, filings) as n`);
}

interface RecordedIssuers {
  issuers: { issuer: Issuer; registries: string[] }[];
  /** Numbers of filings by canonical key. */
  filings: Map<string, Set<string>>;
}

async function readIssuers(data: string): Promise<RecordedIssuers> {
  const statements = new Map<string, IssuerStatement[]>();
  const filings = new Map<string, Set<string>>();
  for (const [registry, path, name] of LISTS) {
    for (const file of filesAt(join(data, path))) {
      await addStatements(statements, registry, file, { filings, ...(name === undefined ? {} : { name }) });
    }
  }
  for (const { path, scheme, marketId, read } of EXCHANGE_LISTS) {
    if (!existsSync(join(data, path))) continue;
    for (const { ticker, names, isin } of read(gunzipSync(readFileSync(join(data, path))).toString())) {
      const [companyName = ''] = names.filter(name => name !== '');
      const canonicalKey = `${scheme}:${ticker}`;
      if (ticker === '' || companyName === '') continue;
      const issuer: Issuer = {
        canonicalKey,
        marketId,
        companyName,
        countryCode: null,
        legalForm: null,
        status: 'active',
        industry: null,
        fiscalYearEnd: null,
        identifiers: [],
        formerNames: [],
        // Also if another source decides the name of the company.
        alternateNames: names.map(name => ({ kind: 'local' as const, name })),
        listings: [{ ticker, marketId, mic: null, exchange: null, currency: null, isHome: true, isin: isin || null }],
      };
      const own = statements.get(canonicalKey) ?? [];
      statements.set(canonicalKey, [...own, { registry: scheme, source: path, precedence: own.length, issuer }]);
    }
  }
  const isins = readIsins(data);
  const issuers = [...statements.values()].flatMap(own => {
    const issuer = mergeIssuer(own);
    if (issuer === null) return [];
    const companies = [issuer.canonicalKey, ...issuer.listings.map(({ marketId, ticker }) => `${marketId}:${ticker}`)];
    const further = companies.flatMap(company => isins.get(company) ?? []);
    const registries = [...new Set(own.map(statement => statement.registry))];
    return [{ issuer: { ...issuer, isins: [...new Set([...(issuer.isins ?? []), ...further])] }, registries }];
  });
  return { issuers, filings };
}

/** ISINs by company, of the lists of securities. */
function readIsins(data: string): Map<string, string[]> {
  const isins = new Map<string, string[]>();
  for (const { path, read } of SECURITY_LISTS) {
    if (!existsSync(join(data, path))) continue;
    const bytes = readFileSync(join(data, path));
    for (const { company, isin } of read(path.endsWith('.gz') ? gunzipSync(bytes) : bytes)) {
      if (isin !== '') addToList(isins, company, isin);
    }
  }
  return isins;
}

function filesAt(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [path];
  }
}
