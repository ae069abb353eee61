import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FilingContents } from '../../server/src/domain/filings/filings/model/filing-contents.ts';
import { placeImport } from '../../server/src/sources/sec-edgar/filings/filings.ts';
import { openFiling } from '../../server/src/sources/sec-edgar/filings/open-filing.ts';

/** Opens a labelled document of `periodic/` as a filing; null if that fails. */
export function openLoose(data: string, file: string, accession: string): FilingContents | null {
  const row = manifestRow(data, file);
  const bytes = gunzipSync(readFileSync(join(data, 'periodic', file)));
  const stated = { path: file, form: row.form, cik: row.cik === '' ? '1' : row.cik, filed: '', period: '' };
  const files = placeImport([
    { row: { ...stated, accession: accession === '' ? '0000000000-00-000000' : accession }, bytes },
  ]);
  return openFiling(files.map(file => ({ ...file, sha256: '' }))).records[0]?.contents ?? null;
}

function manifestRow(data: string, file: string): { form: string; cik: string } {
  const line = readFileSync(join(data, 'MANIFEST.tsv'), 'utf8')
    .split('\n')
    .find(candidate => candidate.startsWith(`periodic/${file}\t`));
  const [, , , cik = '', , form = ''] = (line ?? '').split('\t');
  return { form, cik };
}
