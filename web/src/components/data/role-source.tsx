import type { Role } from '@asfiled/client';
import { formatDay } from '../../format/dates.ts';
import { EvidenceLink } from './evidence-link.tsx';

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
  return (
    <span title={title}>
      <EvidenceLink evidence={[newest]}>{source}</EvidenceLink> <span className="quiet">{day}</span>
    </span>
  );
}
