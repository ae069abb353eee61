import { splitLines } from '../../formats/tsv.ts';
import { baseName } from '../../kernel/base-name.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { ManifestRow } from './source.ts';

/**
 * The rows of a manifest of imported files: tab-separated, a header line first, columns in any order. `path` is required;
 * columns that {@link ManifestRow} lacks are ignored. Throws AsfiledError `bad_request` without a column `path`.
 */
export function parseManifest(bytes: Buffer): ManifestRow[] {
  const [header = '', ...lines] = splitLines(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  const columns = header.split('\t').map(name => name.trim().toLowerCase());
  if (!columns.includes('path')) {
    throw new AsfiledError(
      'bad_request',
      'The manifest has no column `path`: its first line must name its columns, separated by tabs.',
    );
  }
  return lines
    .filter(line => line.trim() !== '')
    .map(line => {
      const cells = line.split('\t');
      const cell = (name: keyof ManifestRow) => cells[columns.indexOf(name)]?.trim() ?? '';
      const [path, form, cik] = [cell('path'), cell('form'), cell('cik')];
      return { path, form, cik, accession: cell('accession'), filed: cell('filed'), period: cell('period') };
    });
}

/** The name of an imported file without folder and `.gz`. */
export function unpackedName(path: string): string {
  return baseName(path).replace(/\.gz$/i, '');
}

/** The error of an imported file that belongs to no filing, by what its row lacks: `no day of publication (column filed)`. */
export function unfiled(path: string, lacks: string): AsfiledError {
  return new AsfiledError('bad_request', `${path} names ${lacks}`);
}
