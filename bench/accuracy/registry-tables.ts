import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTable } from './companies.ts';
import { type Comparison, newComparison, type RegistryTable } from './comparison.ts';
import { japanSeries } from './japan-series.ts';
import { koreaSummaries } from './korea-summaries.ts';
import { type Half, halfOf } from './labels/half.ts';
import { taiwanEvents } from './taiwan-events.ts';
import { ukAccounts } from './uk-accounts.ts';

const TABLES: readonly RegistryTable[] = [japanSeries, koreaSummaries, taiwanEvents, ukAccounts];

/** Compares each available table, a comparison for each half of its companies. */
export async function compareRegistryTables(folder: string, halves: readonly Half[]): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const { file, how, issuerOf, compare } of TABLES) {
    const path = join(folder, 'truth', file);
    if (!existsSync(path)) continue;
    const rows = readTable(path);
    for (const half of halves) {
      const comparison = newComparison(`${file.replace(/\.gz$/, '')} (${half})`, how);
      const own = rows.filter(row => halfOf(issuerOf(row, folder)) === half);
      await compare(folder, own, comparison);
      comparisons.push(half === 'locked' ? { ...comparison, isLocked: true } : comparison);
    }
  }
  return comparisons;
}
