import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Financials } from '../../server/src/domain/figures/financials/model/financials.ts';
import {
  type FinancialsInput,
  normaliseFinancials,
} from '../../server/src/domain/figures/financials/rules/financials.ts';
import type { FactSet } from '../../server/src/domain/filings/facts/model/facts.ts';
import { parseCompanyFacts } from '../../server/src/sources/sec-edgar/facts/companyfacts.ts';
import { readSmallDataSet } from '../../server/src/sources/sec-edgar/facts/read-data-set.ts';

/** One issuer in one source. */
export interface Company {
  cik: number;
  name: string;
  sic: string | null;
  /** `companyfacts`, or the name of a data set. */
  source: string;
  set: FactSet;
}

/** Every issuer of every companyfacts file and data set in a folder laid out as `../shared/data/us`. */
export async function loadCompanies(folder: string): Promise<Company[]> {
  const companies = listFiles(join(folder, 'companyfacts'), /\.json(\.gz)?$/).map(file => {
    const { records } = parseCompanyFacts(readBytes(file), basename(file));
    const cik = Number(records.cik);
    return { cik, name: records.entityName, sic: readSic(folder, cik), source: 'companyfacts', set: records.set };
  });
  for (const file of listFiles(join(folder, 'datasets'), /\.zip$/)) {
    const source = basename(file, '.zip');
    const { records } = await readSmallDataSet(file, source.replace('fsds_', ''));
    for (const [key, { issuer, set }] of records) {
      const sic = issuer?.industry?.code ?? null;
      companies.push({ cik: Number(key.slice(4)), name: issuer?.companyName ?? key, sic, source, set });
    }
  }
  return companies;
}

export function inputOf(company: Company, asOf: string | null = null): FinancialsInput {
  return { sets: [company.set], knownAt: {}, sic: company.sic, canonicalKey: `cik:${company.cik}`, asOf };
}

/** Financials by company and day, each computed once. */
export class FinancialsCache {
  readonly #known = new Map<string, Financials>();

  of(company: Company, asOf: string | null = null): Financials {
    const key = `${company.source} ${company.cik} ${asOf}`;
    const known = this.#known.get(key);
    if (known) return known;
    const made = normaliseFinancials(inputOf(company, asOf));
    this.#known.set(key, made);
    return made;
  }
}

/** Rows of a tab-separated file, plain or compressed, by column name; empty if the file is missing. */
export function readTable(path: string): Record<string, string>[] {
  if (!existsSync(path)) return [];
  const [head = '', ...lines] = readBytes(path).toString('utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map(line => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

function listFiles(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(name => pattern.test(name))
    .sort()
    .map(name => join(folder, name));
}

function readBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** The industry code in a company's submissions file, if recorded; else null. */
function readSic(folder: string, cik: number): string | null {
  const name = `CIK${String(cik).padStart(10, '0')}`;
  for (const file of listFiles(join(folder, 'submissions'), new RegExp(`^${name}[.]`))) {
    const content = JSON.parse(readBytes(file).toString('utf8')) as { sic?: unknown };
    if (typeof content.sic === 'string' && content.sic !== '') return content.sic;
  }
  return null;
}
