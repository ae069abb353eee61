import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A place in the text of a section: words that stand there, and how many characters of it come before. */
export interface FilingPlace {
  sectionKey: string;
  find: string | undefined;
  at: number;
}

interface FilingLinkProps {
  filingId: string;
  /** Id of the element of the document that states the figure. */
  element?: string | undefined;
  place?: FilingPlace | undefined;
  className?: string;
  children: ReactNode;
}

/** Leads into a filing: to the figure, or to the words, where their place is known. */
export function FilingLink({ filingId, element, place, className = 'link', children }: FilingLinkProps) {
  if (place !== undefined) {
    return (
      <Link
        className={className}
        to="/f/$filingId/$sectionKey"
        params={{ filingId, sectionKey: place.sectionKey }}
        search={{ find: place.find, at: place.at === 0 ? undefined : String(place.at) }}
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
