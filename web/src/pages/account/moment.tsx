import { formatAge, formatLocally } from '../../format/dates.ts';

/** A past instant: `2 min ago`, `3 Sep 2026`; local time on hover. `none` is shown for null. */
export function Moment({ at, none }: { at: string | null; none: string }) {
  if (at === null) return none;
  const age = formatAge(at, Date.now());
  return (
    <time dateTime={at} title={formatLocally(at)} className="nowrap">
      {age === 'now' ? 'just now' : /^\d+ (min|h)$/.test(age) ? `${age} ago` : age}
    </time>
  );
}
