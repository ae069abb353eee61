import type { WatchlistEntry } from '@asfiled/client';
import { eventLabel } from '../../labels/events.ts';

/** A short description of alerts: `Everything`, `Filings: 10-K, 10-Q; results`. */
export function describeAlerts({ event_types, form_types }: WatchlistEntry['alerts']): string {
  const forms = form_types.length === 0 ? '' : `: ${form_types.join(', ')}`;
  if (event_types.length === 0) return form_types.length === 0 ? 'Everything' : `Everything; filings${forms}`;
  const [first = '', ...others] = event_types.map(type =>
    type === 'filing.discovered' ? `Filings${forms}` : eventLabel(type),
  );
  return [first, ...others.map(words => words.charAt(0).toLowerCase() + words.slice(1))].join('; ');
}

/** Parses typed form types: `10-k, 8-K` as `10-K` and `8-K`. */
export function parseFormTypes(text: string): string[] {
  return [...new Set(text.split(/[,;]/).map(form => form.trim().toUpperCase()))].filter(form => form !== '');
}
