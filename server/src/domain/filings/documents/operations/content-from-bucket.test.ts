import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { ANNUAL_REPORT, fileAnnualReport } from '../../../../../test/seeds/documents.ts';
import { AURORA, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { HAS_SWIFT, SWIFT_TIMEOUT_MS, startSwift } from '../../../../../test/stand-ins/swift.ts';
import { openArchive } from '../../../../archive/open-archive.ts';
import { openDelivery } from '../../../../archive/open-delivery.ts';
import { sql } from '../../../../db/database.ts';

const database = useTestDatabase();
const CONTENT = `/api/v1/documents/sec-edgar:${AURORA.annual2023}/content`;

it.skipIf(!HAS_SWIFT)(
  'serves a document of a bucket by a presigned link, and returns 503 while the bucket is unreachable',
  async () => {
    const swift = await startSwift();
    try {
      await seedSmallStore(database.db);
      await fileAnnualReport(database.db, await openArchive(swift.settings));
      const api = await createTestApi(database.db, { delivery: await openDelivery(swift.settings, Buffer.alloc(32)) });
      const response = await api.get(CONTENT);
      expect(response.status).toBe(302);
      const link = String(response.headers.location);
      expect(link.startsWith(`${swift.settings.endpoint}/filings/raw/`)).toBe(true);
      const file = await fetch(link);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-encoding': 'gzip',
        'content-type': 'text/html',
        'content-disposition': 'attachment; filename="AURW_10-K_2024-02-19.htm"',
      });
      const bytes = Buffer.from(await file.arrayBuffer());
      expect(bytes.toString()).toBe(ANNUAL_REPORT);
      const detail = await api.get(`/api/v1/documents/sec-edgar:${AURORA.annual2023}`);
      expect(detail.json.archive).toMatchObject({ sha256: createHash('sha256').update(bytes).digest('hex') });
      const picture = await fetch(String((await api.get(`${CONTENT}?file_id=3`)).headers.location));
      expect(picture.headers.get('content-encoding')).toBeNull();
      expect((await picture.arrayBuffer()).byteLength).toBe(4);

      await swift.stop();
      const away = await api.get(CONTENT);
      expect([away.status, away.json.error, away.headers['retry-after']]).toEqual([503, 'delivery_unavailable', '30']);
      expect((await api.get('/api/v1/documents?ticker=AURW')).status).toBe(200);
      const used = await database.db.queryOne(sql`
      select day_downloads as count from accounts where account_id = ${api.accountId}`);
      expect(used).toEqual({ count: 2 });
    } finally {
      await swift.stop();
    }
  },
  SWIFT_TIMEOUT_MS,
);
