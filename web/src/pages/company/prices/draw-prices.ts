import type { MarketSnapshot } from '@asfiled/client';
import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, SVGRenderer]);

type Closes = MarketSnapshot['closes'];

/** A rendered price chart. */
export interface DrawnPrices {
  show(closes: Closes): void;
  remove(): void;
}

/** Draws into an element and reports the index of the hovered close. */
export function drawPrices(element: HTMLElement, onPoint: (at: number) => void): DrawnPrices {
  const chart = init(element, null, { renderer: 'svg' });
  const sizes = new ResizeObserver(() => chart.resize());
  sizes.observe(element);
  chart.getZr().on('mousemove', event => {
    if (!chart.containPixel({ gridIndex: 0 }, [event.offsetX, event.offsetY])) return;
    const [at] = chart.convertFromPixel({ gridIndex: 0 }, [event.offsetX, event.offsetY]);
    if (at !== undefined) onPoint(Math.round(at));
  });
  return {
    show: closes => chart.setOption(toOption(closes), { notMerge: true }),
    remove() {
      sizes.disconnect();
      chart.dispose();
    },
  };
}

// A literal value: text is measured on a canvas, which does not resolve CSS variables.
const QUIET = { color: 'var(--af-ink-3)', fontFamily: "'Inter Variable', system-ui, sans-serif", fontSize: 12 };

function toOption(closes: Closes): Parameters<EChartsType['setOption']>[0] {
  return {
    animation: false,
    grid: { left: 56, right: 12, top: 16, bottom: 28 },
    xAxis: {
      type: 'category',
      data: closes.map(close => close.date),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: 'var(--af-control)' } },
      axisLabel: { ...QUIET, interval: 'auto', hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      scale: true,
      splitNumber: 4,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...QUIET, formatter: (value: number) => value.toLocaleString('en-GB') },
      splitLine: { lineStyle: { color: 'var(--af-line)' } },
    },
    series: {
      type: 'line',
      // Sixty years have more closes than the screen has pixels.
      sampling: 'lttb',
      showSymbol: false,
      cursor: 'default',
      emphasis: { disabled: true },
      lineStyle: { color: 'var(--af-s1)', width: 1.5 },
      data: closes.map(close => close.close),
    },
  };
}
