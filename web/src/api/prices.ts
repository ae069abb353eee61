import { OPERATIONS, type OperationName } from '@asfiled/client';

/** Prices of this service that are not those that the client comes with, as the page says: `screenFinancials=5`. */
const OWN = new URLSearchParams(document.querySelector<HTMLMetaElement>('meta[name="prices"]')?.content);

/** Credits that a call debits here. */
export function creditsOf(name: OperationName): number {
  return Number(OWN.get(name) ?? OPERATIONS[name].credits);
}

/** `1 credit`, `10 credits`. */
export function creditWords(credits: number): string {
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}
