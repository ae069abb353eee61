import { formatInstant, formatLocally } from '../../format/dates.ts';

/** “Data as of”: when the newest input of the shown data was known. */
export function AsOf({ instant }: { instant: string | null }) {
  if (instant === null) return null;
  return (
    <span className="as-of" title={formatLocally(instant)}>
      Data as of {formatInstant(instant)}
    </span>
  );
}
