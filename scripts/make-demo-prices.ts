/**
 * Writes closes of the fictional issuers, a fictional fund and a fictional index to sample/, in the format of Yahoo's
 * charts:
 *
 *     node scripts/make-demo-prices.ts [sample]
 *
 * Closes match the prices in the issuers' other documents (scripts/demo-filings/). The days between are pseudo-random.
 * Output is reproducible.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { datesBetween, fromNewYorkClock } from '../server/src/kernel/dates.ts';
import { mirrorPath } from '../server/src/sources/kit/http/mirror-path.ts';
import { charts } from '../server/src/sources/yahoo/documents.ts';

const [sample = 'sample'] = process.argv.slice(2);

interface Priced {
  symbol: string;
  name: string;
  type: 'EQUITY' | 'ETF' | 'INDEX';
  /** Closes of some days, including the first and the last. */
  through: Readonly<Record<string, number>>;
  /** Daily moves in percent: with the index, and independent of it. */
  moves: { market: number; own: number };
  /** Average daily volume in shares. */
  volume: number;
  dividends?: Readonly<Record<string, number>>;
}

const FIRST = '2024-07-01';
const LAST = '2026-06-30';

const SYMBOLS: readonly Priced[] = [
  {
    symbol: '^DEMO',
    name: 'Demo Composite (fictional)',
    type: 'INDEX',
    through: { [FIRST]: 1_000, '2025-04-08': 930, '2025-12-31': 1_180, '2026-03-31': 1_150, [LAST]: 1_226 },
    moves: { market: 1, own: 0 },
    volume: 0,
  },
  {
    symbol: 'DMBF.DEMO',
    name: 'Demo Broad Fund (fictional)',
    type: 'ETF',
    through: { [FIRST]: 100, '2025-04-08': 92.9, '2025-12-31': 117.6, '2026-03-31': 114.5, [LAST]: 121.9 },
    moves: { market: 1, own: 0.02 },
    volume: 2_400_000,
    dividends: { '2024-12-20': 0.62, '2025-12-19': 0.66 },
  },
  {
    symbol: 'DMFR.DEMO',
    name: 'Demo Fixture Robotics Inc (fictional)',
    type: 'EQUITY',
    through: {
      [FIRST]: 61.2,
      '2025-12-31': 81.5,
      '2026-02-05': 79.4,
      '2026-02-06': 84.9,
      '2026-03-31': 83.2,
      '2026-05-12': 84.6,
      '2026-05-13': 83.1,
      [LAST]: 88.4,
    },
    moves: { market: 1.3, own: 1.1 },
    volume: 640_000,
  },
  {
    symbol: 'SMPO.DEMO',
    name: 'Sample Orchard Foods Corp (fictional)',
    type: 'EQUITY',
    through: {
      [FIRST]: 44.6,
      '2025-08-07': 43.2,
      '2025-08-08': 41.9,
      '2025-12-31': 42.1,
      '2026-03-31': 40.75,
      [LAST]: 41.6,
    },
    moves: { market: 0.5, own: 0.7 },
    volume: 410_000,
    dividends: Object.fromEntries(
      [
        '2024-09-12',
        '2024-12-12',
        '2025-03-13',
        '2025-06-12',
        '2025-09-11',
        '2025-12-11',
        '2026-03-12',
        '2026-06-11',
      ].map(date => [date, 0.12]),
    ),
  },
  {
    symbol: 'PLCW.DEMO',
    name: 'Placeholder Cloudworks Inc (fictional)',
    type: 'EQUITY',
    through: { [FIRST]: 22.8, '2025-12-31': 27.9, '2026-03-31': 31.2, [LAST]: 30.1 },
    moves: { market: 1.6, own: 1.9 },
    volume: 1_150_000,
  },
];

/** Weekdays that are not holidays in New York. */
const HOLIDAYS =
  '2024-07-04 2024-09-02 2024-11-28 2024-12-25 2025-01-01 2025-01-20 2025-02-17 2025-04-18 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19';
const SESSIONS = datesBetween(FIRST, LAST).filter(date => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.includes(date);
});

const market = drawn(1);
for (const [at, one] of SYMBOLS.entries()) writeChart(one, drawn(at + 2));

/** A pseudo-random number per session, with mean 0 and deviation 1. */
function drawn(seed: number): number[] {
  let state = seed * 2_654_435_761;
  const uniform = (): number => {
    // Marsaglia's 32-bit xorshift, reproducible on every platform.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return SESSIONS.map(() => uniform() + uniform() + uniform() + uniform() - 2).map(sum => sum * Math.sqrt(3));
}

function writeChart(candidate: Priced, own: readonly number[]): void {
  const closes = closesOf(candidate, own);
  const stamps = SESSIONS.map(date => Date.parse(fromNewYorkClock(date, '09:30:00')) / 1_000);
  const dividends = Object.entries(candidate.dividends ?? {}).map(([date, amount]) => ({
    at: SESSIONS.indexOf(date),
    amount,
  }));
  const volumes = closes.map((_, at) => Math.round(candidate.volume * (1 + 0.35 * (own[at] ?? 0) ** 2) * 0.75));
  const end = Date.parse(fromNewYorkClock(LAST, '16:00:00')) / 1_000;
  const meta = {
    currency: 'USD',
    symbol: candidate.symbol,
    exchangeName: 'DEMO',
    fullExchangeName: 'Fictional',
    instrumentType: candidate.type,
    longName: candidate.name,
    exchangeTimezoneName: 'America/New_York',
    regularMarketPrice: closes.at(-1),
    regularMarketTime: end,
    regularMarketVolume: volumes.at(-1),
    dataGranularity: '1d',
  };
  const events =
    dividends.length === 0
      ? {}
      : {
          dividends: Object.fromEntries(dividends.map(({ at, amount }) => [stamps[at], { amount, date: stamps[at] }])),
        };
  const adjclose = closes.map((close, at) =>
    round(
      dividends.reduce(
        (value, paid) => (at < paid.at ? value * (1 - paid.amount / (closes[paid.at - 1] ?? close)) : value),
        close,
      ),
    ),
  );
  const indicators = { quote: [{ close: closes, volume: volumes }], adjclose: [{ adjclose }] };
  const path = join(sample, `${mirrorPath({ url: charts.url({ symbol: candidate.symbol }) })}.gz`);
  mkdirSync(dirname(path), { recursive: true });
  const response = { chart: { result: [{ meta, timestamp: stamps, events, indicators }], error: null } };
  writeFileSync(path, gzipSync(JSON.stringify(response), { level: 9 }));
}

/** A random walk, adjusted to pass through the given closes. */
function closesOf({ through, moves }: Priced, own: readonly number[]): number[] {
  const fixed = Object.entries(through).map(([date, close]) => ({ at: SESSIONS.indexOf(date), log: Math.log(close) }));
  if (fixed.some(item => item.at < 0)) throw new Error('A given close is on a day without a session.');
  let sum = 0;
  const walk = SESSIONS.map((_, at) => {
    sum += ((market[at] ?? 0) * 0.8 * moves.market + (own[at] ?? 0) * moves.own) / 100;
    return sum;
  });
  return SESSIONS.map((_, at) => {
    const next = Math.max(
      1,
      fixed.findIndex(item => item.at >= at),
    );
    const [from, to] = [fixed[next - 1], fixed[next]];
    if (from === undefined || to === undefined) throw new Error('The closes of the first and last day are required.');
    const share = (at - from.at) / (to.at - from.at);
    const [begin = 0, end = 0, here = 0] = [walk[from.at], walk[to.at], walk[at]];
    const bent = from.log - begin + share * (to.log - end - (from.log - begin));
    return round(Math.exp(here + bent));
  });
}

function round(price: number): number {
  return Math.round(price * 100) / 100;
}
