import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { formatDayOfYear } from '../../../format/dates.ts';
import { operationLabel } from '../../../labels/usage.ts';
import type { UsageDays } from './usage-days.ts';

use([BarChart, GridComponent, SVGRenderer]);

/** A rendered usage chart. */
export interface DrawnUsage {
  /** Draws the chart; `at` is the index of the selected day. */
  show(model: UsageDays, at: number): void;
  remove(): void;
}

/** Draws into an element and reports the clicked day. */
export function drawUsage(element: HTMLElement, onPick: (at: number) => void): DrawnUsage {
  const chart = init(element, null, { renderer: 'svg' });
  const sizes = new ResizeObserver(() => chart.resize());
  sizes.observe(element);
  chart.getZr().on('click', ({ offsetX, offsetY }) => {
    if (!chart.containPixel({ gridIndex: 0 }, [offsetX, offsetY])) return;
    const [at] = chart.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY]);
    if (at !== undefined) onPick(Math.round(at));
  });
  return {
    show: (model, at) => chart.setOption(toOption(model, at), { notMerge: true }),
    remove() {
      sizes.disconnect();
      chart.dispose();
    },
  };
}

// A literal value: text is measured on a canvas, which does not resolve CSS variables.
const QUIET = { color: 'var(--af-ink-3)', fontFamily: "'Inter Variable', system-ui, sans-serif", fontSize: 12 };

function toOption({ days, series }: UsageDays, at: number): Parameters<ReturnType<typeof init>['setOption']>[0] {
  return {
    animation: false,
    grid: { left: 56, right: 12, top: 12, bottom: 28 },
    xAxis: [
      {
        type: 'category',
        data: days.map(day => formatDayOfYear(day)),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: 'var(--af-control)' } },
        axisLabel: { ...QUIET, hideOverlap: true },
      },
      // A separate axis, so that the band behind the day is not part of the stack.
      { type: 'category', data: days, show: false },
    ],
    yAxis: [
      {
        type: 'value',
        splitNumber: 3,
        minInterval: 1,
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { ...QUIET, formatter: (value: number) => value.toLocaleString('en-GB') },
        splitLine: { lineStyle: { color: 'var(--af-line)' } },
      },
      { type: 'value', min: 0, max: 1, show: false },
    ],
    series: [
      {
        type: 'bar',
        xAxisIndex: 1,
        yAxisIndex: 1,
        barWidth: '96%',
        silent: true,
        z: 0,
        itemStyle: { color: 'var(--af-sunken)' },
        data: days.map((_, place) => (place === at ? 1 : null)),
      },
      ...series.map(({ operation, color, credits }) => ({
        type: 'bar' as const,
        name: operation === null ? 'Others' : operationLabel(operation),
        stack: 'credits',
        barMaxWidth: 26,
        cursor: 'pointer',
        emphasis: { disabled: true },
        itemStyle: { color: `var(--af-${color})`, borderColor: 'var(--af-surface)', borderWidth: 0.5 },
        data: credits,
      })),
    ],
  };
}
