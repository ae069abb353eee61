import type { FactSet } from '../../../domain/filings/facts/model/facts.ts';
import type { Filing, Issuer } from '../../../domain/filings/issuers/model/issuer.ts';
import { listZipMembers, streamZipMember, ZipError, type ZipMember } from '../../../formats/zip.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { baseName } from '../../../kernel/base-name.ts';
import { addToList, appendAll } from '../../../kernel/lists.ts';
import type { Parsed } from '../../kit/source.ts';
import { canonicalKeyOfCik } from '../identifiers.ts';
import { tagKey, toDataSetFacts, toDataSetFiling, toDataSetIssuer } from './map-data-set.ts';
import {
  DATA_SET_TABLES,
  type DataSetRows,
  type DataSetTable,
  type NumRow,
  type PreRow,
  readDataSetTable,
  type SubRow,
  type TagRow,
} from './parse-data-set.ts';

/** The records of one company in a data set. */
export interface DataSetCompany {
  issuer: Issuer | null;
  filings: Filing[];
  set: FactSet;
}

/** The paths of a data set's tables in its archive; missing tables are absent. */
async function findDataSetTables(path: string, log: AnomalyLog): Promise<Partial<Record<DataSetTable, ZipMember>>> {
  const found: Partial<Record<DataSetTable, ZipMember>> = {};
  try {
    for await (const member of listZipMembers(path)) {
      const name = baseName(member.name);
      const table = DATA_SET_TABLES.find(table => name === `${table}.txt` || name === `${table}.tsv`);
      if (table !== undefined) found[table] = member;
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, '', error.message);
  }
  for (const table of ['sub', 'num', 'pre'] as const) {
    if (found[table] === undefined) log.add('missing_table', `${table}.txt`, 'not in the archive');
  }
  return found;
}

/**
 * A whole data set in memory, by canonical key of the company, for samples and tests. Large ones (hundreds of megabytes per
 * quarter) are read row by row with {@link readDataSetTable}. `edition` is `2009q3`, for example. Missing parts of a damaged
 * archive are anomalies; everything readable is returned.
 */
export async function readSmallDataSet(path: string, edition: string): Promise<Parsed<Map<string, DataSetCompany>>> {
  const log = new AnomalyLog('sec-edgar', `financial-statement-data-set/${edition}`);
  const tables = await findDataSetTables(path, log);
  const subs = new Map<string, SubRow[]>();
  const cikOf = new Map<string, string>();
  for (const sub of await allRows('sub', path, tables, log)) {
    cikOf.set(sub.adsh, sub.cik);
    addToList(subs, sub.cik, sub);
  }
  const tags = new Map<string, TagRow>();
  for (const tag of await allRows('tag', path, tables, log)) tags.set(tagKey(tag.tag, tag.version), tag);
  const nums = new Map<string, NumRow[]>();
  for (const num of await allRows('num', path, tables, log)) pushOf(nums, cikOf, num, log);
  const pres = new Map<string, PreRow[]>();
  for (const pre of await allRows('pre', path, tables, log)) pushOf(pres, cikOf, pre, log);

  const companies = new Map<string, DataSetCompany>();
  for (const [cik, filings] of subs) {
    const rows = { edition, subs: filings, nums: nums.get(cik) ?? [], pres: pres.get(cik) ?? [], tags };
    companies.set(canonicalKeyOfCik(cik), {
      issuer: toDataSetIssuer(filings),
      filings: filings.map(toDataSetFiling),
      set: toDataSetFacts(rows, log),
    });
  }
  return { records: companies, anomalies: log.list() };
}

async function allRows<T extends DataSetTable>(
  table: T,
  path: string,
  tables: Partial<Record<DataSetTable, ZipMember>>,
  log: AnomalyLog,
): Promise<DataSetRows[T][]> {
  const rows: DataSetRows[T][] = [];
  const member = tables[table];
  if (member === undefined) return rows;
  try {
    for await (const batch of readDataSetTable(table, await streamZipMember(path, member), log)) appendAll(rows, batch);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, member.name, error.message);
  }
  return rows;
}

function pushOf<R extends { adsh: string; tag: string }>(
  lists: Map<string, R[]>,
  cikOf: ReadonlyMap<string, string>,
  row: R,
  log: AnomalyLog,
): void {
  const cik = cikOf.get(row.adsh);
  if (cik === undefined) log.add('unknown_filing', row.adsh, `${row.tag} in a filing without a row in sub.txt`);
  else addToList(lists, cik, row);
}
