import { raw, sql, type Transaction } from '../../../db/database.ts';
import { filingId } from '../../../kernel/ids.ts';
import { addToList } from '../../../kernel/lists.ts';
import {
  changedAgainst,
  deleteOfFilings,
  digestOfStored,
  type FilingKey,
  redated,
  withDates,
} from '../../kit/store/filing-keys.ts';
import { claimPersons, type NamedPerson, personKey } from '../people/store/persons.ts';
import {
  type AmendableReport,
  type AmendedLines,
  DAYS_OFF,
  resolveInsiderAmendments,
} from './model/insider-amendments.ts';
import { type InsiderLine, type InsiderReport, insiderLineId } from './model/insider-report.ts';

/** The insider report of an opened filing; null if it is not one. */
export interface FiledInsiderReport extends FilingKey {
  insiderReport: InsiderReport | null;
}

interface ReadReport extends FilingKey {
  insiderReport: InsiderReport;
  knownAt: string;
  filingDate: string;
}

/** Part of every digest. Increment it when the stored form of a report changes, so that reports are rewritten. */
const STORED_FORM = 2;

/**
 * Replaces the stored reports of some filings and resolves the amendments of their issuers again. The filings must be stored
 * first. Returns the filings whose reports changed.
 */
export async function replaceInsiderReports(
  tx: Transaction,
  filed: readonly FiledInsiderReport[],
): Promise<FilingKey[]> {
  const changed = await changedAgainst(tx, sql`insider_reports`, filed, report => digestOf(report.insiderReport));
  if (changed.length === 0) return [];
  await deleteOfFilings(tx, [sql`insider_reports`, sql`insider_owners`, sql`insider_lines`], changed);
  const read = changed.flatMap(report =>
    report.insiderReport === null ? [] : [{ ...report, insiderReport: report.insiderReport }],
  );
  await insertReports(tx, await withDates(tx, read));
  await refreshAmendments(tx, [...new Set(changed.map(report => report.issuerId))]);
  return changed.map(({ issuerId, registry, nativeId }) => ({ issuerId, registry, nativeId }));
}

function digestOf(report: InsiderReport | null): string | null {
  return report === null ? null : digestOfStored(STORED_FORM, report);
}

async function insertReports(tx: Transaction, reports: readonly ReadReport[]): Promise<void> {
  if (reports.length === 0) return;
  const persons = await claimPersons(tx, reports.flatMap(personsOf));
  const heads = reports.map(({ insiderReport, ...one }) => {
    const { baseForm, isAmendment, originalDate, ownsNothing } = insiderReport;
    return { ...one, baseForm, isAmendment, originalDate, ownsNothing, digest: digestOf(insiderReport) };
  });
  await tx.execute(sql`
    insert into insider_reports (issuer_id, registry, native_id, digest, known_at, filing_date, base_form, is_amendment,
      original_date, owns_nothing)
    select "issuerId", registry, "nativeId", digest, "knownAt", "filingDate", "baseForm", "isAmendment", "originalDate",
      "ownsNothing"
    from json_to_recordset(${JSON.stringify(heads)}::json) as row ("issuerId" bigint, registry text, "nativeId" text,
      digest text, "knownAt" timestamptz, "filingDate" date, "baseForm" text, "isAmendment" boolean, "originalDate" date,
      "ownsNothing" boolean)`);
  const owners = reports.flatMap(({ insiderReport, issuerId, registry, nativeId, knownAt }) =>
    insiderReport.owners.map(
      ({ identifier, nameAsFiled, isDirector, isOfficer, isTenPercentOwner, officerTitle }, place) => ({
        nameAsFiled,
        ...{ issuerId, registry, nativeId, knownAt, isDirector, isOfficer, isTenPercentOwner, officerTitle, place },
        personId: persons.get(personKey(identifier)),
      }),
    ),
  );
  await tx.execute(sql`
    insert into insider_owners (issuer_id, registry, native_id, person_id, place, known_at, is_director, is_officer,
      is_ten_percent_owner, officer_title, name_as_filed)
    select "issuerId", registry, "nativeId", "personId", place, "knownAt", "isDirector", "isOfficer", "isTenPercentOwner",
      "officerTitle", "nameAsFiled"
    from json_to_recordset(${JSON.stringify(owners)}::json) as row ("issuerId" bigint, registry text, "nativeId" text,
      "personId" uuid, place smallint, "knownAt" timestamptz, "isDirector" boolean, "isOfficer" boolean,
      "isTenPercentOwner" boolean, "officerTitle" text,
      "nameAsFiled" text)`);
  await insertLines(tx, reports);
}

async function insertLines(tx: Transaction, reports: readonly ReadReport[]): Promise<void> {
  const rows = reports.flatMap(({ insiderReport, issuerId, registry, nativeId, knownAt }) =>
    insiderReport.lines.map(line => {
      const { isDerivative, isHolding, transactionDate, transactionCode, acquiredDisposed } = line;
      const columns = { isDerivative, isHolding, transactionDate, transactionCode, acquiredDisposed };
      const transactionId = insiderLineId(filingId(registry, nativeId), line.place);
      return { issuerId, registry, nativeId, knownAt, transactionId, ...columns, line: JSON.stringify(line) };
    }),
  );
  await tx.execute(sql`
    insert into insider_lines (issuer_id, transaction_id, registry, native_id, known_at, is_derivative, is_holding,
      transaction_date, transaction_code, acquired_disposed, line)
    select "issuerId", "transactionId", registry, "nativeId", "knownAt", "isDerivative", "isHolding", "transactionDate",
      "transactionCode", "acquiredDisposed", line
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("issuerId" bigint, "transactionId" text, registry text,
      "nativeId" text, "knownAt" timestamptz, "isDerivative" boolean, "isHolding" boolean, "transactionDate" date,
      "transactionCode" text, "acquiredDisposed" text, line text)`);
}

function personsOf({ insiderReport, registry, nativeId, knownAt }: ReadReport): NamedPerson[] {
  return insiderReport.owners.map(({ identifier, name, nameAsFiled, kind }) => ({
    ...identifier,
    name,
    nameAsFiled,
    kind,
    knownAt,
    namedBy: filingId(registry, nativeId),
  }));
}

/** Marks which lines of some issuers are current and which an amendment replaced, independent of the order of storing. */
async function refreshAmendments(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  const byIssuer = await readAmendable(tx, issuerIds);
  const resolved = [...byIssuer].map(([issuerId, reports]) => ({ issuerId, ...resolveInsiderAmendments(reports) }));
  await markAmendments(tx, issuerIds, resolved);
  await markLines(tx, issuerIds, resolved);
}

type OfIssuer<Value> = Value & { issuerId: string };

async function markAmendments(
  tx: Transaction,
  issuerIds: readonly string[],
  resolved: readonly OfIssuer<AmendedLines>[],
): Promise<void> {
  const rows = resolved.flatMap(({ issuerId, amends }) =>
    [...amends].map(([nativeId, original]) => ({ issuerId, nativeId, original })),
  );
  await tx.execute(sql`
    update insider_reports r set amends = found.original
    from insider_reports old
    left join json_to_recordset(${JSON.stringify(rows)}::json) as found ("issuerId" bigint, "nativeId" text, original text)
      on found."issuerId" = old.issuer_id and found."nativeId" = old.native_id
    where old.issuer_id = any(${[...issuerIds]}::bigint[]) and old.is_amendment
      and r.issuer_id = old.issuer_id and r.registry = old.registry and r.native_id = old.native_id
      and r.amends is distinct from found.original`);
}

async function markLines(
  tx: Transaction,
  issuerIds: readonly string[],
  resolved: readonly OfIssuer<AmendedLines>[],
): Promise<void> {
  const rows = resolved.flatMap(({ issuerId, superseded }) =>
    [...superseded].map(([transactionId, by]) => ({ issuerId, transactionId, by })),
  );
  await tx.execute(sql`
    with found as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as row ("issuerId" bigint, "transactionId" text, by text)
    ), again as (
      update insider_lines n set superseded_by = null
      where n.issuer_id = any(${[...issuerIds]}::bigint[]) and n.superseded_by is not null
        and not exists (select from found where "issuerId" = n.issuer_id and "transactionId" = n.transaction_id)
    )
    update insider_lines n set superseded_by = found.by from found
    where n.issuer_id = "issuerId" and n.transaction_id = "transactionId" and n.superseded_by is distinct from found.by`);
}

/** The amendments of some issuers, with the reports filed around the dates that they state. */
async function readAmendable(tx: Transaction, issuerIds: readonly string[]): Promise<Map<string, AmendableReport[]>> {
  const rows = await tx.query<
    Omit<AmendableReport, 'lines'> & { issuerId: string; lines: { transactionId: string; line: string }[] }
  >(sql`
    select r.issuer_id as "issuerId", r.native_id as "nativeId", r.base_form as "baseForm",
      r.is_amendment as "isAmendment", r.original_date as "originalDate", r.filing_date as "filingDate",
      r.known_at as "knownAt",
      array(select o.person_id::text from insider_owners o
        where o.issuer_id = r.issuer_id and o.registry = r.registry and o.native_id = r.native_id) as owners,
      coalesce((select json_agg(json_build_object('transactionId', n.transaction_id, 'line', n.line)
          order by n.transaction_id) from insider_lines n
        where n.issuer_id = r.issuer_id and n.registry = r.registry and n.native_id = r.native_id), '[]') as lines
    from insider_reports r
    where r.issuer_id = any(${[...issuerIds]}::bigint[]) and (r.is_amendment or exists (
      select from insider_reports a
      where a.issuer_id = r.issuer_id and a.is_amendment
        and r.filing_date between a.original_date - ${DAYS_OFF}::integer and a.original_date + ${DAYS_OFF}::integer))`);
  const byIssuer = new Map<string, AmendableReport[]>();
  for (const { issuerId, lines, ...report } of rows) {
    const parsed = lines.map(({ transactionId, line }) => ({ transactionId, line: JSON.parse(line) as InsiderLine }));
    addToList(byIssuer, issuerId, { ...report, lines: parsed });
  }
  return byIssuer;
}

/** Updates reports of filings whose dates changed since they were stored. */
export async function redateInsiderReports(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  const moved = await tx.query<{ issuer_id: string }>(sql`
    with moved as (${redated(raw('insider_reports'), issuerIds)}), owners as (
      update insider_owners o set known_at = moved.known_at from moved
      where o.issuer_id = moved.issuer_id and o.registry = moved.registry and o.native_id = moved.native_id
    ), lines as (
      update insider_lines n set known_at = moved.known_at from moved
      where n.issuer_id = moved.issuer_id and n.registry = moved.registry and n.native_id = moved.native_id
    )
    select distinct issuer_id from moved`);
  if (moved.length > 0)
    await refreshAmendments(
      tx,
      moved.map(row => row.issuer_id),
    );
}
