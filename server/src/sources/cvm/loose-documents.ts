import { AsfiledError } from '../../kernel/errors.ts';
import type { ImportFile } from '../kit/source.ts';
import { registerUrl } from './discover.ts';
import { tableNameOf } from './source-names.ts';
import { splitTable } from './table-lines.ts';

const LOOKED_AT_BYTES = 1 << 16;

/**
 * The address of a loose table: the register and the table of eventual information, told by their headers. The tables of
 * the other documents belong to each other and come as a zip. Throws AsfiledError `bad_request` for anything else.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  const [header = '', first = ''] = splitTable(bytes.subarray(0, LOOKED_AT_BYTES));
  const columns = header.split(';');
  if (columns.includes('CNPJ_CIA') && columns.includes('DENOM_SOCIAL')) return registerUrl();
  const received = first.split(';')[columns.indexOf('Data_Entrega')] ?? '';
  if (columns.includes('Protocolo_Entrega') && /^\d{4}-/.test(received)) {
    return `ipe/${tableNameOf(name)?.year ?? received.slice(0, 4)}/index.csv`;
  }
  throw new AsfiledError(
    'bad_request',
    `${name} is no table that cvm knows: cad_cia_aberta.csv, ipe_cia_aberta_YYYY.csv, or a zip of DFP, ITR, FRE, FCA or IPE.`,
  );
}

/** Tables are no loose documents of a filing. Throws AsfiledError `bad_request` always. */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  throw new AsfiledError('bad_request', `${files[0]?.row.path ?? ''}: cvm publishes tables, no documents of filings`);
}
