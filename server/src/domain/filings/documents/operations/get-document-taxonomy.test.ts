import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { getDocumentTaxonomy } from './get-document-taxonomy.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedSmallStore(database.db);
});

describe('GET /api/v1/documents/taxonomy', () => {
  it('counts the documents of each category unless counts are disabled', async () => {
    const { json } = await api.read(getDocumentTaxonomy, '/api/v1/documents/taxonomy');
    expect(json.categories).toContainEqual({
      category: 'annual_report',
      category_label: 'Annual report',
      category_group: 'periodic',
      document_count: 4,
    });
    expect(json.native_types).toContainEqual({ native_type: '10-K/A', origin: 'filing', category: 'annual_report' });
    expect(json.archive_statuses).toContainEqual({
      status: 'exhausted',
      label: 'Fetch failed, no more retries',
      retryable: false,
    });
    const without = await api.get('/api/v1/documents/taxonomy?counts=false');
    expect(without.text).not.toContain('document_count');
  });

  it('requires the Business plan', async () => {
    const pro = await createTestApi(database.db, {}, 'pro');
    const { status, json } = await pro.get('/api/v1/documents/taxonomy');
    expect(status).toBe(403);
    expect(json).toMatchObject({ error: 'upgrade_required', plan_required: 'business' });
  });
});
