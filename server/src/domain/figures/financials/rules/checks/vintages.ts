import { BEFORE_ALL_DAYS, type Day } from '../../../../../kernel/dates.ts';
import { maxOf, minOf } from '../../../../../kernel/lists.ts';
import type { SeenFiling } from '../periods/visible-filings.ts';
import type { Observations } from '../values/observations.ts';
import { agree, roundingOf } from '../values/rounding.ts';

/** One value of a concept and period, with the filings that confirm it: an accounting basis in time. */
export interface Version {
  readonly value: number;
  /** Newest observation that states it. */
  readonly entry: number;
  /** Oldest observation that states it. */
  readonly first: number;
  readonly firstDay: number;
  readonly lastDay: number;
  /** Number of earlier values. */
  readonly ordinal: number;
  /** Whether it was first stated soon after the period's end, not as a later comparative. */
  readonly isOriginal: boolean;
  /** The versions that it was computed from; absent if a filing states it. */
  readonly parts?: readonly Version[];
  /** Of the parts. */
  readonly weights?: readonly number[];
  /** Whether it was computed from a basis that a later filing restated. */
  readonly isOlder?: boolean;
}

/**
 * A report is filed within this time of the period's end, even by late filers; comparatives follow at least a quarter
 * later.
 */
const ORIGINAL_DAYS = 220;
/** Combinations grow exponentially with this number. */
const MAX_VERSIONS = 8;
/** Recasts of one change follow each other through the comparatives of one year of reports. */
const SAME_RECAST_DAYS = 330;

/**
 * The values of a run in the order in which they were stated; a repetition belongs to the value that it repeats, whose
 * finer digits are kept.
 */
export function versionsOf(
  entries: readonly number[],
  observations: Observations,
  filings: readonly SeenFiling[],
): Version[] {
  const versions: Version[] = [];
  for (const entry of entries) {
    const value = observations.value[entry] ?? 0;
    const day = filings[observations.filing[entry] ?? -1]?.knownDay ?? 0;
    const last = versions.at(-1);
    if (last && agree(observations, last.entry, entry)) {
      const isCoarser = roundingOf(observations, entry) > roundingOf(observations, last.entry);
      versions[versions.length - 1] = isCoarser ? { ...last, lastDay: day } : { ...last, value, entry, lastDay: day };
      continue;
    }
    const isOriginal = versions.length === 0 && day - (observations.end[entry] ?? 0) <= ORIGINAL_DAYS;
    versions.push({ value, entry, first: entry, firstDay: day, lastDay: day, ordinal: versions.length, isOriginal });
  }
  return versions;
}

/**
 * Dates the versions of a concept that is known from comparatives only by the entry in which the original report states
 * the same line under another concept: they repeat its value, or restate it.
 */
export function sinceOriginal(
  versions: readonly Version[],
  original: number,
  observations: Observations,
  filings: readonly SeenFiling[],
): readonly Version[] {
  const [first, ...rest] = versions;
  const firstDay = filings[observations.filing[original] ?? -1]?.knownDay ?? 0;
  if (!first || first.isOriginal || firstDay >= first.firstDay) return versions;
  if (firstDay - (observations.end[original] ?? 0) > ORIGINAL_DAYS) return versions;
  if (agree(observations, original, first.entry))
    return [{ ...first, first: original, firstDay, isOriginal: true }, ...rest];
  return versions.map(version => ({ ...version, ordinal: version.ordinal + 1 }));
}

/** The only version of a run that never changed: stated from its oldest to its newest entry, by `entry` most finely. */
export function onlyVersion(
  entry: number,
  oldest: number,
  newest: number,
  observations: Observations,
  filings: readonly SeenFiling[],
): Version {
  const dayOf = (entry: number) => filings[observations.filing[entry] ?? -1]?.knownDay ?? 0;
  const firstDay = dayOf(oldest);
  return {
    value: observations.value[entry] ?? 0,
    entry,
    first: oldest,
    firstDay,
    lastDay: dayOf(newest),
    ordinal: 0,
    isOriginal: firstDay - (observations.end[oldest] ?? 0) <= ORIGINAL_DAYS,
  };
}

/**
 * Finds versions of several operands on one accounting basis, the newest such combination: recast values together, or
 * the originals if not every operand was recast. An operand that never changed counts as confirmed only if it was
 * stated again after the others changed. Null if an operand is not stated; `mixed` if no basis contains them all.
 */
export function matchVintages(histories: readonly (readonly Version[])[]): readonly Version[] | 'mixed' | null {
  const first = new Array<Version>(histories.length);
  let isUnchanged = true;
  for (let at = 0; at < histories.length; at++) {
    const history = histories[at];
    const version = history?.[0];
    if (history === undefined || version === undefined) return null;
    first[at] = version;
    if (history.length > 1) isUnchanged = false;
  }
  if (isUnchanged) return isOneBasis(first) ? first : 'mixed';
  return newestBasis(histories.map(boundedHistory)) ?? 'mixed';
}

/** A value computed from versions of one basis, as a version of its own. */
export function versionFrom(versions: readonly Version[], weights: readonly number[], value: number): Version {
  const newest = versions.reduce((best, next) => (next.firstDay > best.firstDay ? next : best));
  return {
    value,
    entry: newest.entry,
    first: newest.first,
    firstDay: maxOf(versions.map(version => version.firstDay)),
    lastDay: minOf(versions.map(version => version.lastDay)),
    ordinal: maxOf(versions.map(version => version.ordinal)),
    isOriginal: versions.every(version => version.isOriginal),
    parts: versions,
    weights,
  };
}

/** The observations behind a version. */
export function entriesOf(version: Version): readonly number[] {
  return version.parts === undefined ? [version.entry] : version.parts.flatMap(entriesOf);
}

/** A figure that was restated repeatedly: its original and its newest versions can match. */
function boundedHistory(history: readonly Version[]): readonly Version[] {
  return history.length <= MAX_VERSIONS ? history : [...history.slice(0, 1), ...history.slice(1 - MAX_VERSIONS)];
}

function isOneBasis(versions: readonly Version[]): boolean {
  for (let at = 1; at < versions.length; at++) {
    for (let before = 0; before < at; before++) {
      const a = versions[before];
      const b = versions[at];
      if (a && b && !isPair(a, b)) return false;
    }
  }
  return true;
}

function isPair(a: Version, b: Version): boolean {
  if (a.isOriginal && b.isOriginal) return true;
  if (a.ordinal > 0 && b.ordinal > 0) return gap(a, b) <= SAME_RECAST_DAYS;
  if (a.ordinal > 0) return isConfirmed(b, a);
  if (b.ordinal > 0) return isConfirmed(a, b);
  // Neither changed. One that is known from comparatives only may be restated if they are of a later year.
  return a.isOriginal === b.isOriginal || gap(a, b) <= SAME_RECAST_DAYS;
}

/**
 * One changed and the other did not: the latter must have been stated again since, or be known from such comparatives
 * only.
 */
function isConfirmed(unchanged: Version, changed: Version): boolean {
  return (
    unchanged.lastDay >= changed.firstDay || (!unchanged.isOriginal && gap(unchanged, changed) <= SAME_RECAST_DAYS)
  );
}

/** What is known of the statements of a value, in days. */
interface Stated {
  /** End of its period. */
  readonly end: Day;
  /** First day of any value. */
  readonly since: Day;
  /** First day of this value, if it replaced another; {@link BEFORE_ALL_DAYS} if none did. */
  readonly changedOn: Day;
  /** Last day of this value. */
  readonly lastDay: Day;
}

/**
 * Whether a value is on the basis of another that was restated on a day: stated again since, or restated itself or known from
 * comparatives only, at most a year of reports before.
 */
export function isConfirmedOn({ end, since, changedOn, lastDay }: Stated, day: Day): boolean {
  if (lastDay >= day) return true;
  const isRestated = changedOn !== BEFORE_ALL_DAYS;
  const isComparative = since - end > ORIGINAL_DAYS;
  return (isRestated || isComparative) && day - lastDay <= SAME_RECAST_DAYS;
}

/** Days between two spans of statement; 0 if they overlap. */
function gap(a: Version, b: Version): number {
  return Math.max(0, a.firstDay - b.lastDay, b.firstDay - a.lastDay);
}

/** Of the combinations on one basis, the one with the most restatements; the oldest of equal ones, later operands first. */
function newestBasis(histories: readonly (readonly Version[])[]): readonly Version[] | null {
  const at = histories.map(({ length }) => length - 1);
  let best: readonly Version[] | null = null;
  let most = -1;
  let operand = 0;
  while (operand < at.length) {
    let ordinals = 0;
    for (let each = 0; each < at.length; each++) ordinals += histories[each]?.[at[each] ?? 0]?.ordinal ?? 0;
    if (ordinals >= most) {
      const versions = histories.flatMap((history, each) => history[at[each] ?? 0] ?? []);
      if (isOneBasis(versions)) {
        best = versions;
        most = ordinals;
      }
    }
    operand = 0;
    while (operand < at.length && at[operand] === 0) {
      at[operand] = (histories[operand]?.length ?? 0) - 1;
      operand++;
    }
    if (operand < at.length) at[operand] = (at[operand] ?? 0) - 1;
  }
  return best;
}
