import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A gauge of another module, read on each scrape, such as pool connections or waiting jobs. */
export interface GaugeSource {
  /** Prometheus name without the prefix `asfiled_`. */
  name: string;
  help: string;
  /** Null = unknown at the moment. */
  read(): number | null | Promise<number | null>;
}

/** Metrics of the HTTP transport. */
export interface HttpMetrics {
  observe(operation: string, status: number, seconds: number): void;
  countCredits(operation: string, credits: number): void;
  /** Prometheus text, and its content type. */
  render(): Promise<{ text: string; contentType: string }>;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Creates a metrics registry for one server. */
export function createHttpMetrics(sources: readonly GaugeSource[]): HttpMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'asfiled_' });
  const requests = new Histogram({
    name: 'asfiled_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const credits = new Counter({
    name: 'asfiled_credits_debited_total',
    help: 'Credits debited.',
    labelNames: ['operation'],
    registers: [registry],
  });
  for (const source of sources) addGauge(registry, source);
  return {
    observe: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    countCredits: (operation, amount) => credits.inc({ operation }, amount),
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

function addGauge(registry: Registry, source: GaugeSource): void {
  const gauge: Gauge = new Gauge({
    name: `asfiled_${source.name}`,
    help: source.help,
    registers: [registry],
    async collect() {
      const value = await readGauge(source);
      if (value === null) gauge.remove();
      else gauge.set(value);
    },
  });
}

/** Null if reading fails, so that one failing gauge does not affect the others. */
async function readGauge(source: GaugeSource): Promise<number | null> {
  try {
    return await source.read();
  } catch {
    return null;
  }
}
