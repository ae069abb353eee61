import { z } from 'zod';
import type { Instant } from '../../../../kernel/dates.ts';
import { text } from '../../../kit/input-fields.ts';
import { isVintage } from '../model/world-outlook.ts';

export const vintageParameter = text(7)
  .refine(isVintage, { error: 'must be a month of the form YYYY-MM' })
  .optional()
  .describe('Month in which the database was published, YYYY-MM; default: the latest.');

export const shownVintage = z.string().nullable().describe('YYYY-MM; null if nothing is stored.');

/** Files of the IMF state only the month of their publication. */
export function vintageKnownAt(vintage: string): Instant {
  return `${vintage}-01T00:00:00Z`;
}
