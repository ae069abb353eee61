import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A place in the text of a section: words to find there, and their character offset. */
export interface FilingPlace {
  sectionKey: string;
  find: string | undefined;
  at: number;
  /** End offset of the passage to mark; only the words are marked without it. */
  to?: number | undefined;
}

interface FilingLinkProps {
  filingId: string;
  /** Id of the document element that states the figure. */
  element?: string | undefined;
  place?: FilingPlace | undefined;
  className?: string;
  children: ReactNode;
}

/** A link to a filing, and to the figure or the words in it if their place is known. */
export function FilingLink({ filingId, element, place, className = 'link', children }: FilingLinkProps) {
  if (place !== undefined) {
    return (
      <Link
        className={className}
        to="/f/$filingId/$sectionKey"
        params={{ filingId, sectionKey: place.sectionKey }}
        search={{
          find: place.find,
          at: place.at === 0 ? undefined : String(place.at),
          to: place.to === undefined ? undefined : String(place.to),
        }}
      >
        {children}
      </Link>
    );
  }
  return (
    <Link className={className} to="/f/$filingId" params={{ filingId }} search={{ fact: element }}>
      {children}
    </Link>
  );
}
