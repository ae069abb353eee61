import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { sql } from '../../../db/database.ts';
import { upsertSecurityNames } from '../../../domain/ownership/holders/part.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { secEdgar } from '../source.ts';
import { parseFailsToDeliver } from './parse-fails-to-deliver.ts';

const database = useTestDatabase();
const HEADER = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';

/** Made-up securities in the registry's form. */
const LIST = [
  HEADER,
  '20260327|11122A107|FICT|500|FICTIONAL WORKS INC COM|12.40',
  '20260331|11122A107|FICT|20|FICTIONAL WORKS INC COM|12.50',
  '20260401|33344B200|OTHR.B|7|OTHER MILLS HLDGS CORP CL B|.',
  '20260331|bad|XXXX|7|NOBODY|1',
  'Trailer record count 4',
  'Trailer total quantity of shares 534',
  '',
].join('\r\n');

const WORKS = {
  ...{ list: 'fails-to-deliver', cusip: '11122A107', symbol: 'FICT', name: 'FICTIONAL WORKS INC COM' },
  ...{ firstDate: '2026-03-27', lastDate: '2026-03-31' },
  quarterPrice: { quarterEnd: '2026-03-31', priceDate: '2026-03-31', price: '12.5' },
};

test('gives a security once, with its days and the price nearest to the end of the quarter', () => {
  const log = new AnomalyLog('sec-edgar', 'list');
  expect(parseFailsToDeliver(Buffer.from(LIST), log)).toEqual([
    WORKS,
    expect.objectContaining({ symbol: 'OTHRB', quarterPrice: null, firstDate: '2026-04-01' }),
  ]);
  expect(log.list().map(anomaly => `${anomaly.kind} ${anomaly.locator}`)).toEqual(['bad_row line 5']);
  const other = new AnomalyLog('sec-edgar', 'list');
  expect(parseFailsToDeliver(Buffer.from('<html>'), other)).toEqual([]);
  expect(other.count('missing_column')).toBe(1);
});

test('is identified by its name, and belongs to no issuer', async () => {
  const bytes = Buffer.from(LIST);
  const url = 'https://www.sec.gov/files/data/fails-deliver-data/cnsfails202603b.txt';
  const { records, published } = await secEdgar.parse([{ url, sha256: '', bytes }]);
  expect(records).toEqual([]);
  expect(published?.securityNames).toHaveLength(2);
});

test('is kept with the first and the last day, and a repetition changes nothing', async () => {
  const names = parseFailsToDeliver(Buffer.from(LIST), new AnomalyLog('sec-edgar', 'list'));
  const folded = names.map(name => ({ ...name, nameKey: name.name.toLowerCase() }));
  const store = (rows: typeof folded) => database.db.transaction(tx => upsertSecurityNames(tx, rows));
  expect(await store(folded)).toBe(3);
  expect(await store(folded)).toBe(0);
  const later = folded.slice(0, 1).map(item => ({
    ...{ ...item, firstDate: '2026-04-02', lastDate: '2026-04-09' },
    quarterPrice: { quarterEnd: '2026-03-31', priceDate: '2026-04-02', price: '13' },
  }));
  expect(await store(later)).toBe(1);
  expect(
    await database.db.query(sql`
      select symbol_key, first_date, last_date, price::float8 as price from cusip_names
      join cusip_prices using (cusip)`),
  ).toEqual([{ symbol_key: 'FICT', first_date: '2026-03-27', last_date: '2026-04-09', price: 12.5 }]);
});
