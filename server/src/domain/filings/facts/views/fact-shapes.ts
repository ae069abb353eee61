import { z } from 'zod';
import { readExactNumber } from '../../../../kernel/exact-number.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { StoredFact } from '../model/filing-facts-codec.ts';

export const decimals = z
  .union([z.int(), z.literal('INF')])
  .nullable()
  .describe('Filed accuracy (XBRL decimals); null where the source does not give it.');

/** Where in a filing something is tagged. */
export const factPlaceFields = {
  document: z.string().describe('File name of the document of the filing that says so.'),
  element_id: z.string().describe('Id of the element in it; @<offset> where it has none.'),
  char_start: z.int().describe('Where the element starts in the decoded document, in UTF-16 units.'),
  char_end: z.int().describe('Where it ends, exclusive.'),
};

export const dimensions = z
  .record(z.string(), z.string())
  .describe('Axis to member; of a typed dimension to its text. Empty: undimensioned.');

export const factPeriodFields = {
  period_start: isoDate.nullable().describe('Null for an instant.'),
  period_end: isoDate,
};

/** A number with every filed digit, or a text; what is tagged as a number but is none is shown as it reads. */
export function renderFactValue({ unit, value }: StoredFact): number | string | null {
  const number = unit === null || value === null ? null : readExactNumber(value);
  return number === null ? value : plainNumber(number.value, number.exact ?? undefined);
}
