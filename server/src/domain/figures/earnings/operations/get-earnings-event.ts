import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { filingId } from '../../../../kernel/ids.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { truncate } from '../../../../kernel/text/surrogate-pairs.ts';
import { filingRefFields, toFilingRef } from '../../../filings/filings/views/filing.ts';
import { type FilingOfIssuer, findFiling } from '../../../filings/filings/views/find-filing.ts';
import { entityRefFields, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { fresh } from '../../../kit/fields.ts';
import { filingIdParameter } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import type { FiscalPeriod } from '../../financials/model/financials.ts';
import { fiscalPeriod } from '../../financials/views/financial-shapes.ts';
import { type GuidancePlace, toGuidanceResponse } from '../../guidance/model.ts';
import { guidance } from '../../guidance/views.ts';
import type { Guidance } from '../model/earnings-release.ts';

/** The excerpt of the contract, in UTF-16 units. */
const EXCERPT_CHARS = 2000;

/** Results of operations: item 2.02 of Form 8-K, and item 12 before 2004-08-23. */
const EARNINGS_ITEMS = ['2.02', '12'];

const earningsRelease = z
  .object({
    title: z.string().nullable(),
    exhibit: z.string().describe('Exhibit number as the registry states it, such as EX-99.1.'),
    url: z.string(),
    document_id: z.string().nullable().describe('Id of the filing in the document archive.'),
    file_id: z.string().describe('Id of the exhibit among the files of that document.'),
    content: z.string().describe(`The first ${EXCERPT_CHARS} characters of the exhibit's text.`),
    content_format: z.literal('excerpt'),
    chars: z.int().describe("Length of the exhibit's text in UTF-16 units."),
  })
  .meta({ id: 'EarningsReleaseExhibit' });

export const getEarningsEvent = operation({
  name: 'getEarningsEvent',
  route: 'GET /api/v1/filings/{filing_id}/earnings-event',
  tool: 'get_earnings_event',
  summary: 'Earnings release attached to a filing',
  description:
    'The exhibit in which a current report announces results (Form 8-K item 2.02; item 12 before 2004-08-23): an excerpt of its text, its file in the archive, and the guidance that it states. The fiscal period is that of the periodic report for the same period; null until that report is filed. For a filing without such an exhibit, earnings_release is null and empty_reason says why.',
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({ filing_id: filingIdParameter }),
  output: z
    .object({
      ...filingRefFields,
      ...entityRefFields,
      item_code: z.string().nullable().describe('2.02, or 12 before 2004-08-23; null if the filing has no such item.'),
      fiscal_year: z.int().nullable(),
      fiscal_period: fiscalPeriod.nullable(),
      earnings_release: earningsRelease.nullable(),
      guidance: z.array(guidance),
      ...fresh,
    })
    .meta({ id: 'ProductEarningsEventOut' }),
  example: { filing_id: 'sec-edgar:9999900001-26-000001' },
  async run({ db }, input) {
    const filing = await findFiling(
      db,
      input.filing_id,
      sql`not exists (
        select from earnings_releases p
        where p.issuer_id = g.issuer_id and p.registry = g.registry and p.native_id = g.native_id)`,
    );
    const itemCode = filing.item_codes.find(code => EARNINGS_ITEMS.includes(code)) ?? null;
    const release = await loadRelease(db, filing);
    const isEvent = itemCode !== null || release !== null;
    const period = isEvent ? await findAnnouncedPeriod(db, filing) : null;
    const response = {
      ...toFilingRef(filing),
      ...toEntityRef(filing),
      item_code: itemCode,
      fiscal_year: period?.fiscal_year ?? null,
      fiscal_period: period?.fiscal_period ?? null,
      earnings_release: release && renderRelease(filing, release),
      guidance: release
        ? (JSON.parse(release.guidance) as Guidance[]).map(guidance => toGuidanceResponse(guidance, placeIn(filing)))
        : [],
      data_as_of: filing.known_at,
      empty_reason: release ? null : await whyEmpty(db, filing, isEvent),
    };
    return toJsonText(response);
  },
});

interface StoredRelease {
  exhibit: string;
  title: string | null;
  url: string;
  file_id: string;
  beginning: string;
  chars: number;
  guidance: string;
}

function loadRelease(db: Database, { issuer_id, registry, native_id }: FilingOfIssuer): Promise<StoredRelease | null> {
  return db.queryOne<StoredRelease>(sql`
    select exhibit, title, url, file_id, left(text, ${EXCERPT_CHARS}::integer) as beginning, chars, guidance
    from earnings_releases
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id}`);
}

/**
 * The fiscal period that a release announces: that of the last periodic filing whose period had ended by then, at most
 * 100 days before. A release more than a week after a report's filing announces the next period, so the result is null.
 */
async function findAnnouncedPeriod(
  db: Database,
  { issuer_id, registry, native_id }: FilingOfIssuer,
): Promise<{ fiscal_year: number; fiscal_period: FiscalPeriod } | null> {
  const registrants = await registrantsOfCompany(db, issuer_id);
  return db.queryOne(sql`
    select p.fiscal_year, p.fiscal_period
    from (
      select later.period_end, later.category, later.filing_date >= release.filing_date - 7 as is_announced
      from filings release join filings later on later.issuer_id = any(${registrants}::bigint[])
      where release.issuer_id = ${issuer_id} and release.registry = ${registry} and release.native_id = ${native_id}
        and later.category in ('annual_report', 'interim_report') and not later.is_amendment
        and later.period_end <= release.filing_date and later.period_end >= release.filing_date - 100
      order by later.period_end desc, later.filing_date limit 1
    ) periodic
    join kpi_periods p on p.issuer_id = any(${registrants}::bigint[]) and abs(p.period_end - periodic.period_end) <= 7
      and p.fiscal_period = any(case when periodic.category = 'annual_report' then '{fy,transition}'::text[]
        else '{q1,q2,q3,h1}'::text[] end)
    where periodic.is_announced
    order by abs(p.period_end - periodic.period_end), p.issuer_id <> ${issuer_id}::bigint, p.fiscal_period desc, p.issuer_id limit 1`);
}

/** All registrants of the company: one may announce what another reports on. */
async function registrantsOfCompany(db: Database, issuerId: string): Promise<string[]> {
  const rows = await db.query<{ issuer_id: string }>(sql`
    select o.issuer_id from issuers i join issuers o on o.entity_id = i.entity_id where i.issuer_id = ${issuerId}`);
  return rows.map(row => row.issuer_id);
}

async function whyEmpty(
  db: Database,
  { issuer_id, registry, native_id }: FilingOfIssuer,
  isEvent: boolean,
): Promise<MissingReason> {
  if (!isEvent) return 'not_applicable';
  const opened = await db.queryOne(sql`
    select from filing_reports
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id}`);
  return opened === null ? 'not_covered' : 'not_reported';
}

function renderRelease({ filing_uuid }: FilingOfIssuer, release: StoredRelease): z.input<typeof earningsRelease> {
  return {
    title: release.title,
    exhibit: release.exhibit,
    url: release.url,
    document_id: filing_uuid,
    file_id: release.file_id,
    content: truncate(release.beginning, EXCERPT_CHARS),
    content_format: 'excerpt',
    chars: release.chars,
  };
}

function placeIn({ registry, native_id }: FilingOfIssuer): GuidancePlace {
  return { filing_id: filingId(registry, native_id), section_key: null };
}
