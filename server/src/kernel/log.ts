import { type Logger, pino } from 'pino';

export type Log = Logger;
export type LogFormat = 'json' | 'text';

/** Writes to standard error, so that standard output carries only a command's result. */
export function createLog(level: string, format: LogFormat = 'json'): Log {
  const destination = pino.destination({ dest: 2, sync: true });
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    format === 'json' ? destination : { write: record => destination.write(toTextLine(record)) },
  );
}

/** Turns a JSON record into `2026-11-23T20:00:00.000Z WARN mail queue is full (waiting=12)`. */
export function toTextLine(record: string): string {
  const { time, level, msg, ...details } = JSON.parse(record);
  const name = (pino.levels.labels[level] ?? String(level)).toUpperCase();
  const listed = Object.entries(details).map(([key, value]) => `${key}=${asText(value)}`);
  return `${[time, name, msg].filter(Boolean).join(' ')}${listed.length === 0 ? '' : ` (${listed.join(', ')})`}\n`;
}

function asText(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value);
}
