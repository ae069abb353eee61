import type { z } from 'zod';
import { plainNumber } from '../../../../kernel/json-number.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import type { KpiPeriod, KpiValue } from '../model/financials.ts';
import type { LineItem } from '../rules/line-items.ts';
import type { compactValues, flagsByCode, missing, missingCodes } from './financial-shapes.ts';
import { reasonMissing } from './render-values.ts';

/** The values of a period without provenance: what has a value, and null for what applies but has none. */
export function renderCompactValues(period: KpiPeriod, items: readonly LineItem[]): z.input<typeof compactValues> {
  const values: z.input<typeof compactValues> = {};
  for (const item of items) {
    const known = period.values[item.code];
    if (known) values[item.code] = plainNumber(known.value, known.exact);
    else if (reasonMissing(period, item) !== 'not_applicable') values[item.code] = null;
  }
  return values;
}

/** The flags of the values of a period. */
export function renderFlags(
  period: KpiPeriod,
  items: readonly LineItem[],
  accession: string,
): z.input<typeof flagsByCode> {
  const flags: z.input<typeof flagsByCode> = {};
  for (const { code } of items) {
    const known = period.values[code];
    const own = known ? flagsOf(known, accession) : [];
    if (own.length > 0) flags[code] = own;
  }
  return flags;
}

function flagsOf(value: KpiValue, accession: string): string[] {
  return [
    ...(value.method === 'reported' ? [] : [value.method]),
    ...(value.status === 'published' ? [] : [value.status]),
    ...value.flags,
    ...(value.firstReported === undefined ? [] : ['restated']),
    ...(value.asFiled === undefined ? [] : ['converted']),
    ...(value.accession === accession ? [] : ['other_filing']),
  ];
}

/** Missing codes by reason. */
export function groupMissing(
  entries: readonly Pick<z.input<typeof missing>, 'code' | 'reason'>[],
): z.input<typeof missingCodes> {
  const grouped: Partial<Record<MissingReason, string[]>> = {};
  for (const { code, reason } of entries) {
    const codes = grouped[reason] ?? [];
    codes.push(code);
    grouped[reason] = codes;
  }
  return grouped;
}
