import { useEffect, useRef } from 'react';
import { onceVisible } from '../../../components/ui/once-visible.ts';
import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';
import { operationLabel } from '../../../labels/usage.ts';
import type { DrawnUsage } from './draw-usage.ts';
import css from './usage.module.css';
import { sum, type UsageDays } from './usage-days.ts';

interface UsageChartProps {
  model: UsageDays;
  /** Index of the selected day. */
  at: number;
  onPick: (at: number) => void;
}

/** Credits by day, stacked by operation; the chart library is loaded when the chart becomes visible. */
export function UsageChart({ model, at, onPick }: UsageChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnUsage>(null);
  const latest = useRef({ model, at, onPick });
  latest.current = { model, at, onPick };
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isGone = false;
    const stopWaiting = onceVisible(element, async () => {
      const { drawUsage } = await import('./draw-usage.ts');
      if (isGone) return;
      drawn.current = drawUsage(element, to => latest.current.onPick(to));
      drawn.current.show(latest.current.model, latest.current.at);
    });
    return () => {
      isGone = true;
      stopWaiting();
      drawn.current?.remove();
      drawn.current = null;
    };
  }, []);
  useEffect(() => drawn.current?.show(model, at), [model, at]);
  return (
    <div className={`card ${css.chart}`}>
      <div className={css.legend}>
        {model.series.map(({ operation, color }) => (
          <span key={color}>
            <i className={css.swatch} data-color={color} />
            {operation === null ? 'Others' : operationLabel(operation)}
          </span>
        ))}
      </div>
      <div ref={place} className={css.plot} role="img" aria-label={sentenceOf(model)} />
    </div>
  );
}

/** `Credits by day, 1 Nov 2026 to 19 Nov 2026: 90,712 in all, most on 14 Nov 2026 with 9,913.` */
function sentenceOf({ days, totals }: UsageDays): string {
  const most = Math.max(...totals);
  const span = `Credits by day, ${formatDay(days[0] ?? '')} to ${formatDay(days.at(-1) ?? '')}`;
  const peak = formatDay(days[totals.indexOf(most)] ?? '');
  return `${span}: ${formatExact(String(sum(totals)))} in all, most on ${peak} with ${formatExact(String(most))}.`;
}
