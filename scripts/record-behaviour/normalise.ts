/** The time span of a recording; an instant within it only shows when the recording was made. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** Members of responses and schemas whose wording may change without a change of behaviour. */
const WORDS = new Set(['message', 'msg', 'request_id']);
const SCHEMA_WORDS = new Set(['description', 'summary', 'example', 'examples']);
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const DAY = /^\d{4}-\d\d-\d\d$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const KEY = /\bafk_[\w-]+/g;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A response without the values that differ between two recordings of the same behaviour. */
export function normaliseResponse(body: Json, path: string, spans: readonly Span[]): Json {
  const text = (value: string): string => normaliseText(value, path, spans);
  const visit = (value: Json, name: string): Json => {
    if (typeof value === 'string') return /cursor$/.test(name) ? '<cursor>' : text(value);
    if (Array.isArray(value)) return value.map(item => visit(item, name));
    if (value === null || typeof value !== 'object') return value;
    return sorted(
      Object.entries(value).filter(([key]) => !WORDS.has(key)),
      visit,
    );
  };
  return visit(body, '');
}

/** The same for a response that is not JSON. */
export function normaliseText(value: string, path: string, spans: readonly Span[]): string {
  const isNow = (ms: number): boolean => spans.some(({ fromMs, toMs }) => ms >= fromMs && ms <= toMs);
  const isToday = DAY.test(value) && spans.some(({ fromMs }) => value === new Date(fromMs).toISOString().slice(0, 10));
  if (isToday) return '<today>';
  const shown = value
    .replace(INSTANT, instant => (isNow(Date.parse(instant)) ? '<now>' : instant))
    .replace(KEY, '<key>');
  // Ids of account data are random; those of published data derive from names.
  return path.startsWith('/api/user') ? shown.replace(UUID, '<id>') : shown;
}

/** A schema or an OpenAPI document without its words, its examples and its address. */
export function withoutWords(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (schema === null || typeof schema !== 'object') return schema;
  const kept = Object.entries(schema).filter(([key]) => !SCHEMA_WORDS.has(key) && key !== 'servers');
  return sorted(kept, (value, name) => (name === 'properties' ? membersWithoutWords(value) : withoutWords(value)));
}

/** Properties may themselves be named `description`. */
function membersWithoutWords(members: Json): Json {
  if (members === null || typeof members !== 'object' || Array.isArray(members)) return members;
  return sorted(Object.entries(members), withoutWords);
}

function sorted(entries: readonly [string, Json][], visit: (value: Json, name: string) => Json): Json {
  const ordered = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(ordered.map(([key, value]) => [key, visit(value, key)]));
}
