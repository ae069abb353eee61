import { AnomalyLog } from '../../model/anomaly-log.ts';
import { readMembers } from '../read-members.ts';
import type { IssuerRecords, Parsed, SourceDocument } from '../source.ts';
import { openAccounts } from './open-accounts.ts';
import { accountsAddressOf, sourceNameOf } from './source-names.ts';

/**
 * All accounts of one day (`Accounts_Bulk_Data-YYYY-MM-DD.zip`). They are part of the day's own source; where a company
 * filed twice on it, the later sets are sources beside it.
 */
export function readAccountsDay({ url, bytes }: SourceDocument): Parsed<IssuerRecords[]> {
  const log = new AnomalyLog('companies-house', url);
  const parsed: Parsed<IssuerRecords[]> = { records: [], anomalies: [] };
  const companies = new Set<string>();
  for (const member of readMembers(bytes, name => accountsAddressOf(`/${name}`) !== null, log)) {
    const opened = openAccounts({ url: `${url}/${member.name}`, sha256: '', bytes: member.bytes });
    // They stand in the zip: what was met in them is found, and goes, with it.
    for (const { kind, locator, detail } of opened.anomalies) log.add(kind, `${member.name} ${locator}`, detail);
    for (const records of opened.records) {
      const day = sourceNameOf(url) ?? '';
      const source = companies.has(records.canonicalKey) ? `${day}/${records.contents?.nativeId}` : day;
      companies.add(records.canonicalKey);
      parsed.records.push({ ...records, source, facts: records.facts.map(set => ({ ...set, source })) });
    }
  }
  return { records: parsed.records, anomalies: log.list() };
}
