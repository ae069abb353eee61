import type { Evidence } from '@asfiled/client';
import type { ReactNode } from 'react';
import { clearest, placeOf } from './evidence-place.ts';
import { FilingLink } from './filing-link.tsx';

interface EvidenceLinkProps {
  evidence: readonly Evidence[];
  /** The filing to open if the evidence names none. */
  filingId?: string;
  children: ReactNode;
}

/** A link that opens a filing at the words of an evidence and marks them. Plain text if no filing is known. */
export function EvidenceLink({ evidence, filingId, children }: EvidenceLinkProps) {
  const said = clearest(evidence);
  const opened = said?.filing_id ?? filingId;
  if (opened === undefined) return children;
  return (
    <FilingLink filingId={opened} element={said?.element_id} place={said && placeOf(said)}>
      {children}
    </FilingLink>
  );
}
