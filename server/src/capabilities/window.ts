import { z } from 'zod';

/** Spans of time by their names, in days. */
const WINDOWS = { '7d': 7, '1m': 30, '3m': 90, '6m': 180, '1y': 365, '3y': 1095, '5y': 1825 } as const;
const NAMES = ['7d', '1m', '3m', '6m', '1y', '3y', '5y'] as const;

/** Parameters of how many days an answer looks back over. */
export const windowFields = {
  window_days: z.int().min(1).max(1825).optional().describe('Days looked back over, 1 to 1825.'),
  window: z
    .enum(NAMES)
    .optional()
    .describe('The same by a name: 7d, 1m (30 days), 3m (90), 6m (180), 1y (365), 3y (1,095) or 5y (1,825).'),
};

interface GivenWindow {
  window_days?: number | undefined;
  window?: (typeof NAMES)[number] | undefined;
}

/** Whether both say the same where both are given. */
export function isOneWindow({ window_days: days, window: name }: GivenWindow): boolean {
  return days === undefined || name === undefined || WINDOWS[name] === days;
}

export const TWO_WINDOWS = { error: 'says another number of days than window_days', path: ['window'] };

/** The days asked for; null where neither is given. */
export function windowDays({ window_days: days, window: name }: GivenWindow): number | null {
  return days ?? (name === undefined ? null : WINDOWS[name]);
}
