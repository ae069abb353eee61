import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard error, so that standard output stays free for a command's own answer. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
