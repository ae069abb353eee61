import css from './market-tag.module.css';

/** The market code of a company; a dash if it is unlisted. */
export function MarketTag({ marketId }: { marketId: string | null }) {
  return (
    <span className={css.tag}>
      <span className="visually-hidden">Market </span>
      {marketId ?? '–'}
    </span>
  );
}
