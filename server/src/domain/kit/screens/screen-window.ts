import { z } from 'zod';

/** Named windows, in days. */
const WINDOWS = { '7d': 7, '1m': 30, '3m': 90, '6m': 180, '1y': 365, '3y': 1_095, '5y': 1_825 } as const;

const NAMES = ['7d', '1m', '3m', '6m', '1y', '3y', '5y'] as const satisfies readonly (keyof typeof WINDOWS)[];

/** Parameters of every screen over a time window. */
export const screenWindow = {
  window_days: z.int().min(1).max(1_825).optional().describe('Length of the window in days up to now, 1 to 1825.'),
  window: z.enum(NAMES).optional().describe('Named alternative to window_days; if both are given, they must agree.'),
};

interface Window {
  window_days?: number | undefined;
  window?: (typeof NAMES)[number] | undefined;
}

/** The requested window in days; `byDefault` if none is given. */
export function windowDays<Default>({ window_days: days, window }: Window, byDefault: Default): number | Default {
  return days ?? (window === undefined ? byDefault : WINDOWS[window]);
}

/** Refines an input that has {@link screenWindow}. */
export function windowsAgree({ window_days: days, window }: Window): boolean {
  return days === undefined || window === undefined || days === WINDOWS[window];
}

export const WINDOWS_DISAGREE = { error: 'must agree with window_days', path: ['window'] };
