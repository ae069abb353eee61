import { formatInstant, formatLocally } from '../../format/dates.ts';

/** “Data as of”: the newest input that what is shown rests on. */
export function AsOf({ instant }: { instant: string | null }) {
  if (instant === null) return null;
  return (
    <span className="as-of" title={formatLocally(instant)}>
      Data as of {formatInstant(instant)}
    </span>
  );
}
