import { exactText, type SupplyDisclosure, type SupplyEdge } from '@asfiled/client';

type Share = Pick<
  SupplyEdge | SupplyDisclosure,
  'concentration_pct' | 'concentration_of' | 'concentration_base' | 'is_at_least'
>;

/** `18 % of revenue`, `over 10 % of sales in the United States`; null without a percentage. */
export function shareWords(share: Share): string | null {
  const digits = exactText(share, 'concentration_pct');
  if (digits === null) return null;
  const whole = share.concentration_base ?? share.concentration_of;
  return `${share.is_at_least ? 'over ' : ''}${digits} %${whole === null ? '' : ` of ${whole}`}`;
}

/** What a disclosure says: its share, or that nobody is above a threshold. */
export function disclosureWords(disclosure: SupplyDisclosure): string {
  const threshold = exactText(disclosure, 'threshold_pct');
  if (threshold === null) return shareWords(disclosure) ?? '';
  const whole = disclosure.concentration_base ?? disclosure.concentration_of;
  return `none above ${threshold} %${whole === null ? '' : ` of ${whole}`}`;
}

/** The words by which a quotation is found in its section: the first of it. */
export function findOf(quote: string): string {
  return quote.split(/\s+/).slice(0, 6).join(' ');
}
