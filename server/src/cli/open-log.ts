import type { Config } from '../config.ts';
import { createLog, type Log } from '../kernel/log.ts';

/** On a terminal: warnings and errors as text. Elsewhere: JSON lines from `info` up. Settings override both. */
export function openLog({ logFormat, logLevel }: Pick<Config, 'logFormat' | 'logLevel'>): Log {
  const format = logFormat ?? (process.stderr.isTTY ? 'text' : 'json');
  return createLog(logLevel ?? (format === 'text' ? 'warn' : 'info'), format);
}
