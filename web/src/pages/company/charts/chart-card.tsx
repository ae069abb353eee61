import { useEffect, useRef } from 'react';
import css from './chart-card.module.css';
import { type ChartModel, readout, sentenceOf } from './chart-models.ts';
import type { DrawnChart } from './draw-chart.ts';

interface ChartCardProps {
  model: ChartModel;
  /** Index of the selected period. */
  at: number;
  onPoint: (at: number) => void;
  isTable: boolean;
}

/** One measure over time: title, value at the selected period, chart or table. */
export function ChartCard({ model, at, onPoint, isTable }: ChartCardProps) {
  const { title, unit, kind, series, labels } = model;
  const hasRestated = series.some(({ firsts }) => firsts.some(first => first !== null));
  return (
    <section className={`card ${css.card}`} aria-label={title}>
      <div className={css.head}>
        <h2>{title}</h2>
        <span className="quiet">{unit}</span>
        {kind === 'bars' &&
          series.length > 1 &&
          series.map(({ name, color, isDerived }) => (
            <span key={name} className={css.legend}>
              <i className={css.swatch} data-color={color} />
              {name}
              {isDerived && ' ƒ'}
            </span>
          ))}
        {hasRestated && (
          <span className={css.legend}>
            <i className={css.restated} />
            Restated, line = first filed
          </span>
        )}
        <span className="grow" />
        <span className={css.reading}>
          {labels[at]} <b>{series.map(({ values }) => readout(values[at] ?? null)).join(' · ')}</b>
        </span>
      </div>
      {isTable ? <ChartTable model={model} /> : <Plot model={model} at={at} onPoint={onPoint} />}
    </section>
  );
}

function Plot({ model, at, onPoint }: Omit<ChartCardProps, 'isTable'>) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart>(null);
  const latest = useRef({ model, at, onPoint });
  latest.current = { model, at, onPoint };
  useEffect(() => onceVisible(place.current, drawn, latest), []);
  useEffect(() => drawn.current?.show(model, at), [model, at]);
  return <div ref={place} className={css.plot} role="img" aria-label={sentenceOf(model)} />;
}

interface Latest {
  current: Pick<ChartCardProps, 'model' | 'at' | 'onPoint'>;
}

/** The chart library is loaded when the first chart becomes visible. */
function onceVisible(element: HTMLElement | null, drawn: { current: DrawnChart | null }, latest: Latest): () => void {
  if (!element) return () => undefined;
  let isGone = false;
  const seen = new IntersectionObserver(async entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    const { drawChart } = await import('./draw-chart.ts');
    if (isGone) return;
    drawn.current = drawChart(element, at => {
      if (at !== latest.current.at) latest.current.onPoint(at);
    });
    drawn.current.show(latest.current.model, latest.current.at);
  });
  seen.observe(element);
  return () => {
    isGone = true;
    seen.disconnect();
    drawn.current?.remove();
    drawn.current = null;
  };
}

function ChartTable({ model: { labels, series, keys } }: { model: ChartModel }) {
  return (
    <div className="scroll">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Period</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels
            .map((label, place) => (
              <tr key={keys[place]}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{readout(values[place] ?? null)}</td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
