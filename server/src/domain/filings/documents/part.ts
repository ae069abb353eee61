import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import { archiveFiles } from './archive-files.ts';
import { type FiledFile, upsertFilingFiles } from './store.ts';

export const documentsPart: Part<FiledFile[], never, void> = {
  name: 'documents',
  after: ['filings'],
  tables: [
    ofFilings('filing_files', ['stored_at'], 'position'),
    ofFilings('package_members', [], 'file_id C', 'position'),
  ],
  readFiling: ({ files }, _filing, { archive }) => archiveFiles(archive, files),
  async persist(tx, batch) {
    for (const { registry, nativeId, value: files } of batch.openedBy(documentsPart)) {
      await upsertFilingFiles(tx, { registry, nativeId }, files, new Date());
    }
  },
};
