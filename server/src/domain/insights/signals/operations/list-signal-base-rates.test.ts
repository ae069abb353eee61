import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedCloses } from '../../../../../test/seeds/prices.ts';
import { seedSignals } from '../../../../../test/seeds/signals.ts';
import { sql } from '../../../../db/database.ts';
import { addDays } from '../../../../kernel/dates.ts';
import { computeBaseRates } from '../compute-base-rates.ts';
import { listSignalBaseRates } from './list-signal-base-rates.ts';

const database = useTestDatabase();
const PATH = '/api/v1/signals/base-rates';
/** A Monday, the first session. */
const FIRST = '2024-01-01';
const api = useTestApi(database);

/** Closes on weekdays from {@link FIRST} on. */
function closesOf(count: number, close: (session: number) => number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [addDays(FIRST, Math.floor(at / 5) * 7 + (at % 5)), close(at)]),
  );
}

beforeAll(async () => {
  const { db } = database;
  await seedCloses(db, { of: { kind: 'index', indexId: 'sp500' }, closes: closesOf(80, () => 4_000) });
  // Each company cuts its guidance after the close of Wednesday 2024-01-10 (session 7). The next close is 1 to 6 % lower and stays there.
  for (const lost of [1, 2, 3, 4, 5, 6]) {
    const ticker = `LOSE${lost}`;
    const id = await seedIssuer(db, { key: `test:${lost}`, name: `Loser ${lost}`, listings: [{ ticker }] });
    const closes = closesOf(80, session => (session <= 7 ? 100 : 100 - lost));
    const of = { kind: 'listing', marketId: 'us', ticker, mic: 'XNAS' } as const;
    await seedCloses(db, { of, closes });
    await seedSignals(db, id, [
      {
        kind: 'guidance_revision',
        filed: '2024-01-10',
        nativeId: `${lost}a`,
        variant: 'lowered',
        salience: lost > 3 ? 'notable' : 'routine',
      },
      { kind: 'guidance_revision', filed: '2024-01-15', nativeId: `${lost}b`, variant: 'raised' },
      ...(lost === 1 ? [{ kind: 'buyback', filed: '2024-01-10', nativeId: '1a', variant: 'authorised' } as const] : []),
    ]);
  }
  const unpriced = await seedIssuer(db, { key: 'test:none', name: 'Unpriced', listings: [{ ticker: 'NOPR' }] });
  await seedSignals(db, unpriced, [
    { kind: 'guidance_revision', filed: '2024-01-10', nativeId: 'n', variant: 'lowered' },
  ]);
});

interface Rate {
  kind: string;
  variant_type: string | null;
  variant: string | null;
}
const named = (json: Record<string, unknown>) =>
  (json.items as Rate[]).map(({ kind, variant_type, variant }) =>
    [kind, variant_type, variant].filter(Boolean).join(' '),
  );

describe('GET /api/v1/signals/base-rates', () => {
  it('returns not_covered before base rates were computed', async () => {
    const { status, json } = await api.get(PATH);
    expect(status).toBe(200);
    expect(json).toEqual({ items: [], rules_version: null, data_as_of: null, empty_reason: 'not_covered' });
  });

  it('returns abnormal returns by kind and by one axis at a time', async () => {
    await computeBaseRates(database.db);
    const { json } = await api.get(`${PATH}?kind=guidance_revision`);
    expect(listSignalBaseRates.output.strict().safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      rules_version: 'base-rates-2',
      data_as_of: '2024-01-15T21:00:00Z',
      empty_reason: null,
    });
    expect(named(json)).toEqual([
      'guidance_revision',
      'guidance_revision direction lowered',
      'guidance_revision salience notable',
      'guidance_revision salience routine',
    ]);
    const one = {
      n: 6,
      mean_pct: -3.5,
      median_pct: -3.5,
      q1_pct: -4.75,
      q3_pct: -2.25,
      share_negative_pct: 100,
      t_stat: null,
    };
    expect((json.items as unknown[])[0]).toEqual({
      market_id: 'us',
      kind: 'guidance_revision',
      variant_type: null,
      variant: null,
      benchmark_index: 'sp500',
      is_thin: true,
      excluded_counts: { repeated: 6, no_closes: 0, suspended: 0, low_price: 0, illiquid: 0, faulty_closes: 0 },
      horizons: [2, 5, 20].map(horizon_days => ({
        horizon_days,
        ...one,
        is_winsorised: false,
        confounded_count: 1,
        delisted_count: 0,
      })),
    });
    expect((json.items as { horizons: unknown[] }[])[2]?.horizons[0]).toMatchObject({ n: 3, mean_pct: null });
  });

  it('filters by market and kind, and returns a reason for an empty list', async () => {
    expect(named((await api.get(`${PATH}?market_id=US&kind=buyback`)).json)).toEqual([
      'buyback',
      'buyback salience routine',
      'buyback status authorised',
    ]);
    expect((await api.get(`${PATH}?market_id=jp`)).json).toMatchObject({ items: [], empty_reason: 'not_covered' });
    const { status, json } = await api.get(`${PATH}?market_id=&kind=x&n=1`);
    expect(status).toBe(422);
    expect((json.detail as { loc: string[] }[]).map(({ loc }) => loc.join('.')).toSorted()).toEqual([
      'query.kind',
      'query.market_id',
      'query.n',
    ]);
  });

  it('computes base rates again only if events or closes changed', async () => {
    const { db } = database;
    const rows = () => db.query(sql`select place, xmin::text from base_rates order by market_id, kind, place`);
    const before = await rows();
    await computeBaseRates(db);
    expect(await rows()).toEqual(before);
    const of = { kind: 'listing', marketId: 'us', ticker: 'LOSE6', mic: 'XNAS' } as const;
    await db.execute(sql`delete from price_series where ticker_key = 'LOSE6'`);
    await seedCloses(db, { of, closes: closesOf(9, session => (session <= 7 ? 100 : 90)) });
    await computeBaseRates(db);
    const [rate] = (await api.get(`${PATH}?kind=guidance_revision`)).json.items as { horizons: unknown[] }[];
    // The share was delisted after one session at 90, so its last close counts.
    expect(rate?.horizons[0]).toMatchObject({ n: 6, delisted_count: 1 });
  });
});
