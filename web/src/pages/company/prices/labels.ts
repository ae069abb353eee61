import type { MarketSnapshot } from '@asfiled/client';

/** A price with its cents, or as many digits as small ones need. */
export function priceWords(price: number): string {
  const digits = Math.abs(price) < 1 ? 4 : 2;
  return price.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: digits }).replace('-', '−');
}

/** A change with its sign: `+1.25%`, `−0.40%`. */
export function changeWords(percent: number): string {
  const text = Math.abs(percent).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${percent < 0 ? '−' : '+'}${text}%`;
}

const NOTES: Record<MarketSnapshot['quality_notes'][number], string> = {
  stale: 'The newest price is over a week old.',
  unit_mixup: 'Some closes seem to stand in another unit; they are shown as the source has them.',
  missing_split: 'A split seems to be left out of some closes; they are shown as the source has them.',
  no_closes: 'There are no daily closes up to the newest price.',
  no_shares: 'No filing states a share count, so there is no market cap.',
  no_benchmark: 'There are no closes of a fund to compare with.',
  dividends_not_restated: 'Closes are not restated for dividends.',
  splits_not_restated: 'Closes are not restated for splits.',
  paid_close_unknown: 'The source has only closes that are restated for dividends too.',
};

/** What the prices lack, a sentence each. */
export function noteWords(notes: MarketSnapshot['quality_notes']): string {
  return notes.map(note => NOTES[note]).join(' ');
}

const BASES: Record<NonNullable<MarketSnapshot['close_basis']>, string> = {
  raw: 'as paid',
  split_adjusted: 'restated for splits',
  adjusted: 'restated for splits and dividends',
};

/** What a column of closes is. */
export function basisWords(basis: MarketSnapshot['close_basis']): string {
  return basis === null ? '' : BASES[basis];
}

/** What the drawing shows, for those who do not see it. */
export function sentenceOf({ closes, currency, company_name }: MarketSnapshot): string {
  const [first, last] = [closes.at(0), closes.at(-1)];
  if (first === undefined || last === undefined) return `No closes of ${company_name}.`;
  const change = changeWords((last.adjusted_close / first.adjusted_close - 1) * 100);
  return `Daily closes of ${company_name} in ${currency ?? 'its currency'} from ${first.date} (${priceWords(first.close)}) to ${last.date} (${priceWords(last.close)}), ${change} with what was restated.`;
}
