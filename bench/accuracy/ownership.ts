import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InsiderReport } from '../../server/src/domain/ownership/insiders/model/insider-report.ts';
import { openFiling } from '../../server/src/sources/sec-edgar/filings/open-filing.ts';
import { namesPlan } from '../../server/src/sources/sec-edgar/ownership/ownership-line.ts';
import { readTable } from './companies.ts';
import { type Comparison, newComparison } from './comparison.ts';

const TABLE = 'truth/ownership_expected.tsv';

export function hasOwnership(folder: string): boolean {
  return existsSync(join(folder, TABLE));
}

/** Parsed Forms 3, 4 and 5 compared with counts that people made in the same documents. */
export function compareOwnership(folder: string): Comparison {
  const comparison = newComparison(
    'ownership_expected.tsv',
    'Forms 3, 4 and 5: form, issuer, number of owners, lines of each kind, shares acquired and disposed of outside derivatives, and the box on Rule 10b5-1 plans, compared with counts in the documents. Symbol, schema and number of footnotes are not stored.',
  );
  for (const row of readTable(join(folder, TABLE))) {
    const found = readDocument(folder, row.file ?? '');
    for (const [code, expected] of Object.entries(expectedOf(row))) {
      comparison.compared++;
      const value = found?.[code];
      if (value === expected) {
        comparison.agreeing++;
        continue;
      }
      const entry = {
        issuer: row.issuer_symbol ?? '',
        period: row.period ?? '',
        code,
        expected,
        where: row.file ?? '',
      };
      if (value === undefined) comparison.missing.push({ ...entry, found: '–' });
      else comparison.wrong.push({ ...entry, found: value });
    }
  }
  return comparison;
}

function expectedOf(row: Record<string, string>): Record<string, string> {
  const box = row.aff10b5One ?? '';
  return {
    form: row.document_type ?? '',
    issuer: `cik:${Number(row.issuer_cik)}`,
    owners: row.reporting_owners ?? '',
    transactions: row.non_derivative_transactions ?? '',
    holdings: row.non_derivative_holdings ?? '',
    derivative_transactions: row.derivative_transactions ?? '',
    derivative_holdings: row.derivative_holdings ?? '',
    shares_acquired: String(Number(row.sum_nonderiv_acquired_shares)),
    shares_disposed: String(Number(row.sum_nonderiv_disposed_shares)),
    plan_box: box === '' ? 'none' : String(box === '1' || box === 'true'),
  };
}

function readDocument(folder: string, file: string): Record<string, string> | null {
  const bytes = readFileSync(join(folder, 'ownership', file));
  const name = /\.(?:txt|nc)$/.test(file) ? '0000000001-00-000001.txt' : file;
  const url = `https://www.sec.gov/Archives/edgar/data/1/000000000100000001/${name}`;
  const [opened] = openFiling([{ url, sha256: '', bytes }]).records;
  const report = opened?.contents?.insiderReport ?? null;
  return report === null || opened === undefined ? null : { ...tally(report), issuer: opened.canonicalKey };
}

function tally({ baseForm, isAmendment, owners, lines }: InsiderReport): Record<string, string> {
  const of = (isDerivative: boolean, isHolding: boolean) =>
    lines.filter(line => line.isDerivative === isDerivative && line.isHolding === isHolding);
  const sum = (direction: 'A' | 'D') =>
    of(false, false)
      .filter(line => line.acquiredDisposed === direction)
      .reduce((total, line) => total + Number(line.shares ?? 0), 0);
  return {
    form: isAmendment ? `${baseForm}/A` : baseForm,
    owners: String(owners.length),
    transactions: String(of(false, false).length),
    holdings: String(of(false, true).length),
    derivative_transactions: String(of(true, false).length),
    derivative_holdings: String(of(true, true).length),
    shares_acquired: String(sum('A')),
    shares_disposed: String(sum('D')),
    plan_box: planBoxOf(lines),
  };
}

/** The 10b5-1 checkbox, as shown by transactions whose footnotes do not mention a plan. */
function planBoxOf(lines: InsiderReport['lines']): string {
  const reported = lines.find(line => !line.isHolding && !line.footnotes.some(namesPlan));
  return reported === undefined || reported.isUnderPlan === null ? 'none' : String(reported.isUnderPlan);
}
