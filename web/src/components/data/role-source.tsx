import type { Role } from '@asfiled/client';
import { formatDay } from '../../format/dates.ts';
import { FilingLink } from './filing-link.tsx';

/** The source of a role and the day on which it was last confirmed. */
export function RoleSource({ role }: { role: Role }) {
  const { source, confirmed_date, evidence } = role;
  const [newest] = evidence;
  const day = formatDay(confirmed_date);
  const title = newest?.quote ?? undefined;
  if (newest == null || newest.filing_id === null) {
    return (
      <span title={title}>
        {source} <span className="quiet">{day}</span>
      </span>
    );
  }
  const { section_key, char_start, quote } = newest;
  const place =
    section_key === null || char_start === null
      ? undefined
      : { sectionKey: section_key, find: quote === null ? undefined : quote.slice(0, 60), at: char_start };
  return (
    <span title={title}>
      <FilingLink filingId={newest.filing_id} place={place}>
        {source}
      </FilingLink>{' '}
      <span className="quiet">{day}</span>
    </span>
  );
}
