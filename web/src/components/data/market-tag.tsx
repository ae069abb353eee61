import css from './market-tag.module.css';

/** The market of a company in two letters or so; unlisted companies have a dash. */
export function MarketTag({ marketId }: { marketId: string | null }) {
  return (
    <span className={css.tag}>
      <span className="visually-hidden">Market </span>
      {marketId ?? '–'}
    </span>
  );
}
