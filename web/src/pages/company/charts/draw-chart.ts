import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, MarkPointComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartModel, ChartSeries } from './chart-models.ts';

use([BarChart, LineChart, GridComponent, MarkLineComponent, MarkPointComponent, LabelLayout, SVGRenderer]);

/** A rendered chart. */
export interface DrawnChart {
  /** Draws the model; `at` is the index of the selected period. */
  show(model: ChartModel, at: number): void;
  remove(): void;
}

/** Draws into an element and reports the hovered period. */
export function drawChart(element: HTMLElement, onPoint: (at: number) => void): DrawnChart {
  const chart = init(element, null, { renderer: 'svg' });
  const sizes = new ResizeObserver(() => chart.resize());
  sizes.observe(element);
  chart.getZr().on('mousemove', event => {
    const at = placeOf(chart, event.offsetX, event.offsetY);
    if (at !== null) onPoint(at);
  });
  return {
    show: (model, at) => chart.setOption(toOption(model, at), { notMerge: true }),
    remove() {
      sizes.disconnect();
      chart.dispose();
    },
  };
}

function placeOf(chart: EChartsType, x: number, y: number): number | null {
  if (!chart.containPixel({ gridIndex: 0 }, [x, y])) return null;
  const [at] = chart.convertFromPixel({ gridIndex: 0 }, [x, y]);
  return at === undefined ? null : Math.round(at);
}

// A literal value: text is measured on a canvas, which does not resolve CSS variables.
const FONT = "'Inter Variable', system-ui, sans-serif";
const QUIET = { color: 'var(--af-ink-3)', fontFamily: FONT, fontSize: 12 };

function toOption(model: ChartModel, at: number): Parameters<EChartsType['setOption']>[0] {
  const isLines = model.kind === 'lines';
  const suffix = isLines ? '%' : '';
  return {
    animation: false,
    grid: { left: 48, right: isLines ? 108 : 12, top: 16, bottom: 28 },
    xAxis: [
      {
        type: 'category',
        data: model.labels,
        axisTick: { show: false },
        axisLine: { lineStyle: { color: 'var(--af-control)' } },
        axisLabel: { ...QUIET, interval: 'auto', hideOverlap: true },
      },
      // A separate axis, so that the band behind the period is not grouped with the bars.
      { type: 'category', data: model.labels, show: false },
      // Numeric, for positions between two periods.
      { type: 'value', min: -0.5, max: model.keys.length - 0.5, show: false },
    ],
    yAxis: [
      {
        type: 'value',
        splitNumber: 4,
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: {
          ...QUIET,
          formatter: (value: number) => `${value.toLocaleString('en-GB')}${suffix}`.replace('-', '−'),
        },
        splitLine: { lineStyle: { color: 'var(--af-line)' } },
      },
      { type: 'value', min: 0, max: 1, show: false },
    ],
    series: [
      band(model, at),
      rules(model),
      ...model.series.map(series => (isLines ? line(series, at) : bars(series, at))),
    ],
  };
}

/** The band behind the selected period. */
function band(model: ChartModel, at: number) {
  return {
    type: 'bar' as const,
    xAxisIndex: 1,
    yAxisIndex: 1,
    barWidth: '86%',
    silent: true,
    z: 0,
    itemStyle: { color: 'var(--af-sunken)' },
    data: model.keys.map((_, place) => (place === at ? 1 : null)),
  };
}

/** Dashed lines at changes of basis. */
function rules({ breaks }: ChartModel) {
  return {
    type: 'line' as const,
    xAxisIndex: 2,
    silent: true,
    data: [],
    markLine: {
      silent: true,
      animation: false,
      symbol: 'none',
      lineStyle: { color: 'var(--af-ink-3)', type: 'dashed' as const },
      data: breaks.map(({ at, words }) => ({
        xAxis: at - 0.5,
        label: { ...QUIET, formatter: words, position: 'insideEndTop' as const, rotate: 0, align: 'right' as const },
      })),
    },
  };
}

function bars({ name, color, values, firsts }: ChartSeries, at: number) {
  const fill = `var(--af-${color})`;
  return {
    type: 'bar' as const,
    name,
    barMaxWidth: 26,
    barGap: '8%',
    cursor: 'default',
    emphasis: { disabled: true },
    itemStyle: { color: fill, borderRadius: [2, 2, 0, 0] },
    data: values.map((value, place) => ({ value, itemStyle: { opacity: place === at ? 1 : 0.85 } })),
    markPoint: {
      silent: true,
      animation: false,
      data: firsts.flatMap((first, place) => restatedMarks(first, values[place] ?? null, place)),
    },
  };
}

/** A triangle above restated values, a line at the first reported value. */
function restatedMarks(first: number | null, now: number | null, place: number) {
  if (first === null || now === null) return [];
  const itemStyle = { color: 'var(--af-warn)' };
  const label = { show: false };
  return [
    {
      coord: [place, Math.max(first, now)],
      symbol: 'triangle',
      symbolRotate: 180,
      symbolSize: [8, 6],
      symbolOffset: [0, -9],
      itemStyle,
      label,
    },
    { coord: [place, first], symbol: 'rect', symbolSize: [24, 2], itemStyle, label },
  ];
}

function line({ name, color, dash, values }: ChartSeries, at: number) {
  const stroke = `var(--af-${color})`;
  return {
    type: 'line' as const,
    name,
    cursor: 'default',
    symbol: 'circle',
    symbolSize: 8,
    showSymbol: true,
    connectNulls: false,
    emphasis: { disabled: true },
    lineStyle: { color: stroke, width: 2, type: dash },
    itemStyle: { color: stroke },
    endLabel: {
      show: true,
      formatter: '{a}',
      color: stroke,
      fontFamily: FONT,
      fontSize: 12,
      fontWeight: 600 as const,
      width: 100,
      overflow: 'truncate' as const,
    },
    labelLayout: { moveOverlap: 'shiftY' as const },
    data: values.map((value, place) => ({ value, symbol: place === at ? 'circle' : 'none' })),
  };
}
