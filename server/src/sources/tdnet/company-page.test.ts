import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { archiveBulk, archiveDocuments } from '../../pipeline/runs/ingest.ts';
import { edinet } from '../edinet/source.ts';
import { tdnet } from './source.ts';

const JAPAN = new URL('../../../../../shared/data/intl/jp/', import.meta.url).pathname;

/** A page as TDnet makes it: that of the day of the recorded package is not recorded. */
const PAGE = `<html><div id="kaiji-date-1">2024年05月02日</div><div class="kaijiSum">1～1件&nbsp;/&nbsp;全1件</div>
<table id="main-list-table"><tr><td class="oddnew-L kjTime">15:00</td><td class="oddnew-M kjCode">85660</td>
<td class="oddnew-M kjName">リコーリース　　</td>
<td class="oddnew-M kjTitle"><a href="140120240502385660.pdf">2024年３月期 決算短信〔日本基準〕（連結）</a></td>
<td class="oddnew-M kjXbrl"><div><a href="081220240502385660.zip">XBRL</a></div></td>
<td class="oddnew-M kjPlace">東 </td><td class="oddnew-R kjHistroy">　</td></tr></table></html>`;

describe.skipIf(!existsSync(JAPAN))('a company whose results TDnet has (only with ../shared/data/intl)', () => {
  const database = useTestDatabase();
  const folder = useTemporaryFolder();
  const worker = useTestWorker(database, folder, { registries: ['edinet', 'tdnet'] });
  let api: TestApi;

  beforeAll(async () => {
    const page = join(folder.path, 'I_list_001_20240502.html');
    writeFileSync(page, PAGE);
    const codes = join(JAPAN, 'edinet/codelist/EdinetcodeDlInfo_2024-07-21.csv.gz');
    const results = join(JAPAN, 'tdnet/85660_20240502_edjp.zip');
    const runs = [
      await ingestFrom('tdnet')(worker, await archiveDocuments(worker.tools, tdnet, [page])),
      await ingestFrom('tdnet')(worker, await archiveBulk(worker.tools, [results])),
      await ingestFrom('edinet')(worker, await archiveDocuments(worker.tools, edinet, [codes])),
    ];
    for (const run of runs) expect(run).toMatchObject({ failure: null, failed: 0 });
    api = await createTestApi(database.db);
  });

  test.each(['リコーリース', 'ricoh leasing', '8566', '証券コード：85660', 'E04946', '7010601037788'])(
    'is one entity of EDINET and TDnet, found by %s',
    async query => {
      const { json } = await api.get(`/api/v1/entities/search?${new URLSearchParams({ query })}`);
      expect(json.entity).toMatchObject({
        canonical_key: 'jcn:7010601037788',
        member_keys: ['jcn:7010601037788', 'sec_code:85660'],
      });
    },
  );

  test('has the results among its filings, once, and their figures', async () => {
    const { json } = await api.get('/api/v1/tickers/8566/filings?market_id=jp');
    expect(json).toMatchObject({ canonical_key: 'jcn:7010601037788', ticker: '8566' });
    expect(json.filings).toMatchObject([
      { filing_id: 'tdnet:20240502385660', filing_date: '2024-05-02', category: 'earnings_release' },
    ]);
    const financials = await api.get('/api/v1/companies/financials?ticker=8566&market_id=jp');
    expect(financials.json).toMatchObject({
      entity: { canonical_key: 'jcn:7010601037788' },
      source_key: 'sec_code:85660',
    });
    const periods = financials.json.periods as { period_end: string; filing_id: string; values: object }[];
    expect(periods.find(period => period.period_end === '2024-03-31')).toMatchObject({
      filing_id: 'tdnet:20240502385660',
      values: { revenue: { value: 308_335_000_000 }, cost_of_revenue: { value: 262_768_000_000 } },
    });
  });
});
