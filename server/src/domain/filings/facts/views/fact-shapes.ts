import { z } from 'zod';
import { readExactNumber } from '../../../../kernel/exact-number.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { StoredFact } from '../model/filing-facts-codec.ts';

export const decimals = z
  .union([z.int(), z.literal('INF')])
  .nullable()
  .describe('Filed accuracy (XBRL decimals); null if the source does not state it.');

/** Where a filing tags a fact. */
export const factPlaceFields = {
  document: z.string().describe("File name of the filing's document that states it."),
  element_id: z.string().describe('Id of the element in it; @<offset> if it has none.'),
  char_start: z.int().describe('Start of the element in the decoded document, in UTF-16 units.'),
  char_end: z.int().describe('End of the element, exclusive.'),
};

export const dimensions = z
  .record(z.string(), z.string())
  .describe('Member by axis; text for a typed dimension. Empty: undimensioned.');

export const factPeriodFields = {
  period_start: isoDate.nullable().describe('Null for an instant.'),
  period_end: isoDate,
};

/** A number with every filed digit, or a text; an invalid number is shown as filed. */
export function renderFactValue({ unit, value }: StoredFact): number | string | null {
  const number = unit === null || value === null ? null : readExactNumber(value);
  return number === null ? value : plainNumber(number.value, number.exact ?? undefined);
}
