import { readLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import { accountsAddressOf, accountsDayOf } from './accounts-address.ts';
import { companyNumberOfRow, isCompanyTable } from './company-data.ts';
import { canonicalKeyOfNumber } from './company-number.ts';

/**
 * Plans the two kinds of bulk file: accounts (`Accounts_Bulk_Data-….zip`, `Accounts_Monthly_Data-….zip`: a document per
 * company) and the table of live companies (`BasicCompanyData-….zip`). The name of a daily zip is the day on which its
 * accounts were published. Accounts in other zips have no day but that of their approval.
 */
export async function planBulk(reader: BulkReader, name: string): Promise<BulkPlan | null> {
  const tasks = reader.members.flatMap(member => {
    const address = accountsAddressOf(member);
    if (address === null) return [];
    const issuerKey = canonicalKeyOfNumber(address.companyNumber);
    return [{ kind: 'filing', key: address.nativeId, issuerKey, members: [member] }];
  });
  const day = accountsDayOf(name);
  const folder = day === null ? 'accounts-bulk-data' : `accounts/Accounts_Bulk_Data-${day}.zip`;
  if (tasks.length > 0) return { kind: 'documents', name: folder, tasks };
  return reader.members.some(isCompanyTable) ? { kind: 'tables', name: 'company-data' } : null;
}

/** Gives each company its row of the table, under the header. */
export async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncGenerator<BulkPiece[]> {
  for (const member of reader.members.filter(isCompanyTable)) {
    let header = '';
    for await (const { line: first, lines } of readLines(reader.stream(member))) {
      const pieces: BulkPiece[] = [];
      for (const [at, line] of lines.entries()) {
        if (header === '') header = line.replace(/^\uFEFF/, '');
        else if (line.trim() !== '') {
          const number = companyNumberOfRow(header, line);
          if (number === null) log.add('bad_row', `${member} line ${first + at}`, line);
          else {
            const text = `${header}\n${line}\n`;
            pieces.push({ issuerKey: canonicalKeyOfNumber(number), part: 'companies.csv', text });
          }
        }
      }
      yield pieces;
    }
  }
}
