import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface FilingLinkProps {
  filingId: string;
  /** Id of the element of the document that states the figure. */
  element?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** Leads into a filing: to the figure where its place is known. */
export function FilingLink({ filingId, element, className = 'link', children }: FilingLinkProps) {
  return (
    <Link className={className} to="/f/$filingId" params={{ filingId }} search={{ fact: element }}>
      {children}
    </Link>
  );
}
