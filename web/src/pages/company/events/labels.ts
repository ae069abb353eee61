import { type Event, exactText } from '@asfiled/client';
import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';

/** `auditor_change` as `Auditor change`. */
export function codeLabel(code: string): string {
  const words = code.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`.replace(/^Ipo$/, 'IPO');
}

/** Fields that the event's title or another field's unit already shows. */
const NOT_SHOWN = new Set([
  'currency',
  'unit',
  'stage',
  'direction',
  'deal_side',
  'counterparty',
  'offering_method',
  'return_method',
]);
const AMOUNTS = new Set(['amount', 'proceeds', 'price_per_share', 'restated_amount']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The stated fields of an event as labels and values. */
export function eventFields(event: Pick<Event, 'fields'>): { label: string; value: string }[] {
  const fields: Record<string, unknown> = event.fields;
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === null || NOT_SHOWN.has(name)) return [];
    return [{ label: codeLabel(name.replace(/_pct$/, '')), value: valueWords(fields, name, value) }];
  });
}

function valueWords(fields: Record<string, unknown>, name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.map(item => (DAY.test(String(item)) ? formatDay(String(item)) : String(item))).join(', ');
  if (typeof value !== 'number')
    return DAY.test(String(value)) ? formatDay(String(value)) : callCode(name, String(value));
  if (/year$/.test(name)) return String(value);
  const digits = formatExact(exactText(fields, name) ?? String(value));
  if (name.endsWith('_pct')) return `${digits} %`;
  const isMoney = AMOUNTS.has(name) || /^(?:old|new)_(?:low|high)$/.test(name);
  return isMoney && typeof fields.currency === 'string' ? `${digits} ${fields.currency}` : digits;
}

/** Codes become words; names and rules are unchanged. */
function callCode(name: string, value: string): string {
  return name === 'metric' || name === 'opinion'
    ? codeLabel(value).toLowerCase()
    : value.replace(/^(?:fy|q[1-4]|h[12])$/, code => code.toUpperCase());
}

/** The kinds of events, most frequent first. */
export function countKinds(events: readonly Pick<Event, 'kind'>[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}
