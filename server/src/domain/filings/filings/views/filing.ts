import { z } from 'zod';
import { empty, type Sql, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import { instant, isoDate } from '../../../kit/fields.ts';
import { entityRefFields } from '../../issuers/views/entity.ts';
import { FILING_STATUSES } from '../model/filing-standing.ts';

export const filingRefFields = {
  filing_id: z.string().describe('<registry>:<id at the registry>; routes accept its UUID form too.'),
  form_type: z.string().describe('As filed.'),
  period_end: isoDate.nullable(),
  filed_at: instant.describe('When the registry made it known.'),
  url: z.string().describe("The regulator's own page."),
};

export const filingRef = z.object(filingRefFields).meta({ id: 'FilingRef' });

const filingFields = {
  ...filingRefFields,
  filing_date: isoDate.describe('Legal date at the registry.'),
  registry: z.string(),
  category: z.string(),
  category_group: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  item_codes: z.array(z.string()).describe('Items of an 8-K such as 2.02; else empty.'),
  is_amendment: z.boolean(),
  amends: z
    .string()
    .nullable()
    .describe('filing_id of the original; null if it amends none or the original is unknown.'),
  status: z
    .enum(FILING_STATUSES)
    .describe(
      'Status at its registry. withdrawn (by its filer, or deleted) and closed (removed from public inspection): supplies no values from then on. expired: its values remain.',
    ),
  status_since: instant
    .nullable()
    .describe('When the public could know the status; null if the filing has been current throughout.'),
  available: z.array(z.enum(['kpis', 'sections', 'facts', 'statements', 'earnings_event', 'documents'])),
};

export const filing = z.object(filingFields).meta({ id: 'Filing' });

export const filingOfEntity = z
  .object({ ...filingFields, ...entityRefFields })
  .meta({ id: 'FilingOfEntity', description: 'A filing with its issuer.' });

type Filing = z.output<typeof filing>;
type FilingRef = z.output<typeof filingRef>;

/** A filing as {@link FILING_REF_COLUMNS} selects it, from `filings g`. */
export interface FilingRefRow {
  registry: string;
  native_id: string;
  form_type: string;
  known_at: string;
  period_end: string | null;
  url: string;
}

/** A filing as {@link FILING_COLUMNS} selects it, from `filings g`. */
export interface FilingRow extends FilingRefRow {
  category: string;
  category_group: string;
  filing_date: string;
  title: string | null;
  language: string | null;
  item_codes: string[];
  is_amendment: boolean;
  amends: string | null;
  status: Filing['status'];
  status_since: string | null;
  has_xbrl: boolean;
  /** Whether facts of its statements are stored. */
  has_kpis: boolean;
  /** Whether its documents were opened and sections found. */
  has_sections: boolean;
  /** Which of `facts` and `statements` its documents have; null if they were not opened. */
  tagged: ('facts' | 'statements')[] | null;
  has_earnings_event: boolean;
  /** Whether its files can be downloaded. */
  has_documents: boolean;
}

export const FILING_REF_COLUMNS = sql`g.registry, g.native_id, g.form_type, g.known_at, g.period_end, g.url`;

// Covers, proxies and registrations are tagged too, but have no statements; and facts of a tagged filing may be missing.
export const FILING_COLUMNS = sql`
  ${FILING_REF_COLUMNS}, g.category, g.category_group, g.filing_date, g.title, g.language, g.item_codes, g.is_amendment,
  g.amends, g.has_xbrl,
  coalesce((select st.status from filing_standings st
    where st.registry = g.registry and st.native_id = g.native_id), 'current') as status,
  (select st.since from filing_standings st
    where st.registry = g.registry and st.native_id = g.native_id) as status_since,
  (g.has_xbrl and g.category_group in ('periodic', 'corporate_action') and exists (
    select from fact_sources s
    where s.issuer_id = g.issuer_id and position('"' || g.native_id || '"' in s.filings) > 0)) as has_kpis,
  exists (
    select from filing_texts t
    where t.issuer_id = g.issuer_id and t.registry = g.registry and t.native_id = g.native_id
      and t.status <> 'sections_not_found') as has_sections,
  (select array_remove(array[case when p.facts_count > 0 then 'facts' end,
      case when p.statements_count > 0 then 'statements' end], null)
    from filing_reports p
    where p.issuer_id = g.issuer_id and p.registry = g.registry and p.native_id = g.native_id) as tagged,
  exists (
    select from earnings_releases e
    where e.issuer_id = g.issuer_id and e.registry = g.registry and e.native_id = g.native_id) as has_earnings_event,
  g.archive_status is not distinct from 'stored' as has_documents`;

/** Newest first; every list of filings must use this order. */
export const NEWEST_FILING_FIRST = sql`order by g.known_at desc, g.native_id`;

/** The wire shape of a reference to a filing. */
export function toFilingRef(row: FilingRefRow): FilingRef {
  return {
    filing_id: filingId(row.registry, row.native_id),
    form_type: row.form_type,
    period_end: row.period_end,
    filed_at: row.known_at,
    url: row.url,
  };
}

/** The wire shape of a filing. */
export function toFiling(row: FilingRow): Filing {
  return {
    ...toFilingRef(row),
    filing_date: row.filing_date,
    registry: row.registry,
    category: row.category,
    category_group: row.category_group,
    title: row.title,
    language: row.language,
    item_codes: row.item_codes,
    is_amendment: row.is_amendment,
    amends: row.amends === null ? null : filingId(row.registry, row.amends),
    status: row.status,
    status_since: row.status_since,
    available: availableOf(row),
  };
}

function availableOf({
  has_kpis,
  has_sections,
  tagged,
  has_earnings_event,
  has_documents,
}: FilingRow): Filing['available'] {
  const available: Filing['available'] = [];
  if (has_kpis) available.push('kpis');
  if (has_sections) available.push('sections');
  appendAll(available, tagged ?? []);
  if (has_earnings_event) available.push('earnings_event');
  if (has_documents) available.push('documents');
  return available;
}

/** Filters of a list of filings. */
export interface FilingFilter {
  sinceYear?: number | undefined;
  formTypes?: readonly string[] | undefined;
  /** Legal date at the registry. */
  filingDate?: string | undefined;
  /** Only filings known by the end of this day (UTC), with their status of then. */
  asOf?: IsoDate | undefined;
  /** By {@link filingIdCondition}. */
  isFiling?: Sql | undefined;
}

/** The filter as conditions on `filings g`, to follow a `where`. */
export function filingConditions({ sinceYear, formTypes, filingDate, asOf, isFiling }: FilingFilter): Sql {
  const since =
    sinceYear === undefined
      ? empty
      : sql`and coalesce(g.period_end, g.filing_date) >= make_date(${sinceYear}::integer, 1, 1)`;
  const forms =
    formTypes === undefined || formTypes.length === 0
      ? empty
      : sql`and upper(g.form_type) = any(${formTypes.map(form => form.trim().toUpperCase())})`;
  const onDay = filingDate === undefined ? empty : sql`and g.filing_date = ${filingDate}::date`;
  const ofFiling = isFiling === undefined ? empty : sql`and ${isFiling}`;
  const known = asOf === undefined ? empty : sql`and g.known_at < (${asOf}::date + 1)::timestamp at time zone 'UTC'`;
  return sql`${since} ${forms} ${onDay} ${ofFiling} ${known}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * A condition on `filings g` for either spelling of a filing id; null if the id is invalid. The id of a merged duplicate leads
 * to the filing that it was merged into (`filing_aliases`).
 */
export function filingIdCondition(id: string): Sql | null {
  const given = id.trim();
  if (UUID.test(given)) {
    return sql`g.filing_uuid = coalesce(
      (select native_uuid from filing_aliases where alias_uuid = ${given}::uuid limit 1), ${given}::uuid)`;
  }
  const colon = given.indexOf(':');
  if (colon <= 0 || colon === given.length - 1) return null;
  const [nativeId, registry] = [given.slice(colon + 1), given.slice(0, colon).toLowerCase()];
  return sql`g.registry = ${registry} and g.native_id = coalesce(
    (select native_id from filing_aliases where alias_id = ${nativeId} and registry = ${registry} limit 1), ${nativeId})`;
}
