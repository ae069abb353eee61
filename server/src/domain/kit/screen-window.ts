import { z } from 'zod';

/** Names of windows, in days. */
const WINDOWS = { '7d': 7, '1m': 30, '3m': 90, '6m': 180, '1y': 365, '3y': 1_095, '5y': 1_825 } as const;

const NAMES = ['7d', '1m', '3m', '6m', '1y', '3y', '5y'] as const satisfies readonly (keyof typeof WINDOWS)[];

/** Parameters of every screen that looks back. */
export const screenWindow = {
  window_days: z.int().min(1).max(1_825).optional().describe('Days that are looked back, 1 to 1825.'),
  window: z.enum(NAMES).optional().describe('The same by name; given together they must agree.'),
};

interface Window {
  window_days?: number | undefined;
  window?: (typeof NAMES)[number] | undefined;
}

/** The days that a caller wants looked back, `byDefault` where none are named. */
export function windowDays<Default>({ window_days: days, window }: Window, byDefault: Default): number | Default {
  return days ?? (window === undefined ? byDefault : WINDOWS[window]);
}

/** For a refinement of an input that has {@link screenWindow}. */
export function windowsAgree({ window_days: days, window }: Window): boolean {
  return days === undefined || window === undefined || days === WINDOWS[window];
}

export const WINDOWS_DISAGREE = { error: 'is another time than window_days says', path: ['window'] };
