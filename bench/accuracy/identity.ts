import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EntityGroup, Registrant } from '../../server/src/domain/filings/issuers/model/identity.ts';
import type { Issuer } from '../../server/src/domain/filings/issuers/model/issuer.ts';
import { type Identity, joinIssuers } from '../../server/src/domain/filings/issuers/rules/identity/join-issuers.ts';
import { numberOfKey } from '../../server/src/domain/filings/issuers/rules/identity/schemes.ts';
import {
  type IssuerStatement,
  marketOfRegistries,
  mergeIssuer,
} from '../../server/src/domain/filings/issuers/rules/merge-issuer.ts';
import { withReplacedNames } from '../../server/src/domain/filings/issuers/rules/replaced-names.ts';
import { listZipBuffer, readZipBufferMember } from '../../server/src/formats/zip.ts';
import { AnomalyLog } from '../../server/src/kernel/anomaly-log.ts';
import { nameKey } from '../../server/src/kernel/identifiers/name-key.ts';
import { BulkZip } from '../../server/src/sources/kit/packages/bulk-zip.ts';
import { precedenceOf, type Source, type SourceDocument } from '../../server/src/sources/kit/source.ts';
import { SOURCES } from '../../server/src/sources/sources.ts';
import { readTable } from './companies.ts';
import { type Comparison, newComparison, skip } from './comparison.ts';

type Row = Record<string, string>;

/** Folders of the corpus and the registries whose bytes they hold. */
const REGISTRIES: readonly [folder: string, registry: string][] = [
  ['br/cvm', 'cvm'],
  ['cn/cninfo', 'cninfo'],
  ['eu', 'esef'],
  ['gleif', 'gleif'],
  ['hk', 'hkexnews'],
  ['jp/edinet', 'edinet'],
  ['jp/tdnet', 'tdnet'],
  ['kr/opendart', 'opendart'],
  ['uk/companies-house', 'companies-house'],
];

/** Documents outside the table: statements of other registries about the same companies. */
const BESIDES = [
  'jp/edinet/codelist/FundcodeDlInfo_2026-05-12.csv.gz',
  'jp/edinet/codelist/Edinetcode_20231031.zip',
  'jp/tdnet/list',
  'gleif/golden-copy',
];

/** Numbers of the table and the schemes that they go by. */
const NUMBERS: readonly [column: string, scheme: string][] = [
  ['edinet_code', 'edinet'],
  ['jcn', 'jcn'],
  ['corp_code', 'dart'],
  ['cvm_code', 'cvm'],
  ['cnpj', 'cnpj'],
  ['company_number', 'uk'],
  ['lei', 'lei'],
  ['cninfo_code', 'cninfo'],
  ['org_id', 'cninfo_org_id'],
  ['hkex_code', 'hkex'],
];

/**
 * Compares the companies, links and pairs of the table with the result of the rules over every registrant that
 * connectors read from the recorded documents, some twenty thousand in total. The numbers of a company must lead to one
 * entity; registrants of one company must be joined, and those of different companies separate.
 */
export async function compareIdentity(folder: string, usFolder: string): Promise<Comparison> {
  const comparison = newComparison(
    'intl_entities.tsv',
    'Companies, links and pairs labelled by people, compared with the entities that the rules form from all registrants: numbers of a company lead to one entity, equal issuers are joined, and parents, subsidiaries and forbidden pairs are separate.',
  );
  const rows = readTable(join(folder, 'truth/intl_entities.tsv'));
  const registrants = withStandIns(await readRegistrants(folder, usFolder, rows), rows);
  const identity = joinIssuers({ registrants, decisions: [], undone: [] });
  const groupOf = groupsByKey(identity);
  const keysOf = claimsByNumber(registrants);
  for (const row of rows) {
    if (row.row_type === 'entity') compareEntity(comparison, row, groupOf, keysOf);
    else comparePair(comparison, row, groupOf);
  }
  return comparison;
}

function comparePair(comparison: Comparison, row: Row, groupOf: ReadonlyMap<string, EntityGroup>): void {
  const [a = '', b = ''] = [row.canonical_key, row.related_key];
  if (a === b) {
    skip(comparison, 'two companies under one placeholder number, which is not a key of the store');
    return;
  }
  const shouldBeOne = row.relation === 'same_issuer_as';
  const [one, other] = [groupOf.get(a), groupOf.get(b)];
  if (one === undefined || other === undefined) {
    skip(comparison, 'issuers of documents that no connector reads');
    return;
  }
  const issuer = `${row.name_local || a} / ${row.other_name || b}`;
  const pair = row.reason || row.relation || '';
  count(
    comparison,
    { issuer, code: pair, expected: shouldBeOne ? 'one' : 'two' },
    (one === other) === shouldBeOne,
    one,
  );
}

function compareEntity(
  comparison: Comparison,
  row: Row,
  groupOf: ReadonlyMap<string, EntityGroup>,
  keysOf: ReadonlyMap<string, readonly string[]>,
): void {
  const key = row.canonical_key ?? '';
  const group = groupOf.get(key);
  if (group === undefined) {
    skip(comparison, 'issuers of documents that no connector reads');
    return;
  }
  const issuer = `${row.name_local || row.name_english} ${key}`;
  for (const [column, scheme] of NUMBERS) {
    const number = row[column] ?? '';
    if (number === '') continue;
    // The table has Danish numbers in the column of British ones, with the name of the register before them.
    const [, register, own] = /^([A-Z]+) (.+)$/.exec(number) ?? [];
    const claimants = keysOf.get(`${register?.toLowerCase() ?? scheme}:${own ?? number}`) ?? [];
    const leadsHere = claimants.length > 0 && claimants.every(claimant => groupOf.get(claimant) === group);
    count(comparison, { issuer, code: `${scheme} ${number}`, expected: group.leadKey }, leadsHere, group);
  }
}

function count(
  comparison: Comparison,
  row: { issuer: string; code: string; expected: string },
  agrees: boolean,
  group: EntityGroup,
): void {
  comparison.compared++;
  if (agrees) comparison.agreeing++;
  else
    comparison.wrong.push({ ...row, period: '', found: group.memberKeys.join(', '), where: `lead ${group.leadKey}` });
}

function groupsByKey({ groups }: Identity): Map<string, EntityGroup> {
  return new Map(groups.flatMap(group => group.memberKeys.map(key => [key, group] as const)));
}

function claimsByNumber(registrants: readonly Registrant[]): Map<string, string[]> {
  const claims = new Map<string, string[]>();
  for (const { canonicalKey, identifiers } of registrants) {
    const own = numberOfKey(canonicalKey);
    for (const { scheme, identifier } of own === null ? identifiers : [own, ...identifiers]) {
      const id = `${scheme}:${identifier}`;
      claims.set(id, [...(claims.get(id) ?? []), canonicalKey]);
    }
  }
  return claims;
}

/** Issuers without recorded documents are represented by their names, each in its own registry. */
function withStandIns(registrants: readonly Registrant[], rows: readonly Row[]): Registrant[] {
  const known = new Set(registrants.map(registrant => registrant.canonicalKey));
  const standIns = new Map<string, Registrant>();
  for (const row of rows.filter(row => row.row_type === 'do_not_join')) {
    for (const [key = '', name = ''] of [
      [row.canonical_key, row.name_local || row.name_english],
      [row.related_key, row.other_name],
    ]) {
      if (known.has(key)) continue;
      const issuer = { ...EMPTY, canonicalKey: key, companyName: name };
      standIns.set(key, toRegistrant(issuer, [key.split(':')[0] ?? '']));
    }
  }
  return [...registrants, ...standIns.values()];
}

const EMPTY: Issuer = {
  canonicalKey: '',
  companyName: '',
  countryCode: null,
  legalForm: null,
  status: 'active',
  industry: null,
  fiscalYearEnd: null,
  identifiers: [],
  formerNames: [],
  listings: [],
};

/**
 * Every registrant that the connectors read from the documents of the table and from adjacent ones, merged as in the store.
 */
async function readRegistrants(folder: string, usFolder: string, rows: readonly Row[]): Promise<Registrant[]> {
  const named = rows.flatMap(row => (row.source_files ?? '').split(';')).map(path => path.trim().replace(/#.*$/, ''));
  const paths = [...new Set([...named, ...BESIDES])].filter(path => path !== '').flatMap(path => filesAt(folder, path));
  const statements = new Map<string, IssuerStatement[]>();
  for (const path of paths) {
    const registry = REGISTRIES.find(([beginning]) => path.startsWith(`${beginning}/`))?.[1];
    if (registry !== undefined) await addStatements(statements, registry, join(folder, path));
  }
  for (const path of filesAt(usFolder, 'submissions'))
    await addStatements(statements, 'sec-edgar', join(usFolder, path));
  return [...statements.values()].flatMap(own => {
    const issuer = mergeIssuer(own);
    return issuer === null ? [] : [toRegistrant(issuer, [...new Set(own.map(statement => statement.registry))])];
  });
}

function filesAt(folder: string, path: string): string[] {
  if (!existsSync(join(folder, path))) return [];
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  return readdirSync(join(folder, path))
    .sort()
    .map(name => `${path}/${name}`);
}

/** When a name that a list without a day replaced is taken to end. */
const TODAY = '2026-01-01';

/** Adds what the connector of a registry reads from one recorded document to the statements by issuer. */
export async function addStatements(
  statements: Map<string, IssuerStatement[]>,
  registry: string,
  path: string,
  { name = basename(path, '.gz'), filings = new Map<string, Set<string>>() } = {},
): Promise<void> {
  const source = SOURCES.find(source => source.description.registry === registry);
  if (source === undefined) return;
  const documents = await openDocuments(source, path, name);
  for (const document of documents) {
    const parsed: Awaited<ReturnType<Source['parse']>> = await source.parse([document]);
    for (const { canonicalKey, source: stated, issuer: now, filings: filed } of parsed.records) {
      const known = filings.get(canonicalKey) ?? new Set();
      for (const { nativeId } of filed) filings.set(canonicalKey, known.add(nativeId));
      if (now === null || canonicalKey === '') continue;
      const own: IssuerStatement[] = statements.get(canonicalKey) ?? [];
      // As in the store: a later document replaces an earlier one of the same source.
      const at = own.findIndex(
        issuerStatement => issuerStatement.registry === registry && issuerStatement.source === stated,
      );
      const before = own[at]?.issuer;
      const issuer = before === undefined ? now : withReplacedNames(now, before, TODAY);
      const statement = { registry, source: stated, precedence: precedenceOf(source, stated), issuer };
      own.splice(at < 0 ? own.length : at, 1, statement);
      statements.set(canonicalKey, own);
    }
  }
}

/** The document at its address; a package as its members or split by issuer. Empty if the connector does not recognise it. */
async function openDocuments(source: Source, path: string, name: string): Promise<SourceDocument[]> {
  const file = readFileSync(path);
  const bytes = path.endsWith('.gz') ? gunzipSync(file) : file;
  try {
    return [{ url: source.identifyImport(name, bytes), bytes, sha256: '' }];
  } catch {
    return name.endsWith('.zip') ? openPackage(source, path) : [];
  }
}

async function openPackage(source: Source, path: string): Promise<SourceDocument[]> {
  const zip = await BulkZip.open(path);
  try {
    const plan = await source.planBulk(zip, basename(path));
    if (plan === null) return [];
    if (plan.kind === 'document') return [{ url: plan.url, bytes: readFileSync(path), sha256: '' }];
    if (plan.kind === 'documents') {
      const bytes = readFileSync(path);
      return listZipBuffer(bytes)
        .filter(member => !member.name.endsWith('/'))
        .map(member => ({ url: `${plan.name}/${member.name}`, bytes: readZipBufferMember(bytes, member), sha256: '' }));
    }
    const shares = new Map<string, string>();
    for await (const pieces of source.splitBulk(zip, new AnomalyLog(source.description.registry, plan.name))) {
      for (const { issuerKey, part, text } of pieces) {
        const share = `${issuerKey}\t${part}`;
        shares.set(share, (shares.get(share) ?? '') + text);
      }
    }
    return [...shares].map(([share, text]) => {
      return { url: `${plan.name}/${share.split('\t')[1]}`, bytes: Buffer.from(text), sha256: '' };
    });
  } finally {
    zip.close();
  }
}

/** An issuer as the store passes it to the rules. */
export function toRegistrant(issuer: Issuer, registries: string[]): Registrant {
  const fold = (names: readonly string[]) => [...new Set(names.map(nameKey))].filter(name => name !== '');
  const alternates = (issuer.alternateNames ?? []).filter(name => name.kind !== 'short');
  return {
    canonicalKey: issuer.canonicalKey,
    registries,
    name: issuer.companyName === issuer.canonicalKey ? '' : nameKey(issuer.companyName),
    alternateNames: fold(alternates.map(alternate => alternate.name)),
    isAbbreviated: (issuer.alternateNames ?? []).some(
      ({ kind, name }) => kind === 'short' && name === issuer.companyName,
    ),
    formerNames: fold(issuer.formerNames.map(name => name.companyName)),
    countryCode: issuer.countryCode,
    postalCode: issuer.postalCode ?? null,
    marketId: issuer.listings[0]?.marketId ?? issuer.marketId ?? marketOfRegistries(registries) ?? '',
    industry: issuer.industry,
    fiscalYearEnd: issuer.fiscalYearEnd,
    identifiers: issuer.identifiers,
    isins: issuer.isins ?? [],
    listings: issuer.listings.map(listing => ({
      marketId: listing.marketId,
      tickerKey: listing.ticker,
      currency: listing.currency,
      isHome: listing.isHome,
      isTrading: true,
    })),
    relations: issuer.relations ?? [],
    successorKey: issuer.successorKey ?? null,
    statedOn: issuer.statedOn == null ? null : { from: issuer.statedOn, to: issuer.statedOn },
  };
}

/** Whether the table is available. */
export function hasIdentity(folder: string): boolean {
  return existsSync(join(folder, 'truth/intl_entities.tsv'));
}
