import pg from 'pg';

type Parser = (text: string) => unknown;

// Object ids of pg_type.dat; they never change.
const DATE = 1082;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const DATE_ARRAY = 1182;
const TIMESTAMP_ARRAY = 1115;
const TIMESTAMPTZ_ARRAY = 1185;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY = 1009;

const asText: Parser = text => text;
const parserOf: (oid: number, format: 'text' | 'binary') => Parser = pg.types.getTypeParser;
const parseTextArray = parserOf(TEXT_ARRAY, 'text');

function parseInstantArray(text: string): unknown {
  const items = parseTextArray(text);
  return Array.isArray(items) ? items.map(item => (item === null ? null : toInstant(String(item)))) : items;
}

const parsers = new Map<number, Parser>([
  [DATE, asText],
  [TIMESTAMP, asText],
  [TIMESTAMPTZ, toInstant],
  [DATE_ARRAY, parseTextArray],
  [TIMESTAMP_ARRAY, parseTextArray],
  [TIMESTAMPTZ_ARRAY, parseInstantArray],
  [NUMERIC_ARRAY, parseTextArray],
]);

/**
 * Parsers of result values (types: see database.ts). By default `pg` keeps `numeric` and `bigint` as text and parses
 * json, but turns dates into local Dates and arrays of numerics into floats.
 */
export const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? parserOf(oid, format ?? 'text');
  },
};

/**
 * Converts PostgreSQL's ISO output (`2024-02-01 21:30:00.5+00`) to ISO 8601 in UTC with `Z`, truncated to the
 * milliseconds of a JavaScript Date. Our sessions run in UTC; another offset (a role's own setting) is converted.
 * `infinity` and years BC stay unchanged.
 */
export function toInstant(text: string): string {
  if (text.endsWith('+00')) return `${text.slice(0, -3).replace(' ', 'T').replace(BELOW_MILLISECONDS, '$1')}Z`;
  const moment = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  if (Number.isNaN(moment)) return text;
  return new Date(moment).toISOString().replace(/\.?0*Z$/, 'Z');
}

const BELOW_MILLISECONDS = /(\.\d{3})\d+$/;
