import { sql, type Transaction } from '../../../db/database.ts';
import { toStorableText } from '../../../db/encode-text.ts';
import type { Reader } from '../../filings/proposals/model.ts';
import { changedAgainst, digestOfStored, type FilingKey, filingsOf } from '../../kit/store/filing-keys.ts';
import { keepFormerReadings, type TextReadings } from '../../kit/store/readings.ts';
import type { FlagWords, RedFlag } from './model.ts';
import { RED_FLAG_RULES_VERSION } from './rules/flag-rules.ts';

/** The text flags of a filing, encoded for storage. */
export interface EncodedFlags extends FilingKey {
  digest: string;
  rulesVersion: string;
  rows: FlagRow[];
}

/**
 * A flag with its filing; `registry` is null if only the native id is known. A figure flag belongs to the annual report on the
 * period that ends on `periodEnd`, else to the named filing.
 */
export interface FlagRow {
  issuerId: string;
  registry: string | null;
  nativeId: string | null;
  periodEnd: string | null;
  ruleId: string;
  readFrom: RedFlag['origin'];
  severity: RedFlag['severity'];
  judgement: RedFlag['judgement'];
  isOpen: boolean;
  words: string;
  readBy: readonly Reader[];
}

export const RED_FLAG_READINGS: TextReadings = {
  subject: 'red-flags',
  rulesVersion: RED_FLAG_RULES_VERSION,
  readings: sql`select issuer_id, registry, native_id, rules_version from red_flag_readings`,
  records: sql`
    select issuer_id, registry, native_id, rule_id as key,
      concat_ws(' · ', severity, judgement, case when is_open then 'open' else 'closed' end) as said
    from red_flags where read_from = 'text'`,
};

/** Part of every digest. Raise it when the stored form changes, so that flags are stored again. */
const STORED_FORM = 1;

export function encodeFlags(flags: readonly RedFlag[], filing: FilingKey, rulesVersion: string): EncodedFlags {
  const rows = flags.map(flag => toFlagRow(flag, filing, rulesVersion));
  const digest = digestOfStored(
    STORED_FORM,
    rulesVersion,
    rows.map(({ issuerId: _, ...row }) => row),
  );
  return { ...filing, digest, rulesVersion, rows };
}

export function toFlagRow(
  flag: RedFlag,
  { issuerId, registry, nativeId }: { issuerId: string; registry: string | null; nativeId: string | null },
  rulesVersion: string,
): FlagRow {
  const { ruleId, origin, severity, judgement, isOpen, asOf, inputs, evidence, readBy = ['rules'] } = flag;
  const words: FlagWords = { asOf, inputs, evidence, rulesVersion };
  return {
    ...{ issuerId, registry, nativeId, ruleId, readFrom: origin, severity, judgement, isOpen, readBy },
    periodEnd: origin === 'figures' ? asOf : null,
    words: JSON.stringify(words, (_, value: unknown) => (typeof value === 'string' ? toStorableText(value) : value)),
  };
}

/** Replaces the text flags of filings, which must be stored already. Returns the number of changed readings. */
export async function replaceTextFlags(tx: Transaction, readings: readonly EncodedFlags[]): Promise<number> {
  const changed = await changedAgainst(tx, sql`red_flag_readings`, readings, reading => reading.digest);
  if (changed.length === 0) return 0;
  await keepFormerReadings(tx, RED_FLAG_READINGS, changed);
  await tx.execute(sql`
    delete from red_flags f
    using ${filingsOf(changed)}
    where f.issuer_id = filing.issuer_id and f.registry = filing.registry and f.native_id = filing.native_id
      and f.read_from in ('text', 'model')`);
  await insertFlags(
    tx,
    changed.flatMap(flags => flags.rows),
  );
  await tx.execute(sql`
    insert into red_flag_readings (issuer_id, registry, native_id, digest, rules_version)
    select * from unnest(${changed.map(flags => flags.issuerId)}::bigint[], ${changed.map(flags => flags.registry)}::text[],
      ${changed.map(flags => flags.nativeId)}::text[], ${changed.map(flags => flags.digest)}::text[],
      ${changed.map(flags => flags.rulesVersion)}::text[])
    on conflict (issuer_id, registry, native_id) do update set
      digest = excluded.digest, rules_version = excluded.rules_version`);
  return changed.length;
}

/** Replaces all figure flags or all history flags of issuers. */
export async function replaceIssuerFlags(
  tx: Transaction,
  readFrom: 'figures' | 'history',
  issuerIds: readonly string[],
  rows: readonly FlagRow[],
): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    delete from red_flags where issuer_id = any(${[...issuerIds]}::bigint[]) and read_from = ${readFrom}`);
  await insertFlags(tx, rows);
}

/** Maximum number of days between the period end in the figures and in the filing list, which differ for 52-week years. */
const SAME_PERIOD_DAYS = 15;
/** Among reports without a period, the first within this many days after a year's end is the report on that year. */
const OWN_YEAR_DAYS = 365;

/**
 * Inserts flags whose filing is stored; the other flags are read again with their filing. A figure flag belongs to the report on
 * its year, never to a later report that repeats the year.
 */
async function insertFlags(tx: Transaction, rows: readonly FlagRow[]): Promise<void> {
  if (rows.length === 0) return;
  const placed = rows.map((row, place) => ({ ...row, place }));
  await tx.execute(sql`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(placed)}::json) as row (place integer, "issuerId" bigint,
        registry text, "nativeId" text, "periodEnd" date, "ruleId" text, "readFrom" text, severity text, judgement text,
        "isOpen" boolean, words text, "readBy" jsonb)
    ), candidates as materialized (
      select g.issuer_id, g.registry, g.native_id, g.known_at, g.period_end,
        g.category = 'annual_report' and not g.is_amendment as is_annual
      from filings g
      where g.issuer_id in (select "issuerId" from wanted)
        and (g.category = 'annual_report' or g.native_id in (select "nativeId" from wanted))
    )
    insert into red_flags (issuer_id, registry, native_id, rule_id, read_from, severity, judgement, is_open, known_at, words,
      read_by)
    select distinct on (w.place) g.issuer_id, g.registry, g.native_id, w."ruleId", w."readFrom", w.severity, w.judgement,
      w."isOpen", g.known_at, w.words, array(select jsonb_array_elements_text(w."readBy"))
    from wanted w join candidates g on g.issuer_id = w."issuerId" and (w.registry is null or g.registry = w.registry)
      and ((g.is_annual and g.period_end = w."periodEnd") or (g.native_id = w."nativeId" and (w."periodEnd" is null
        or abs(g.period_end - w."periodEnd") <= ${SAME_PERIOD_DAYS}::integer))
        or (g.period_end is null and (g.is_annual or g.native_id = w."nativeId") and g.known_at > w."periodEnd"
          and g.known_at < w."periodEnd" + ${OWN_YEAR_DAYS}::integer))
    order by w.place, (g.is_annual and g.period_end = w."periodEnd") desc nulls last, g.period_end is null, g.known_at, g.native_id, g.registry
    on conflict do nothing`);
}

/** Updates the dates of flags whose filings changed their date. */
export async function redateFlags(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    update red_flags f set known_at = g.known_at
    from filings g
    where f.issuer_id = any(${[...issuerIds]}::bigint[])
      and g.issuer_id = f.issuer_id and g.registry = f.registry and g.native_id = f.native_id
      and f.known_at <> g.known_at`);
}

/** A filing that the history rules read, with its text flags. */
export interface FlagHistoryRow {
  issuer_id: string;
  registry: string;
  native_id: string;
  form_type: string;
  item_codes: string[];
  known_at: string;
  period_end: string | null;
  is_annual: boolean;
  is_amendment: boolean;
  flags: { rule_id: string; judgement: string; is_open: boolean; words: string }[];
}

/** Loads the issuers' late notices, annual reports, auditor changes and officer departures. */
export function loadFlagHistory(tx: Transaction, issuerIds: readonly string[]): Promise<FlagHistoryRow[]> {
  return tx.query<FlagHistoryRow>(sql`
    select g.issuer_id, g.registry, g.native_id, g.form_type, g.item_codes, g.known_at, g.period_end,
      g.category = 'annual_report' as is_annual, g.is_amendment,
      coalesce((select json_agg(json_build_object('rule_id', f.rule_id, 'judgement', f.judgement, 'is_open', f.is_open,
          'words', f.words) order by f.rule_id)
        from red_flags f
        where f.issuer_id = g.issuer_id and f.registry = g.registry and f.native_id = g.native_id
          and f.read_from = 'text' and f.rule_id in ('material_weakness', 'abrupt_exit')
          and f.judgement in ('event', 'unclear')), '[]') as flags
    from filings g
    where g.issuer_id = any(${[...issuerIds]}::bigint[])
      and (g.form_type like 'NT%' or g.category = 'annual_report' or g.item_codes && '{4.01,5.02}'::text[])`);
}
