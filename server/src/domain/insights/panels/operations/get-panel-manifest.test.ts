import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { MANIFEST_RETENTION_DAYS } from '../store.ts';

const database = useTestDatabase();
let now = new Date('2024-06-10T12:00:00Z');
const api = useTestApi(database, { now: () => now });

beforeAll(async () => {
  const issuerId = await seedIssuer(database.db, { key: 'test:one', name: 'One' });
  await seedFilings(database.db, issuerId, [{ nativeId: 'one', form: '10-K', filed: '2012-03-01' }]);
});

async function exported(): Promise<string> {
  const { headers } = await api.get('/api/v1/panel?measures=revenue&days=2014-12-31');
  return /<([^>]+)>/.exec(String(headers.link))?.[1] ?? '';
}

describe('GET /api/v1/panel/{panel_id}/manifest', () => {
  it('describes a panel that was read to its end', async () => {
    const { status, json } = await api.get(await exported());
    expect(status).toBe(200);
    expect(json).toMatchObject({
      rows: 1,
      days: [{ as_of: '2014-12-31', companies: 1, without_figures: 1, nulls: 1 }],
    });
  });

  it('returns 404 for a panel that is unknown, and 422 for what is no id', async () => {
    expect((await api.get('/api/v1/panel/00000000-0000-4000-8000-000000000000/manifest')).status).toBe(404);
    expect((await api.get('/api/v1/panel/none/manifest')).status).toBe(422);
  });

  it('is deleted after its retention', async () => {
    const path = await exported();
    now = new Date(now.getTime() + (MANIFEST_RETENTION_DAYS + 1) * 86_400_000);
    await exported();
    expect((await api.get(path)).status).toBe(404);
    expect(await database.db.query(sql`select from panels`)).toHaveLength(1);
  });
});
