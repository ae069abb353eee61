/**
 * Writes opinions of fictional analysts on fictional issuers to sample/, in the format of Yahoo's summaries:
 *
 *     node scripts/make-demo-street.ts [sample]
 *
 * Results are those of the issuers' filings (scripts/demo-filings/), everything else is fictional. The next report date is
 * far in the future. Output is reproducible.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fromNewYorkClock } from '../server/src/kernel/dates.ts';
import { mirrorPath } from '../server/src/sources/kit/http/mirror-path.ts';
import { summaryUrl } from '../server/src/sources/yahoo/documents.ts';
import { ISSUERS } from './demo-filings/issuers.ts';

const [sample = 'sample'] = process.argv.slice(2);

const OPINIONS = [
  { key: 'buy', mean: 2.1, counts: [1, 3, 1, 0, 0], target: 61, price: 52 },
  { key: 'hold', mean: 2.8, counts: [0, 1, 3, 0, 0], target: 24, price: 25 },
  { key: 'underperform', mean: 3.6, counts: [0, 0, 2, 2, 1], target: 30, price: 38 },
] as const;

const NEXT = { periodEnd: '2035-03-31', report: '2035-05-03' };

const number = (raw: number) => ({ raw, fmt: String(raw) });

for (const [at, opinion] of OPINIONS.entries()) {
  const issuer = ISSUERS[at];
  if (issuer === undefined) throw new Error('issuers.json lists fewer issuers than there are opinions.');
  const [strongBuy, buy, hold, sell, strongSell] = opinion.counts;
  const day = (time: string) => ({
    raw: Date.parse(fromNewYorkClock(NEXT.report, time)) / 1_000,
    fmt: NEXT.report,
  });
  const modules = {
    price: { currency: 'USD' },
    calendarEvents: {
      earnings: { earningsDate: [day('16:00:00')], earningsCallDate: [day('17:00:00')], isEarningsDateEstimate: false },
    },
    earningsTrend: {
      trend: [
        {
          period: '0q',
          endDate: NEXT.periodEnd,
          earningsEstimate: { avg: number(0.9), numberOfAnalysts: number(4), earningsCurrency: 'USD' },
          revenueEstimate: { avg: number(350_000_000), revenueCurrency: 'USD' },
        },
      ],
    },
    earnings: {
      earningsChart: { quarterly: [{ fiscalQuarter: `1Q${issuer.fiscalYear + 1}`, estimate: number(0.6) }] },
      financialCurrency: 'USD',
    },
    financialData: {
      recommendationKey: opinion.key,
      recommendationMean: number(opinion.mean),
      numberOfAnalystOpinions: number(5),
      targetMeanPrice: number(opinion.target),
      targetHighPrice: number(opinion.target + 10),
      targetLowPrice: number(opinion.target - 10),
      currentPrice: number(opinion.price),
    },
    recommendationTrend: { trend: [{ period: '0m', strongBuy, buy, hold, sell, strongSell }] },
  };
  const path = join(sample, `${mirrorPath({ url: summaryUrl(`${issuer.ticker}.DEMO`) })}.gz`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(JSON.stringify({ quoteSummary: { result: [modules], error: null } }), { level: 9 }));
}
