import { z } from 'zod';
import type { Instant, IsoDate } from '../../kernel/dates.ts';
import { instant, isoDate } from './fields.ts';
import { date } from './input-fields.ts';

/**
 * The parameter `as_of`: a route that has it answers by what had become known by the end of that day (UTC), by the rules of the current
 * version. What became known is dated by the registry's acceptance time, or by the registry's rule if it states a day only.
 */
export const asOf = date.describe(
  'Only what was known by the end of this day (UTC). Acceptance times of the registries decide.',
);

/** The parameter of routes that return companies with their names and listings. */
export const nameAsOf = date.describe(
  'Name, former names and listings of this day, as far as registries date them. current_members names what they do not date.',
);

/** Response fields of a route with the parameter `as_of`; absent without it. */
export const asOfFields = {
  as_of: isoDate.optional().describe('The requested day; only with as_of.'),
  known_until: instant
    .optional()
    .describe(
      'What became known before this instant was used: the end of as_of, or the time of the request. Only with as_of.',
    ),
  rules_version: z
    .string()
    .optional()
    .describe('Version of the rules that read or computed the records, if rules did. Only with as_of.'),
  current_members: z
    .array(z.string())
    .optional()
    .describe(
      'Members of the response that state what is known now, because no source dates them: by name, or by path if others of that name are dated (entity.status). Only with as_of, and only if there are any.',
    ),
};

/**
 * The values of {@link asOfFields}. `rulesVersion` is that of the rules that read the records, if any did; `currentMembers` are members
 * of the response that state what is known now.
 */
export function asOfOf(
  day: IsoDate | undefined,
  now: Date,
  rulesVersion?: string,
  currentMembers: readonly string[] = [],
): z.input<z.ZodObject<typeof asOfFields>> {
  if (day === undefined) return {};
  return {
    as_of: day,
    known_until: knownUntil(day, now),
    ...(rulesVersion !== undefined && { rules_version: rulesVersion }),
    ...(currentMembers.length > 0 && { current_members: [...currentMembers] }),
  };
}

/** {@link knownUntil} of a requested day; null without one. */
export function knownBefore(day: IsoDate | undefined, now: Date): Instant | null {
  return day === undefined ? null : knownUntil(day, now);
}

/** The instant before which records became known that count: the end of the day, or now if it is not over or none is given. */
export function knownUntil(day: IsoDate | undefined, now: Date): Instant {
  const endMs = day === undefined ? Number.POSITIVE_INFINITY : Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  return new Date(Math.min(endMs, now.getTime())).toISOString();
}

/** The calendar day (UTC) that decides what has elapsed: the requested day, or that of the request if it is earlier or no day is given. */
export function dayAsOf(day: IsoDate | undefined, now: Date): IsoDate {
  const today = now.toISOString().slice(0, 10);
  return day === undefined || day > today ? today : day;
}

const DAY_MS = 86_400_000;
