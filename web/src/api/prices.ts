import { OPERATIONS, type OperationName } from '@asfiled/client';

/** Prices of this service that differ from the client's defaults, from a meta tag: `screenFinancials=5`. */
const OWN = new URLSearchParams(document.querySelector<HTMLMetaElement>('meta[name="prices"]')?.content);

/** Credits that this service debits for a call. */
export function creditsOf(name: OperationName): number {
  return Number(OWN.get(name) ?? OPERATIONS[name].credits);
}

/** `1 credit`, `10 credits`. */
export function formatCredits(credits: number): string {
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}
