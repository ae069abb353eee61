import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedVerdict } from '../../../../../test/seeds/verdicts.ts';
import { screenAnalysts } from './screen-analysts.ts';

const database = useTestDatabase();
const PATH = '/api/v1/analyst/screen';
const api = useTestApi(database, { now: () => new Date('2025-06-30T00:00:00Z') });

beforeAll(async () => {
  const { db } = database;
  const [one, two] = [
    await seedIssuer(db, { key: 'cik:990001', name: 'Fictional One', listings: [{ ticker: 'FIC1', mic: 'XNAS' }] }),
    await seedIssuer(db, { key: 'cik:990002', name: 'Fictional Two', listings: [{ ticker: 'FIC2', mic: 'XNAS' }] }),
  ];
  await seedVerdict(db, one, { source: 'filing', stance: 'buy', score: 4, knownAt: '2025-02-20T21:00:00Z' });
  await seedVerdict(db, one, { source: 'call', stance: 'sell', score: -3, knownAt: '2024-11-01T21:00:00Z' });
  await seedVerdict(db, two, { source: 'filing', stance: 'buy', score: 3, knownAt: '2025-06-01T21:00:00Z' });
  await seedVerdict(db, two, {
    source: 'filing',
    stance: 'hold',
    score: 0,
    knownAt: '2025-06-01T21:00:00Z',
    method: 'model:fable',
  });
});

interface Card {
  entity: { company_name: string };
  match: { stance: string; analyst_source: string };
}

async function ask(query: string) {
  const { json } = await api.get(`${PATH}?${query}`);
  return (json.items as Card[]).map(
    ({ entity, match }) => `${entity.company_name} ${match.stance} ${match.analyst_source}`,
  );
}

describe('GET /api/v1/analyst/screen', () => {
  it("uses the call's verdict, else the filing's, of any date", async () => {
    const { json } = await api.read(screenAnalysts, `${PATH}?stance=buy,sell`);
    expect(json).toMatchObject({ window_days: null, next_cursor: null, empty_reason: null });
    expect((json.items as unknown[])[0]).toMatchObject({
      entity: { canonical_key: 'cik:990002', ticker: 'FIC2' },
      match: { predicate: 'analyst', match_date: '2025-06-01', stance: 'buy', stance_score: 3, transcript_id: null },
    });
    expect(await ask('stance=buy,sell')).toEqual(['Fictional Two buy filing', 'Fictional One sell call']);
    expect(await ask('stance=buy&source=filing')).toEqual(['Fictional Two buy filing', 'Fictional One buy filing']);
    expect(await ask('stance=sell&source=filing')).toEqual([]);
    expect(await ask('stance=buy,sell&window=3m')).toEqual(['Fictional Two buy filing']);
    expect(await ask('stance=hold')).toEqual([]);
    const page = (await api.get(`${PATH}?stance=buy,sell&limit=1`)).json;
    expect(await ask(`stance=buy,sell&limit=1&cursor=${page.next_cursor}`)).toEqual(['Fictional One sell call']);
  });

  it.each([
    ['', 'stance'],
    ['stance=good', 'stance'],
    ['stance=buy&source=street', 'source'],
    ['stance=buy&window=1d', 'window'],
    ['stance=buy&limit=0', 'limit'],
  ])('rejects "%s" with 422 and the name of the parameter', async (query, parameter) => {
    const { status, json } = await api.get(`${PATH}?${query}`);
    expect(status).toBe(422);
    expect((json.detail as { loc: string[] }[]).some(problem => problem.loc[1] === parameter)).toBe(true);
  });

  it('is a predicate of the combined screen', async () => {
    const combined = await api.get('/api/v1/screen?analyst=buy&analyst_source=filing&window=6m');
    expect(combined.json.items).toHaveLength(2);
  });
});
