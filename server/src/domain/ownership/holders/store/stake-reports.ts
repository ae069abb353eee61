import { raw, sql, type Transaction } from '../../../../db/database.ts';
import { filingId } from '../../../../kernel/ids.ts';
import {
  changedAgainst,
  deleteOfFilings,
  digestOfStored,
  type FilingKey,
  redated,
  withDates,
} from '../../../kit/store/filing-keys.ts';
import { claimPersons, type NamedPerson, personKey } from '../../people/store/persons.ts';
import type { StakeReport } from '../model/disclosed-stake.ts';

/** The stake report of an opened filing; null if it is not one. */
export interface FiledStakeReport extends FilingKey {
  stakeReport: StakeReport | null;
}

interface ReadReport extends FilingKey {
  stakeReport: StakeReport;
  knownAt: string;
  filingDate: string;
}

/** Part of every digest. Increment it when the stored form changes, so that reports are rewritten. */
const STORED_FORM = 1;

/**
 * Replaces the stored reports of some filings; unchanged reports are not written. The filings must be stored first.
 */
export async function replaceStakeReports(tx: Transaction, filed: readonly FiledStakeReport[]): Promise<void> {
  const changed = await changedAgainst(tx, sql`stake_reports`, filed, report => digestOf(report.stakeReport));
  if (changed.length === 0) return;
  await deleteOfFilings(tx, [sql`stake_reports`, sql`disclosed_stakes`], changed);
  const read = changed.flatMap(report =>
    report.stakeReport === null ? [] : [{ ...report, stakeReport: report.stakeReport }],
  );
  await insertReports(tx, await withDates(tx, read));
}

function digestOf(report: StakeReport | null): string | null {
  return report === null ? null : digestOfStored(STORED_FORM, report);
}

async function insertReports(tx: Transaction, reports: readonly ReadReport[]): Promise<void> {
  if (reports.length === 0) return;
  const persons = await claimPersons(tx, reports.flatMap(personsOf));
  const heads = reports.map(({ stakeReport, issuerId, registry, nativeId, knownAt, filingDate }) => {
    const { stakes: _, ...head } = stakeReport;
    return { issuerId, registry, nativeId, knownAt, filingDate, ...head, digest: digestOf(stakeReport) };
  });
  await tx.execute(sql`
    insert into stake_reports (issuer_id, registry, native_id, digest, known_at, filing_date, schedule, is_amendment,
      amendment_number, event_date, security_title, cusips, is_exit, rules, purpose, confidence)
    select "issuerId", registry, "nativeId", digest, "knownAt", "filingDate", schedule, "isAmendment", "amendmentNumber",
      "eventDate", "securityTitle", array(select json_array_elements_text(cusips)), "isExit",
      array(select json_array_elements_text(rules)), purpose, confidence
    from json_to_recordset(${JSON.stringify(heads)}::json) as row ("issuerId" bigint, registry text, "nativeId" text,
      digest text, "knownAt" timestamptz, "filingDate" date, schedule text, "isAmendment" boolean,
      "amendmentNumber" integer, "eventDate" date, "securityTitle" text, cusips json, "isExit" boolean, rules json,
      purpose text, confidence real)`);
  const stakes = reports.flatMap(({ stakeReport, issuerId, registry, nativeId, knownAt }) =>
    stakeReport.stakes.map(stake => {
      const { place, nameAsFiled, shares, percent } = stake;
      const columns = { place, nameAsFiled, shares, percent, personId: persons.get(personKey(stake.holder)) };
      return { issuerId, registry, nativeId, knownAt, ...columns, stake: JSON.stringify(stake) };
    }),
  );
  await tx.execute(sql`
    insert into disclosed_stakes (issuer_id, registry, native_id, place, person_id, name_as_filed, known_at, shares,
      percent, stake)
    select "issuerId", registry, "nativeId", place, "personId", "nameAsFiled", "knownAt", shares, percent, stake
    from json_to_recordset(${JSON.stringify(stakes)}::json) as row ("issuerId" bigint, registry text, "nativeId" text,
      place smallint, "personId" uuid, "nameAsFiled" text, "knownAt" timestamptz, shares numeric, percent numeric,
      stake text)`);
}

function personsOf({ stakeReport, registry, nativeId, knownAt }: ReadReport): NamedPerson[] {
  return stakeReport.stakes.map(({ holder, name, nameAsFiled, kind }) => ({
    ...holder,
    name,
    nameAsFiled,
    kind,
    knownAt,
    namedBy: filingId(registry, nativeId),
  }));
}

/** Updates reports of filings whose dates changed since they were stored. */
export async function redateStakeReports(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    with moved as (${redated(raw('stake_reports'), issuerIds)})
    update disclosed_stakes s set known_at = moved.known_at from moved
    where s.issuer_id = moved.issuer_id and s.registry = moved.registry and s.native_id = moved.native_id`);
}
