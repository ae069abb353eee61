import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedSmallStore } from '../../../../test/seeds/issuers.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedSmallStore(database.db);
});

describe('GET /api/user/watchlist/export', () => {
  it('exports an empty watchlist as a header line', async () => {
    const { status, text, headers } = await api.get('/api/user/watchlist/export');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toBe('ticker,market_id,canonical_key,company_name,note,event_types,form_types,created_at\r\n');
  });

  it('exports one line per entry, without cells that a spreadsheet would evaluate', async () => {
    const payload = {
      ticker: 'BGT.B',
      note: '=1+1, "quoted"',
      alerts: { event_types: ['filing.discovered'], form_types: ['10-K', 'DEF 14A'] },
    };
    await api.send('POST', '/api/user/watchlist', payload);
    const { text } = await api.get('/api/user/watchlist/export');
    const [, line = ''] = text.split('\r\n');
    expect(line).toMatch(
      /^BGT-B,us,cik:900004,Berg & Tal Corp,"'=1\+1, ""quoted""",filing\.discovered,10-K;DEF 14A,\d{4}-/,
    );
  });
});
