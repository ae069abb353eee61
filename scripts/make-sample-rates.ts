/**
 * Writes the exchange rates of sample/ from the table that the European Central Bank publishes:
 *
 *     node scripts/make-sample-rates.ts eurofxref-hist.zip [sample]
 *
 * It writes a table in the same format with the reporting currencies of the sample's issuers, from the first day of their
 * figures on. Output is reproducible. sample/README.md states source, terms and dates.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AnomalyLog } from '../server/src/kernel/anomaly-log.ts';
import { HISTORY_MEMBER, HISTORY_URL, parseFile } from '../server/src/sources/ecb/rates.ts';
import { mirrorPath } from '../server/src/sources/kit/http/mirror-path.ts';
import { makeZip } from '../server/test/write-zip.ts';

const CURRENCIES = ['USD', 'JPY', 'GBP', 'KRW'];
const FIRST_DAY = '2007-01-01';

const [table, sample = 'sample'] = process.argv.slice(2);
if (table === undefined) throw new Error('usage: node scripts/make-sample-rates.ts eurofxref-hist.zip [sample]');

const log = new AnomalyLog('ecb', table);
const days = Map.groupBy(
  parseFile(readFileSync(table), log).filter(rate => rate.date >= FIRST_DAY && CURRENCIES.includes(rate.currency)),
  rate => rate.date,
);
if (log.list().length > 0) throw new Error(`${table}: ${JSON.stringify(log.list()[0])}`);

const lines = [...days].map(([date, rates]) => {
  const cells = CURRENCIES.map(currency => rates.find(rate => rate.currency === currency)?.perEuro ?? 'N/A');
  return `${date},${cells.join()},\n`;
});
const target = join(sample, mirrorPath({ url: HISTORY_URL }));
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, makeZip({ [HISTORY_MEMBER]: `Date,${CURRENCIES.join()},\n${lines.join('')}` }));
