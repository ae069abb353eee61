import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureTables } from './measure-tables.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data/us');

test.skipIf(!existsSync(DATA))(
  'reads at least 95 % of the labelled cells with value, scale, label and period (skipped without ../shared/data/us)',
  { timeout: 120_000 },
  () => {
    const { cells, right, gold } = measureTables(DATA, 'dev');
    expect(right / cells).toBeGreaterThan(0.95);
    expect(gold.wrong).toBe(0);
  },
);
