import { objectOf, parseJsonObject } from '../../formats/json-object.ts';
import { readLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import type { BulkPiece, BulkPlan, BulkReader } from '../kit/source.ts';
import { accountsAddressOf, accountsDayOf } from './accounts-address.ts';
import { companyNumberOfRow, isCompanyTable } from './company-data.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { isControlSnapshot } from './control.ts';
import { textOrNull } from './read-response.ts';

/**
 * Plans the three kinds of bulk file: accounts (`Accounts_Bulk_Data-….zip`, `Accounts_Monthly_Data-….zip`: a document per
 * company), the table of live companies (`BasicCompanyData-….zip`) and snapshots of persons with significant control
 * (`persons-with-significant-control-snapshot-….zip`, `psc-snapshot-…_1of20.zip`). The name of a daily zip is the day on which its
 * accounts were published. Accounts in other zips have no day but that of their approval. A zip that is named as accounts are
 * is one set of accounts with several files.
 */
export async function planBulk(reader: BulkReader, name: string): Promise<BulkPlan | null> {
  if (accountsAddressOf(name) !== null) return { kind: 'document', url: `accounts-bulk-data/${baseName(name)}` };
  const tasks = reader.members.flatMap(member => {
    const address = accountsAddressOf(member);
    if (address === null) return [];
    const issuerKey = canonicalKeyOfNumber(address.companyNumber);
    return [{ kind: 'filing', key: address.nativeId, issuerKey, members: [member] }];
  });
  const day = accountsDayOf(name);
  const folder = day === null ? 'accounts-bulk-data' : `accounts/Accounts_Bulk_Data-${day}.zip`;
  if (tasks.length > 0) return { kind: 'documents', name: folder, tasks };
  if (reader.members.some(isCompanyTable)) return { kind: 'tables', name: 'company-data' };
  return reader.members.some(isControlSnapshot) ? { kind: 'tables', name: 'control-snapshot' } : null;
}

/** Gives each company its row of the table, under the header, or its lines of the snapshot. */
export async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncGenerator<BulkPiece[]> {
  for (const member of reader.members) {
    if (isCompanyTable(member)) yield* splitTable(reader, member, log);
    if (isControlSnapshot(member)) yield* splitSnapshot(reader, member, log);
  }
}

async function* splitTable(reader: BulkReader, member: string, log: AnomalyLog): AsyncGenerator<BulkPiece[]> {
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

/** The line of totals is of no company. */
async function* splitSnapshot(reader: BulkReader, member: string, log: AnomalyLog): AsyncGenerator<BulkPiece[]> {
  for await (const { line: first, lines } of readLines(reader.stream(member))) {
    const pieces: BulkPiece[] = [];
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const value = parseJsonObject(line);
      const number = companyNumber(textOrNull(value?.company_number));
      if (number !== null) {
        pieces.push({ issuerKey: canonicalKeyOfNumber(number), part: 'snapshot.jsonl', text: `${line}\n` });
      } else if (textOrNull(objectOf(value?.data).kind)?.startsWith('totals#') === true) log.leaveOut('totals');
      else log.add('bad_line', `${member} line ${first + at}`, line.slice(0, 100));
    }
    yield pieces;
  }
}
