import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import { canonicalKeyOfCnpj, cnpj } from './cnpj.ts';
import { readTableLines } from './read-table.ts';
import { tableNameOf } from './table-names.ts';
import { cnpjPlaceOf, isReadTable } from './year-tables.ts';

/** Plans the zip of one type of documents and year (`dfp_cia_aberta_2023.zip`): tables over many companies. */
export async function planBulk(reader: BulkReader): Promise<BulkPlan | null> {
  const name = reader.members.map(tableNameOf).find(found => found !== null);
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
          place = cnpjPlaceOf(line);
          if (place < 0) log.add('missing_column', member, 'CNPJ_CIA');
          continue;
        }
        if (place < 0 || line === '') continue;
        const number = cnpj(line.split(';')[place] ?? '');
        if (number === null) {
          log.add('bad_row', member, line);
          continue;
        }
        // The header goes before the first row of each company.
        const text = given.has(number) ? `${line}\n` : `${header}\n${line}\n`;
        given.add(number);
        pieces.push({ issuerKey: canonicalKeyOfCnpj(number), part, text });
      }
      yield pieces;
    }
  }
}
