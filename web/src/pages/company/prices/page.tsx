import type { MarketSnapshot, Quote } from '@asfiled/client';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { onceVisible } from '../../../components/ui/once-visible.ts';
import { Segments } from '../../../components/ui/segments.tsx';
import { Note, StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay, formatInstant } from '../../../format/dates.ts';
import { formatCount } from '../../../format/numbers.ts';
import { companyRoute, useCompany } from '../company.ts';
import type { DrawnPrices } from './draw-prices.ts';
import { basisLabel, describeNotes, formatPercentChange, formatPrice, sentenceOf } from './labels.ts';
import css from './page.module.css';
import { RANGES } from './search.ts';

const route = getRouteApi('/c/$market/$ticker/prices');

const RANGE_OPTIONS = RANGES.map(range => ({ value: range, label: range === 'max' ? 'All' : range }));
const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;
/** Table rows; the API returns more. */
const MAX_ROWS = 250;

/** The latest share price and the daily closes. */
export default function PricesPage() {
  const company = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const { range = '1y' } = route.useSearch();
  const isListed = !ticker.includes(':');
  const query = useApi('getMarketSnapshot', { market, ticker, range }, { enabled: isListed, keepPrevious: true });
  usePageTitle(company.company_name, 'Prices');
  if (!isListed)
    return (
      <StateBlock title={`${company.company_name} is not listed.`}>
        Prices are available for listed companies only.
      </StateBlock>
    );
  return (
    <Loaded query={query} subject={`the prices of ${company.company_name}`}>
      {snapshot =>
        snapshot.data_quality === 'missing' ? (
          <StateBlock title={`No prices of ${company.company_name}.`}>
            Price data may not be redistributed, so this service includes none. The operator configures the symbols to
            fetch or the files to import.
          </StateBlock>
        ) : (
          <Prices snapshot={snapshot} />
        )
      }
    </Loaded>
  );
}

function Prices({ snapshot }: { snapshot: MarketSnapshot }) {
  const { range = '1y', view } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <div className={css.bar}>
        <Segments
          label="Range"
          value={range}
          options={RANGE_OPTIONS}
          onChange={chosen =>
            navigate({
              search: before => ({ ...before, range: chosen === '1y' ? undefined : chosen }),
              resetScroll: false,
            })
          }
        />
        <span className="grow" />
        <Segments
          label="View"
          value={view ?? 'chart'}
          options={VIEWS}
          onChange={chosen =>
            navigate({
              search: before => ({ ...before, view: chosen === 'table' ? 'table' : undefined }),
              resetScroll: false,
            })
          }
        />
      </div>
      {snapshot.quality_notes.length > 0 && (
        <div className={css.note}>
          <Note>{describeNotes(snapshot.quality_notes)}</Note>
        </div>
      )}
      <Figures snapshot={snapshot} />
      {snapshot.closes.length === 0 ? (
        <StateBlock title="No closes in this range.">Choose a longer range.</StateBlock>
      ) : view === 'table' ? (
        <ClosesTable snapshot={snapshot} />
      ) : (
        <Plot snapshot={snapshot} />
      )}
      <p className={css.foot}>
        {snapshot.closes_source !== null && (
          <span>
            Closes by {snapshot.closes_source}, {basisLabel(snapshot.close_basis)}.
          </span>
        )}
        <span className="grow" />
        <AsOf instant={snapshot.data_as_of} />
      </p>
    </>
  );
}

/** Latest price, 52-week range and market cap. */
function Figures({ snapshot }: { snapshot: MarketSnapshot }) {
  const { last_quote: last, market_cap, shares_outstanding, shares_outstanding_date, currency } = snapshot;
  return (
    <dl className={`card ${css.figures}`}>
      {last !== null && <LastPrice last={last} />}
      {market_cap !== null && shares_outstanding !== null && shares_outstanding_date !== null && (
        <Figure
          label="Market cap"
          small={`${formatCount(shares_outstanding)} shares on ${formatDay(shares_outstanding_date)}`}
        >
          {formatCount(market_cap)} {currency}
        </Figure>
      )}
      {snapshot.week52_low !== null && snapshot.week52_high !== null && (
        <Figure label="52 weeks" small="closes">
          {formatPrice(snapshot.week52_low)} – {formatPrice(snapshot.week52_high)}
        </Figure>
      )}
    </dl>
  );
}

function LastPrice({ last }: { last: Quote }) {
  const change = last.change_pct === null ? '' : `${formatPercentChange(last.change_pct)} · `;
  return (
    <Figure
      label={last.price_type === 'close' ? 'Close' : 'Last price'}
      small={`${change}${formatInstant(last.price_at)} · ${last.source}`}
    >
      {formatPrice(last.price)} {last.currency}
    </Figure>
  );
}

function Figure({ label, small, children }: { label: string; small: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children} <small>{small}</small>
      </dd>
    </div>
  );
}

/** The price chart and the hovered close. */
function Plot({ snapshot }: { snapshot: MarketSnapshot }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnPrices>(null);
  const closes = useRef(snapshot.closes);
  const [at, setAt] = useState<number | null>(null);
  closes.current = snapshot.closes;
  useEffect(() => whenDrawn(place.current, drawn, closes, setAt), []);
  useEffect(() => drawn.current?.show(snapshot.closes), [snapshot.closes]);
  const read = snapshot.closes[at ?? snapshot.closes.length - 1];
  return (
    <section className={`card ${css.card}`} aria-label="Daily closes">
      <p className={css.reading}>
        {read !== undefined && (
          <>
            {formatDay(read.date)} <b>{formatPrice(read.close)}</b>
            {read.volume !== null && ` · ${formatCount(read.volume)} shares`}
          </>
        )}
      </p>
      <div ref={place} className={css.plot} role="img" aria-label={sentenceOf(snapshot)} />
    </section>
  );
}

/** The chart library is loaded when the chart becomes visible. */
function whenDrawn(
  element: HTMLElement | null,
  drawn: { current: DrawnPrices | null },
  closes: { current: MarketSnapshot['closes'] },
  onPoint: (at: number) => void,
): () => void {
  if (!element) return () => undefined;
  let isGone = false;
  const stop = onceVisible(element, async () => {
    const { drawPrices } = await import('./draw-prices.ts');
    if (isGone) return;
    drawn.current = drawPrices(element, onPoint);
    drawn.current.show(closes.current);
  });
  return () => {
    isGone = true;
    stop();
    drawn.current?.remove();
    drawn.current = null;
  };
}

/** The newest first. */
function ClosesTable({ snapshot: { closes, close_basis, adjusted_close_basis } }: { snapshot: MarketSnapshot }) {
  const rows = closes.slice(-MAX_ROWS).reverse();
  const isTwofold = adjusted_close_basis !== close_basis;
  return (
    <section className={`card ${css.card}`} aria-label="Daily closes">
      <div className="scroll">
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Close</th>
              {isTwofold && <th scope="col">{basisLabel(adjusted_close_basis)}</th>}
              <th scope="col">Shares</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ date, close, adjusted_close, volume }) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                <td>{formatPrice(close)}</td>
                {isTwofold && <td>{formatPrice(adjusted_close)}</td>}
                <td>{volume === null ? '–' : formatCount(volume)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {closes.length > MAX_ROWS && (
        <p className="quiet">
          Showing the newest {MAX_ROWS} of {formatCount(closes.length)} closes.
        </p>
      )}
    </section>
  );
}
