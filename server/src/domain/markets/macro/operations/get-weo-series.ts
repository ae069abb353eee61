import { z } from 'zod';
import { type Database, empty, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { fresh } from '../../../kit/fields.ts';
import { text } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { shownVintage, vintageKnownAt, vintageParameter } from '../views/weo-parameters.ts';

const weoPoint = z
  .object({
    year: z.int(),
    value: z
      .number()
      .nullable()
      .describe('In whole units, not thousands or billions; null if the IMF prints n/a or --.'),
    is_forecast: z
      .boolean()
      .nullable()
      .describe('Whether the year is after the last year with actual data; null if the IMF does not state that year.'),
  })
  .meta({ id: 'WeoPoint' });

const weoSeries = z
  .object({
    subject: z.string().describe('Series code, such as NGDP_RPCH.'),
    subject_name: z.string(),
    unit: z.string(),
    last_actual_year: z.int().nullable().describe('Last year with actual data; later years are IMF staff estimates.'),
    note: z.string().nullable().describe("The IMF's notes on the series, shortened."),
    points: z.array(weoPoint).describe('Oldest first.'),
  })
  .meta({ id: 'WeoSeries' });

const output = z
  .object({
    area: z.string(),
    area_name: z.string().nullable().describe('Name of the country in the vintage; null if nothing is stored.'),
    vintage: shownVintage,
    series: z.array(weoSeries).describe('By series code.'),
    ...fresh,
  })
  .meta({ id: 'WeoSeriesResponse' });

export const getWeoSeries = operation({
  name: 'getWeoSeries',
  route: 'GET /api/v1/macro/weo',
  tool: 'get_weo_series',
  summary: 'World Economic Outlook of a country',
  description:
    "Series of the World Economic Outlook of the International Monetary Fund for a country, by year: national accounts, prices, labour, government, trade. All values are from one vintage, by default the latest with the requested data. Each point states whether it is a forecast. Sources: the IMF's vintage files, country reports and SDMX messages, under its copyright. A country in no stored vintage returns 404. Without stored vintages the response is empty; run asfiled ingest imf.",
  tag: 'Macro',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    area: text(3)
      .toUpperCase()
      .refine(given => /^[A-Z]{3}$/.test(given), { error: 'must be a three-letter code' })
      .describe('Three-letter country code: ISO 3166-1, UVK for Kosovo, WBG for the West Bank and Gaza.'),
    subject: text(32)
      .toUpperCase()
      .refine(given => /^[A-Z][A-Z0-9_]*$/.test(given), { error: 'must be a series code such as NGDP_RPCH' })
      .optional()
      .describe('Series code such as NGDP_RPCH; default: all.'),
    vintage: vintageParameter,
  }),
  output,
  example: { area: 'XDA', subject: 'NGDP_RPCH' },
  async run({ db }, { area, subject, vintage: requested }) {
    const rows = await findSeries(db, area, subject, requested);
    const [first] = rows;
    const known = first === undefined ? await findArea(db, area, requested) : { ...first, isStored: true };
    const response: z.input<typeof output> = {
      area,
      area_name: known?.area_name ?? null,
      vintage: requested ?? known?.vintage ?? null,
      series: rows.map(toSeries),
      data_as_of: first === undefined ? null : vintageKnownAt(first.vintage),
      empty_reason:
        first !== undefined ? null : known?.isStored === true ? ('not_reported' as const) : ('not_covered' as const),
    };
    // Amounts may have more digits than a double can represent.
    return toJsonText(response);
  },
});

interface Row {
  vintage: string;
  area_name: string;
  subject: string;
  subject_name: string;
  unit: string;
  last_actual_year: number | null;
  note: string | null;
  years: number[];
  amounts: (string | null)[];
}

/** From the requested vintage, else from the latest vintage that has any of the series. */
function findSeries(
  db: Database,
  area: string,
  subject: string | undefined,
  vintage: string | undefined,
): Promise<Row[]> {
  const ofSubject = subject === undefined ? empty : sql`and subject = ${subject}`;
  const ofVintage =
    vintage === undefined
      ? sql`(select max(vintage) from weo_series where area = ${area} ${ofSubject})`
      : sql`${vintage}`;
  return db.query<Row>(sql`
    select vintage, area_name, subject, subject_name, unit, last_actual_year, note, years, amounts::text[] as amounts
    from weo_series where vintage = ${ofVintage} and area = ${area} ${ofSubject}
    order by subject collate "C"`);
}

/**
 * Name and latest vintage of an area without the requested series, and whether the requested vintage is stored. Null
 * without stored vintages. Throws `not_found` if vintages are stored and none has the area.
 */
async function findArea(
  db: Database,
  area: string,
  requested: string | undefined,
): Promise<{ area_name: string; vintage: string; isStored: boolean } | null> {
  const known = await db.queryOne<{ area_name: string; vintage: string; isStored: boolean }>(sql`
    select area_name, vintage, exists (select from weo_series where vintage = coalesce(${requested ?? null}, s.vintage)) as "isStored"
    from weo_series s where area = ${area} order by vintage desc limit 1`);
  if (known !== null) return known;
  const any = await db.queryOne(sql`select 1 from weo_series limit 1`);
  if (any === null) return null;
  throw new AsfiledError(
    'not_found',
    `No stored vintage has the area ${area}. GET /api/v1/macro/weo/areas lists the available areas.`,
  );
}

function toSeries({ subject, subject_name, unit, last_actual_year: lastActual, note, years, amounts }: Row) {
  return {
    subject,
    subject_name,
    unit,
    last_actual_year: lastActual,
    note,
    points: years.map((year, at) => ({
      year,
      value: toNumber(amounts[at] ?? null),
      is_forecast: lastActual === null ? null : year > lastActual,
    })),
  };
}

function toNumber(digits: string | null): number | null {
  return digits === null ? null : plainNumber(Number(digits), digits);
}
