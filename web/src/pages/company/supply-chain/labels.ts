import { exactText, type SupplyDisclosure, type SupplyEdge } from '@asfiled/client';

type Share = Pick<
  SupplyEdge | SupplyDisclosure,
  'concentration_pct' | 'concentration_of' | 'concentration_base' | 'is_at_least'
>;

/** `18 % of revenue`, `over 10 % of sales in the United States`; null without a percentage. */
export function formatShare(share: Share): string | null {
  const digits = exactText(share, 'concentration_pct');
  if (digits === null) return null;
  const whole = share.concentration_base ?? share.concentration_of;
  return `${share.is_at_least ? 'over ' : ''}${digits} %${whole === null ? '' : ` of ${whole}`}`;
}

/** The share of a disclosure, or that none exceeds a threshold. */
export function describeDisclosure(disclosure: SupplyDisclosure): string {
  const threshold = exactText(disclosure, 'threshold_pct');
  if (threshold === null) return formatShare(disclosure) ?? '';
  const whole = disclosure.concentration_base ?? disclosure.concentration_of;
  return `none above ${threshold} %${whole === null ? '' : ` of ${whole}`}`;
}
