import type { ListedInsiderTransaction } from '@asfiled/client';

/** Labels of Form 4 transaction codes; others are labelled by acquisition or disposal. */
const CODES: Record<string, string> = {
  P: 'Bought',
  S: 'Sold',
  A: 'Granted',
  D: 'Returned',
  F: 'Paid tax with',
  M: 'Exercised',
  X: 'Exercised',
  O: 'Exercised',
  C: 'Converted',
  G: 'Gift of',
  W: 'By will',
  U: 'Tendered',
};

/** The transaction of a line: `Sold`. */
export function tradeLabel({
  is_holding,
  transaction_code,
  acquired_disposed,
}: Pick<ListedInsiderTransaction, 'is_holding' | 'transaction_code' | 'acquired_disposed'>): string {
  if (is_holding) return 'Holds';
  const word = CODES[transaction_code ?? ''];
  if (word !== undefined) return word;
  if (acquired_disposed === null) return 'Reported';
  return acquired_disposed === 'A' ? 'Acquired' : 'Disposed of';
}

/** `Director, Chief Executive Officer, 10 % owner`. */
export function insiderRelations({
  is_director,
  is_officer,
  is_ten_percent_owner,
  officer_title,
}: ListedInsiderTransaction['owners'][number]): string {
  return [is_director && 'Director', is_officer && (officer_title ?? 'Officer'), is_ten_percent_owner && '10 % owner']
    .filter(Boolean)
    .join(', ');
}
