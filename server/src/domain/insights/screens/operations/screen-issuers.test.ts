import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { JANE, sale, seedInsiders } from '../../../../../test/seeds/insiders.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedSignals } from '../../../../../test/seeds/signals.ts';
import { SCREEN_PREDICATES, screenIssuers } from './screen-issuers.ts';

const database = useTestDatabase();
const PATH = '/api/v1/screen';
const now = new Date('2026-06-30T00:00:00Z');
const api = useTestApi(database, { now: () => now });
const free = useTestApi(database, { now: () => now }, 'free');

beforeAll(async () => {
  const { db } = database;
  const ids: string[] = [];
  for (const name of ['Both', 'Sells', 'Changes', 'Old']) {
    const marketId = name === 'Old' ? 'jp' : 'us';
    const listings = [{ ticker: name.toUpperCase(), marketId }];
    ids.push(await seedIssuer(db, { key: `test:${name}`, name, marketId, listings }));
  }
  await seedIssuer(db, { key: 'uk:99990001', name: 'Unread Works Ltd', marketId: 'uk', listings: [] });
  const [both = '', sells = '', changes = '', old = ''] = ids;
  const sold = (nativeId: string, filed: string, rows = [sale()]) => ({
    nativeId,
    form: '4' as const,
    filed,
    owners: [JANE],
    rows,
  });
  await seedInsiders(db, both, [sold('b1', '2026-06-20', [sale(), sale({ shares: '7' })]), sold('b2', '2026-06-10')]);
  await seedInsiders(db, sells, [sold('s1', '2026-06-25')]);
  await seedInsiders(db, changes, [
    sold('c0', '2026-06-25', [
      sale({ price: '0' }),
      sale({ code: 'F' }),
      sale({ code: 'P', direction: 'A' }),
      { ...sale(), table: 'derivative' },
    ]),
  ]);
  await seedInsiders(db, old, [sold('x1', '2026-03-01')]);
  await seedSignals(db, both, [
    {
      kind: 'auditor_change',
      filed: '2026-06-22',
      nativeId: 'b3',
      variant: 'resigned',
      fields: { disagreement: true },
    },
    { kind: 'auditor_change', filed: '2026-06-15', nativeId: 'b4', variant: 'engaged' },
  ]);
  await seedSignals(db, changes, [
    { kind: 'auditor_change', filed: '2026-06-21', nativeId: 'c1', variant: 'dismissed' },
  ]);
  await seedSignals(db, old, [{ kind: 'bankruptcy', filed: '2025-10-21', nativeId: 'x2', variant: 'ch11' }]);
});

interface Card {
  entity: { company_name: string };
  match: { match_date: string; matches: { predicate: string; match_date: string }[] };
}
/** Formats each card as `Both 2026-06-22: insider 2026-06-20, kind 2026-06-22`. */
const cards = (json: Record<string, unknown>) =>
  (json.items as Card[]).map(
    ({ entity, match }) =>
      `${entity.company_name} ${match.match_date}: ${match.matches.map(match => `${match.predicate} ${match.match_date}`).join(', ')}`,
  );
const ask = async (query: string) => (await api.get(`${PATH}?${query}`)).json;

describe('GET /api/v1/screen', () => {
  it('returns companies that match every include, with one match per include', async () => {
    const { status, json, headers } = await api.get(`${PATH}?insider=D&kind=auditor_change`);
    expect(status).toBe(200);
    expect(headers['x-credits-cost']).toBe('1');
    expect(screenIssuers.output.strict().safeParse(json).error).toBeUndefined();
    expect(cards(json)).toEqual(['Both 2026-06-22: insider 2026-06-20, kind 2026-06-22']);
    expect(json).toMatchObject({
      next_cursor: null,
      window_days: 21,
      data_as_of: '2026-06-22T21:00:00Z',
      empty_reason: null,
      not_covered: [],
      items: [
        {
          match: {
            predicate: 'combined',
            matches: [
              {
                acquired_disposed: 'D',
                transactions_count: 3,
                latest_transaction: { transaction_id: 'sec-edgar:b1:001', shares: 100 },
              },
              { events_count: 2, latest_event: { kind: 'auditor_change', variant: 'resigned' } },
            ],
          },
        },
      ],
    });
  });

  it('counts only priced share trades, by filing day', async () => {
    expect(cards(await ask('insider=D'))).toEqual([
      'Sells 2026-06-25: insider 2026-06-25',
      'Both 2026-06-20: insider 2026-06-20',
    ]);
    expect(cards(await ask('insider=A'))).toEqual(['Changes 2026-06-25: insider 2026-06-25']);
    expect(cards(await ask('insider=D&window=6m'))).toHaveLength(3);
    expect(cards(await ask('insider=D&window=6m&market_id=jp'))).toEqual(['Old 2026-03-01: insider 2026-03-01']);
  });

  it('omits excluded companies, patterns by their own lookback', async () => {
    expect(cards(await ask('insider=D&exclude_kind=auditor_change'))).toEqual(['Sells 2026-06-25: insider 2026-06-25']);
    expect(cards(await ask('insider=D&window=6m&exclude_pattern=exit_risk'))).toHaveLength(2);
    expect(cards(await ask('insider=D&window=6m&exclude_kind=bankruptcy'))).toHaveLength(3);
    expect(cards(await ask('kind=auditor_change&exclude_pattern=audit_distress'))).toEqual([
      'Changes 2026-06-21: kind 2026-06-21',
    ]);
    expect(cards(await ask('pattern=audit_distress'))).toEqual(['Both 2026-06-22: pattern 2026-06-22']);
    expect(cards(await ask('pattern=exit_risk'))).toEqual([]);
  });

  it('pages without duplicates', async () => {
    const first = await ask('insider=D&window=6m&limit=2');
    const second = await ask(`insider=D&window=6m&limit=2&cursor=${first.next_cursor}`);
    expect([...cards(first), ...cards(second)]).toEqual(cards(await ask('insider=D&window=6m')));
    expect(second.next_cursor).toBe(null);
    expect((await api.get(`${PATH}?insider=A&window=6m&limit=2&cursor=${first.next_cursor}`)).json.error).toBe(
      'invalid_cursor',
    );
  });

  it('withholds the same fields from Free plans as lists of transactions', async () => {
    const { json } = await free.get(`${PATH}?insider=D`);
    expect(screenIssuers.output.strict().safeParse(json).error).toBeUndefined();
    const [first] = json.items as { match: { matches: { latest_transaction: object }[] } }[];
    expect(first?.match.matches[0]?.latest_transaction).not.toHaveProperty('shares');
    expect(first?.match.matches[0]?.latest_transaction).toHaveProperty('transaction_code', 'S');
  });

  it('returns a reason for an empty result and lists predicates without data', async () => {
    expect(await ask('kind=ipo')).toMatchObject({ items: [], empty_reason: 'not_reported', not_covered: [] });
    const { street } = SCREEN_PREDICATES;
    const { status, json } = await api.get(`${PATH}?street=buy,strong_buy&kind=auditor_change`);
    if (street === undefined) {
      expect([status, (json.detail as { loc: string[] }[])[0]?.loc]).toEqual([422, ['query', 'street']]);
    } else {
      expect(json).toMatchObject({ items: [], empty_reason: 'not_covered', not_covered: ['street'] });
    }
  });

  it('returns not_covered for a market without companies', async () => {
    expect(await ask('kind=auditor_change&market_id=kr')).toMatchObject({ items: [], empty_reason: 'not_covered' });
  });

  it('returns not_covered for a market whose filings were not read', async () => {
    const json = await ask('kind=auditor_change&market_id=uk');
    expect(json).toMatchObject({ items: [], empty_reason: 'not_covered', not_covered: ['kind'] });
  });

  it('reports all invalid parameters at once', async () => {
    const { status, json } = await api.get(
      `${PATH}?street=up&insider=X&pattern=p&kind=k&red_flag=fraud&holders=aunt&min_tenure_years=-1&analyst=maybe&analyst_source=gut&exclude_red_flag=material_weaknes&exclude_pattern=p&exclude_kind=k&window=9d&window_days=9999&limit=0&nonsense=1`,
    );
    expect(status).toBe(422);
    const named = new Set((json.detail as { loc: (string | number)[] }[]).map(({ loc }) => loc.slice(0, 2).join('.')));
    for (const name of ['street', 'insider', 'pattern', 'kind', 'red_flag', 'holders', 'min_tenure_years', 'analyst']) {
      expect(named).toContain(`query.${name}`);
    }
    for (const name of [
      'analyst_source',
      'exclude_red_flag',
      'exclude_pattern',
      'exclude_kind',
      'window',
      'window_days',
      'limit',
      'nonsense',
    ]) {
      expect(named).toContain(`query.${name}`);
    }
    for (const query of ['', 'exclude_kind=ipo', 'market_id=us']) {
      const refused = await api.get(`${PATH}?${query}`);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('requires at least one of');
    }
    const source = await api.get(`${PATH}?insider=A&analyst_source=call`);
    expect((source.json.detail as { loc: string[] }[])[0]?.loc).toEqual(['query', 'analyst_source']);
    expect((await api.get(`${PATH}?insider=A&window=7d&window_days=8`)).status).toBe(422);
  });

  it('returns with view=compact one filing id, flags and values of each match', async () => {
    const { json, text } = await api.get(`${PATH}?insider=D&kind=auditor_change&view=compact`);
    expect(screenIssuers.compact?.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      items: [
        {
          entity: { company_name: 'Both' },
          matches: [
            {
              predicate: 'insider',
              match_date: '2026-06-20',
              filing_id: 'sec-edgar:b1',
              flags: ['D'],
              values: { transactions_count: 3 },
            },
            { predicate: 'kind', match_date: '2026-06-22', flags: ['auditor_change'], values: { events_count: 2 } },
          ],
        },
      ],
      next_cursor: null,
      window_days: 21,
      not_covered: [],
    });
    expect(text).not.toMatch(/evidence|element_id|char_start/);
    const page = await ask('insider=D&window=6m&limit=1&view=compact');
    const next = await ask(`insider=D&window=6m&limit=1&view=full&cursor=${page.next_cursor}`);
    expect(next.items).toHaveLength(1);
  });
});
