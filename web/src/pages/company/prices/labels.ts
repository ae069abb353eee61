import type { MarketSnapshot } from '@asfiled/client';

/** A price with two decimals, or more for small prices. */
export function formatPrice(price: number): string {
  const digits = Math.abs(price) < 1 ? 4 : 2;
  return price.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: digits }).replace('-', '−');
}

/** A change with its sign: `+1.25%`, `−0.40%`. */
export function formatPercentChange(percent: number): string {
  const text = Math.abs(percent).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${percent < 0 ? '−' : '+'}${text}%`;
}

const NOTES: Record<MarketSnapshot['quality_notes'][number], string> = {
  stale: 'The latest price is more than a week old.',
  unit_mixup: 'Some closes seem to be in another unit; they are shown as the source states them.',
  missing_split: 'Some closes seem not to be adjusted for a split; they are shown as the source states them.',
  no_closes: 'Daily closes do not reach the latest price.',
  no_shares: 'No filing states a share count, so the market cap is unknown.',
  no_benchmark: 'No benchmark closes are available.',
  dividends_not_restated: 'Closes are not adjusted for dividends.',
  splits_not_restated: 'Closes are not adjusted for splits.',
  other_currency: 'Earlier closes are in another currency and are omitted.',
  paid_close_unknown: 'The source has only closes adjusted for dividends.',
};

/** The limitations of the prices, one sentence each. */
export function describeNotes(notes: MarketSnapshot['quality_notes']): string {
  return notes.map(note => NOTES[note]).join(' ');
}

const BASES: Record<NonNullable<MarketSnapshot['close_basis']>, string> = {
  raw: 'unadjusted',
  split_adjusted: 'adjusted for splits',
  adjusted: 'adjusted for splits and dividends',
};

/** The adjustment basis of the closes. */
export function basisLabel(basis: MarketSnapshot['close_basis']): string {
  return basis === null ? '' : BASES[basis];
}

/** The text alternative of the chart. */
export function sentenceOf({ closes, currency, company_name }: MarketSnapshot): string {
  const [first, last] = [closes.at(0), closes.at(-1)];
  if (first === undefined || last === undefined) return `No closes of ${company_name}.`;
  const change = formatPercentChange((last.adjusted_close / first.adjusted_close - 1) * 100);
  return `Daily closes of ${company_name} in ${currency ?? 'its currency'} from ${first.date} (${formatPrice(first.close)}) to ${last.date} (${formatPrice(last.close)}), ${change} after adjustments.`;
}
