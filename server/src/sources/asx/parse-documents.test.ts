import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fakeClient } from '../../../test/stand-ins/fake-client.ts';
import { LIST_URL } from './companies.ts';
import { companyList } from './example-responses.ts';
import { asx } from './source.ts';

const FILE = new URL('../../../../../shared/data/intl/au/asx/ASXListedCompanies_neilfws.csv.gz', import.meta.url);

async function parse(text: string | Buffer) {
  const { records, anomalies } = await asx.parse([{ url: LIST_URL, sha256: '', bytes: Buffer.from(text) }]);
  return {
    issuers: records.map(({ issuer }) => issuer),
    anomalies: anomalies.map(({ kind, detail }) => [kind, detail]),
  };
}

describe('the list of companies', () => {
  it('gives names, codes and industry groups', async () => {
    const { issuers, anomalies } = await parse(
      companyList(['"AURORA WIDGETS, INC.",ZAW,"Capital Goods"', '"BOREAL FUND",1ZB,"Not Applic"']),
    );
    expect(anomalies).toEqual([]);
    expect(issuers).toMatchObject([
      {
        canonicalKey: 'asx:ZAW',
        companyName: 'AURORA WIDGETS, INC.',
        industry: { scheme: 'gics', label: 'Capital Goods' },
        listings: [{ ticker: 'ZAW', marketId: 'au', mic: 'XASX', currency: 'AUD' }],
      },
      { canonicalKey: 'asx:1ZB', industry: null },
    ]);
  });

  it('names each row that it cannot read', async () => {
    const { issuers, anomalies } = await parse(
      companyList([
        '"AURORA WIDGETS LIMITED",ZAW,"Capital Goods"',
        '"NO CODE",,"Energy"',
        '"AGAIN",ZAW,"Energy"',
        'cut',
      ]),
    );
    expect(issuers).toHaveLength(1);
    expect(anomalies).toEqual([
      ['bad_row', 'NO CODE,,Energy'],
      ['repeated_code', 'ZAW'],
      ['bad_row', 'cut'],
    ]);
  });

  it.skipIf(!existsSync(FILE))('reads every row of the list of 2016 (skipped without ../shared)', async () => {
    const bytes = gunzipSync(readFileSync(FILE));
    const rows = bytes
      .toString('latin1')
      .split('\r\n')
      .slice(3)
      .filter(line => line !== '');
    const { issuers, anomalies } = await parse(bytes);
    expect(anomalies).toEqual([]);
    expect(issuers).toHaveLength(rows.length);
    expect(issuers.find(issuer => issuer?.canonicalKey === 'asx:BHP')).toMatchObject({
      companyName: 'BHP BILLITON LIMITED',
    });
  });
});

it('finds a company by its code or key', async () => {
  const bytes = Buffer.from(companyList(['"AURORA WIDGETS LIMITED",ZAW,"Capital Goods"']));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const client = fakeClient(asx, { get: async url => ({ url, sha256, bytes }) });
  for (const name of ['zaw', 'ASX:ZAW', 'asx:ZAW']) {
    const { tasks, missing } = await asx.discover(client, { kind: 'named', tickers: [name], ids: [], since: null });
    expect([tasks.map(task => task.key), missing]).toEqual([['companies'], []]);
  }
  const { missing } = await asx.discover(client, { kind: 'named', tickers: ['QQQ'], ids: [], since: null });
  expect(missing).toMatchObject([{ key: 'QQQ' }]);
});
