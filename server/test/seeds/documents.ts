import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive } from '../../src/archive/archive.ts';
import { DiskArchive } from '../../src/archive/disk-archive.ts';
import { DiskDelivery } from '../../src/archive/open-delivery.ts';
import type { Database } from '../../src/db/database.ts';
import { archiveFiles } from '../../src/domain/filings/documents/part.ts';
import { upsertFilingFiles } from '../../src/domain/filings/documents/store.ts';
import type { FilingFile } from '../../src/domain/filings/filings/model/filing-contents.ts';
import { AURORA } from './issuers.ts';

/** An archive in a folder, with the delivery of its files. */
export function openTestArchive(folder: string): { archive: DiskArchive; delivery: DiskDelivery; root: string } {
  const root = join(folder, 'archive');
  mkdirSync(root, { recursive: true });
  const archive = new DiskArchive(root);
  return { archive, delivery: new DiskDelivery(archive, Buffer.alloc(32, 7)), root };
}

/** A file of a fictional filing. */
export function filingFile(fileId: string, bytes: Buffer | string, other: Partial<FilingFile> = {}): FilingFile {
  return {
    fileId,
    role: 'attachment',
    fileName: `file-${fileId}.htm`,
    nativeType: 'EX-99.1',
    title: null,
    url: `https://registry.example/${fileId}`,
    contentType: 'text/html',
    bytes: Buffer.from(bytes),
    ...other,
  };
}

export const ANNUAL_REPORT = `<html><body>${'<p>Net sales rose.</p>'.repeat(500)}</body></html>`;

/** Files the annual report of Aurora Widgets for 2023: a document, an exhibit and a picture. */
export async function fileAnnualReport(db: Database, archive: Archive): Promise<void> {
  const files = [
    filingFile('1', ANNUAL_REPORT, { role: 'primary', nativeType: '10-K', fileName: 'aurw-20231231.htm' }),
    filingFile('2', '<html>Subsidiaries</html>', { nativeType: 'EX-21.1', title: 'Subsidiaries' }),
    filingFile('3', Buffer.from([0xff, 0xd8, 0xff, 0]), {
      nativeType: 'GRAPHIC',
      contentType: 'image/jpeg',
      fileName: 'logo.jpg',
    }),
  ];
  await fileFiles(db, archive, AURORA.annual2023, files);
}

/** Archives files and records them in the store, as the pipeline does. */
export async function fileFiles(
  db: Database,
  archive: Archive,
  nativeId: string,
  files: readonly FilingFile[],
  maxFileBytes?: number,
): Promise<void> {
  const filed = await archiveFiles(archive, files, maxFileBytes);
  await db.transaction(tx => upsertFilingFiles(tx, { registry: 'sec-edgar', nativeId }, filed, new Date()));
}
