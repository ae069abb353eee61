import { isJsonObject, objectOf } from '../../formats/json-object.ts';
import type { StreamedChannel } from '../kit/source.ts';
import { STREAM_HOST } from './endpoints.ts';

/**
 * The streams that are read (Companies House streaming API): changes of companies, and of the entries of their filing
 * histories. Each is a connection of its own, of which the registry grants an account two. `timepoint` numbers the events
 * of a stream.
 */
export const streams: readonly StreamedChannel[] = ['companies', 'filings'].map(name => ({
  channel: `stream-${name}`,
  host: STREAM_HOST,
  urlFrom: position => `https://${STREAM_HOST}/${name}${position === null ? '' : `?timepoint=${position}`}`,
  positionOf: timepointOf,
}));

function timepointOf(line: string): string | null {
  try {
    const envelope: unknown = JSON.parse(line);
    const timepoint = isJsonObject(envelope) ? objectOf(envelope.event).timepoint : null;
    return Number.isSafeInteger(timepoint) ? String(timepoint) : null;
  } catch {
    return null;
  }
}
