import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HoldingLine } from '../../server/src/domain/ownership/holders/model/holdings-report.ts';
import { AnomalyLog } from '../../server/src/kernel/anomaly-log.ts';
import { openFiling } from '../../server/src/sources/sec-edgar/filings/open-filing.ts';
import { readInformationTable } from '../../server/src/sources/sec-edgar/holdings/information-table.ts';
import { readTable } from './companies.ts';
import { type Comparison, newComparison } from './comparison.ts';

const TABLE = 'truth/13f_totals.tsv';

export function hasHoldings(folder: string): boolean {
  return existsSync(join(folder, TABLE));
}

/** Parsed Forms 13F compared with counts that people made in the same documents. */
export function compareHoldings(folder: string): Comparison {
  const comparison = newComparison(
    '13f_totals.tsv',
    'Form 13F: quarter, lines, securities, sum of values as filed and lines of options of the table; lines, value and other managers of the cover. Covers without tables, and tables without covers, are compared as far as possible.',
  );
  for (const row of readTable(join(folder, TABLE))) {
    const file = row.file ?? '';
    const found = readDocument(join(folder, '13f', file));
    for (const [code, expected] of Object.entries(expectedOf(row))) {
      comparison.compared++;
      const value = found[code];
      if (value === expected) {
        comparison.agreeing++;
        continue;
      }
      const entry = { issuer: file, period: row.period ?? '', code, expected, where: file };
      if (value === undefined) comparison.missing.push({ ...entry, found: '–' });
      else comparison.wrong.push({ ...entry, found: value });
    }
  }
  return comparison;
}

const COLUMNS = {
  lines: 'rows_in_table',
  securities: 'distinct_cusips',
  value: 'sum_of_value',
  options: 'put_call_rows',
  stated_lines: 'cover_tableEntryTotal',
  stated_value: 'cover_tableValueTotal',
  managers: 'other_managers',
};

function expectedOf(row: Record<string, string>): Record<string, string> {
  const stated = Object.entries(COLUMNS).flatMap(([code, column]) => {
    const value = row[column]?.trim() ?? '';
    return value === '' ? [] : [[code, value] as const];
  });
  const quarter = /^(\d{2})-(\d{2})-(\d{4})$/.exec(row.period ?? '');
  return Object.fromEntries(
    quarter === null ? stated : [...stated, ['quarter', `${quarter[3]}-${quarter[1]}-${quarter[2]}`]],
  );
}

/** Reads a table without a filing alone; for a filing, reads the cover page and the table. */
function readDocument(path: string): Record<string, string> {
  const bytes = readFileSync(path);
  if (/infotable/i.test(path)) return ofLines(readInformationTable(path, bytes, new AnomalyLog('sec-edgar', path)));
  const name = path.endsWith('.txt') ? '0000000000-00-000000.txt' : 'primary_doc.xml';
  const url = `https://www.sec.gov/Archives/edgar/data/1/000000000000000000/${name}`;
  const report = openFiling([{ url, sha256: '', bytes }]).records[0]?.contents?.holdingsReport;
  if (!report) return {};
  return {
    ...ofLines(report.lines),
    quarter: report.quarterEnd,
    stated_lines: String(report.statedLines),
    stated_value: String(report.statedValue),
    managers: String(report.managers.filter(manager => manager.edge === 'included').length),
  };
}

function ofLines(lines: readonly HoldingLine[]): Record<string, string> {
  return {
    lines: String(lines.length),
    securities: String(new Set(lines.map(line => line.cusip)).size),
    value: String(lines.reduce((sum, line) => sum + Number(line.value ?? 0), 0)),
    options: String(lines.filter(line => line.putCall !== null).length),
  };
}
