import type { ListedInsiderTransaction } from '@asfiled/client';

/** The form's codes as one says them; for the others it says whether shares came or went. */
const CODES: Record<string, string> = {
  P: 'Bought',
  S: 'Sold',
  A: 'Was granted',
  D: 'Gave back',
  F: 'Paid tax with',
  M: 'Exercised',
  X: 'Exercised',
  O: 'Exercised',
  C: 'Converted',
  G: 'Gift of',
  W: 'By will',
  U: 'Tendered',
};

/** What a line tells of, as its first word: `Sold`. */
export function tradeWord({
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
export function relationWords({
  is_director,
  is_officer,
  is_ten_percent_owner,
  officer_title,
}: ListedInsiderTransaction['owners'][number]): string {
  return [is_director && 'Director', is_officer && (officer_title ?? 'Officer'), is_ten_percent_owner && '10 % owner']
    .filter(Boolean)
    .join(', ');
}
