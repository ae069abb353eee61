import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import { canonicalKeyOfCnpj, cnpj } from './cnpj.ts';
import { isReadTable } from './parse-documents.ts';
import { columnsOf } from './read-table.ts';
import { tableNameOf } from './source-names.ts';
import { readTableLines } from './table-lines.ts';

/** The zip of one type of document and year (`dfp_cia_aberta_2023.zip`): tables over many companies. */
export async function planBulk(reader: BulkReader): Promise<BulkPlan | null> {
  const name = reader.members.map(tableNameOf).find(one => one !== null);
  return name === undefined || name === null ? null : { kind: 'tables', name: `${name.type}/${name.year}` };
}

/** Gives each company its rows of each table that is read, under the header. */
export async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncGenerator<BulkPiece[]> {
  for (const member of reader.members.filter(isReadTable)) {
    const part = `${tableNameOf(member)?.table}.csv`;
    const given = new Set<string>();
    let header = '';
    let place = -1;
    for await (const lines of readTableLines(reader.stream(member))) {
      const pieces: BulkPiece[] = [];
      for (const line of lines) {
        if (header === '') {
          header = line;
          place = columnsOf(line).get('CNPJ_CIA') ?? columnsOf(line).get('CNPJ_Companhia') ?? -1;
          if (place < 0) log.add('missing_column', member, 'CNPJ_CIA');
          continue;
        }
        const number = place < 0 || line === '' ? null : cnpj(line.split(';')[place] ?? '');
        if (number !== null) pieces.push(pieceOf(number, part, { header, line }, given));
        else if (place >= 0 && line !== '') log.add('bad_row', member, line);
      }
      yield pieces;
    }
  }
}

/** The header goes before the first row of each company. */
function pieceOf(
  number: string,
  part: string,
  { header, line }: { header: string; line: string },
  given: Set<string>,
): BulkPiece {
  const isFirst = !given.has(number);
  given.add(number);
  return { issuerKey: canonicalKeyOfCnpj(number), part, text: isFirst ? `${header}\n${line}\n` : `${line}\n` };
}
