import { type IsoDate, parseDay } from '../../../kernel/dates.ts';
import type { ManifestRow } from '../../kit/source.ts';

/** Beginning of the file names, inside a filing's folder, under which the rows of a manifest are archived. */
export const MANIFEST_PREFIX = '-manifest.';

const COLUMNS = ['path', 'form', 'cik', 'accession', 'filed', 'period'] as const;

/** True for the file name of an archived manifest row. */
export function isManifestName(name: string): boolean {
  return name.startsWith(MANIFEST_PREFIX);
}

/** An archived row of a manifest; null if the bytes are not such a row. */
export function readManifestRow(bytes: Buffer): ManifestRow | null {
  const [header = '', line = ''] = bytes.toString('utf8').split('\n');
  if (header !== COLUMNS.join('\t')) return null;
  const cells = line.split('\t');
  const cell = (name: (typeof COLUMNS)[number]) => cells[COLUMNS.indexOf(name)] ?? '';
  return {
    path: cell('path'),
    form: cell('form'),
    cik: cell('cik'),
    accession: cell('accession'),
    filed: cell('filed'),
    period: cell('period'),
  };
}

/** `2024-09-28` or `20240928`; null for anything else. */
export function dateOfManifest(text: string): IsoDate | null {
  const dashed = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return parseDay(dashed) === null ? null : dashed;
}

/** The bytes of a row, as they are archived. */
export function manifestText(row: ManifestRow): string {
  return `${COLUMNS.join('\t')}\n${COLUMNS.map(name => row[name].replace(/[\t\r\n]/g, ' ')).join('\t')}\n`;
}
