import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { fresh } from '../../../kit/fields.ts';
import { operation } from '../../../kit/operation.ts';
import { shownVintage, vintageKnownAt, vintageParameter } from '../views/weo-parameters.ts';

const weoArea = z
  .object({
    area: z.string().describe('Three-letter country code; groups of countries are excluded.'),
    area_name: z.string().describe('Name in the vintage.'),
    subjects_count: z.int().describe('Number of series of the country in the vintage.'),
  })
  .meta({ id: 'WeoArea' });

/** Areas of the sample. A vintage with these areas only is the latest only if no other vintage is stored. */
const FICTIONAL_AREAS = ['XDA'];

export const listWeoAreas = operation({
  name: 'listWeoAreas',
  route: 'GET /api/v1/macro/weo/areas',
  tool: 'list_weo_areas',
  summary: 'Countries of the World Economic Outlook',
  description:
    'Countries with series in a stored vintage of the World Economic Outlook of the International Monetary Fund, by code, with the number of series. Excludes groups of countries. Empty for a vintage that is not stored.',
  tag: 'Macro',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z.strictObject({ vintage: vintageParameter }),
  output: z.object({ vintage: shownVintage, items: z.array(weoArea), ...fresh }).meta({ id: 'WeoAreasResponse' }),
  example: {},
  async run({ db }, { vintage: requested }) {
    const newest =
      requested === undefined
        ? sql`(
      select vintage from weo_series group by vintage
      order by bool_and(area = any(${FICTIONAL_AREAS}::text[])), vintage desc limit 1)`
        : sql`${requested}`;
    const rows = await db.query<{ vintage: string; area: string; area_name: string; subjects_count: number }>(sql`
      select vintage, area, max(area_name) as area_name, count(*)::integer as subjects_count
      from weo_series where vintage = ${newest} group by vintage, area order by area collate "C"`);
    const vintage = requested ?? rows[0]?.vintage ?? null;
    return {
      vintage,
      items: rows.map(({ area, area_name, subjects_count }) => ({ area, area_name, subjects_count })),
      data_as_of: rows.length === 0 || vintage === null ? null : vintageKnownAt(vintage),
      empty_reason: rows.length > 0 ? null : ('not_covered' as const),
    };
  },
});
