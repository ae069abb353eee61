import { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import { canonicalDecimal, readExactNumber } from '../../../../kernel/exact-number.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import type { StoredFact } from '../../../filings/facts/model/filing-facts-codec.ts';
import { renderLocation } from '../../../filings/facts/views/fact-places.ts';
import { factPlaceFields } from '../../../filings/facts/views/fact-shapes.ts';
import {
  FACTS_ARE_TAGGED,
  isAnyRead,
  listUnread,
  notCoveredField,
} from '../../../filings/filings/views/unread-filings.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import {
  type FoundEntity,
  findIssuer,
  type Registrant,
  versionOf,
} from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, knownUntil } from '../../../kit/as-of.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { alwaysCheck, marketId, ticker } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { renderedOnce } from '../../../kit/responses/rendered-responses.ts';
import { fiscalPeriod } from '../../financials/views/financial-shapes.ts';
import { reportsOfPeriods } from '../../financials/views/reports-of-periods.ts';
import { BREAKDOWNS } from '../rules/breakdown-axes.ts';
import { type RevenueBreakdown, type RevenueRow, revenueBreakdowns } from '../rules/revenue-breakdowns.ts';
import {
  type FiscalPeriodRow,
  labelsOf,
  loadFiscalPeriods,
  loadPeriodicReports,
  numbersOfPeriod,
  type PeriodicReport,
  type PeriodQuestion,
} from '../views/load-revenue-reports.ts';

const year = z.int().min(1900).max(2100);

const segment = z.object({
  member_concept: z
    .string()
    .describe('Member of the axis; for eliminations and reconciling items, a member of the consolidation axis.'),
  label: z.string().describe("The company's own label if the filing contains it."),
  value: z.number().describe('In whole units of the currency.'),
  revenue_pct: z.number().nullable().describe('Share of the total, in percent.'),
  ...z.object(factPlaceFields).partial().shape,
});

const breakdown = z
  .object({
    breakdown_by: z.enum(BREAKDOWNS),
    axis: z.string().describe('The axis that divides the revenue.'),
    concept: z.string().describe('The revenue concept that is divided.'),
    unit: z.string(),
    total: z.number().describe('Value of the concept for the whole company, in the same filing.'),
    difference: z.number().describe('The total minus the sum of the parts.'),
    reconciles: z.boolean().describe('Whether the difference is within rounding.'),
    segments: z.array(segment),
  })
  .meta({ id: 'RevenueBreakdown', description: 'Revenue of a period divided by one axis.' });

export const getRevenueSegments = operation({
  name: 'getRevenueSegments',
  route: 'GET /api/v1/companies/{market}/{ticker}/revenue-segments',
  tool: 'get_company_revenue_segments',
  summary: 'Revenue by segment, product and geography',
  description:
    'Revenue of each fiscal period by operating segment, product, geography or customer, as the company tags it. Each part names the element of the filing that states it, unless it is a sum of several. Members that are sums of other members are not counted twice: the finest breakdown comes first, coarser ones follow. Parts are compared with the total of the same filing, and a breakdown that does not add up is returned with its difference. Each period uses the newest filing whose breakdowns add up. Omits periods without breakdowns.',
  tag: 'Companies',
  plan: 'free',
  credits: 10,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z
    .strictObject({
      market: marketId,
      ticker,
      fiscal_period: fiscalPeriod
        .default('fy')
        .describe('fy, q1 to q3, h1, 9m, or transition; no filing tags q4 or ttm.'),
      fiscal_year_from: year.optional().describe('First fiscal year.'),
      fiscal_year_to: year.optional().describe('Last fiscal year.'),
      as_of: asOf.optional(),
    })
    .refine(({ fiscal_year_from: from, fiscal_year_to: to }) => from === undefined || to === undefined || from <= to, {
      ...alwaysCheck,
      error: 'must not be before fiscal_year_from',
      path: ['fiscal_year_to'],
    }),
  output: z
    .object({
      entity: entityRef,
      source_key: z
        .string()
        .nullable()
        .describe('Canonical key of the registrant whose filings are used; null without breakdowns.'),
      currency: z.string().nullable().describe('ISO 4217.'),
      periods: z
        .array(
          z.object({
            fiscal_year: z.int(),
            fiscal_period: fiscalPeriod,
            period_start: isoDate,
            period_end: isoDate,
            filing_id: z.string().describe('The filing of the breakdowns.'),
            currency: z.string().optional().describe('Only if it differs from the currency of the response.'),
            breakdowns: z.array(breakdown),
          }),
        )
        .describe('Newest period_end first.'),
      ...notCoveredField,
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'RevenueSegmentsOut' }),
  example: { market: 'demo', ticker: 'DMFR' },
  async run({ db, now }, input) {
    const issuer = await findIssuer(db, { ticker: input.ticker, market_id: input.market }, 'market');
    const question: PeriodQuestion = {
      fiscalPeriod: input.fiscal_period,
      yearFrom: input.fiscal_year_from ?? null,
      yearTo: input.fiscal_year_to ?? null,
      asOf: input.as_of ?? null,
    };
    if (input.as_of !== undefined) {
      const until = knownUntil(input.as_of, now);
      const segments = await chooseSegments(db, issuer, question, until);
      const why = segments.divided.length > 0 ? {} : await whyEmpty(db, issuer, question, until);
      return toJsonText({ ...renderSegments(issuer, segments, input.as_of), ...asOfOf(input.as_of, now), ...why });
    }
    return renderedOnce(db, ['revenue-segments', versionOf(issuer), question], async () => {
      const segments = await chooseSegments(db, issuer, question, null);
      if (segments.divided.length > 0) return renderSegments(issuer, segments);
      // Filings that the store lists but has not read can change without a new version of the facts.
      return toJsonText({ ...renderSegments(issuer, segments), ...(await whyEmpty(db, issuer, question, null)) });
    });
  },
});

/** `not_reported` only if the documents of a report on such periods were read: only they state segments. */
async function whyEmpty(db: Database, issuer: FoundEntity, question: PeriodQuestion, until: Instant | null) {
  const ofPeriods = await reportsOfPeriods(db, issuer, question, FACTS_ARE_TAGGED);
  const reports = { ...ofPeriods, knownBefore: until };
  if (await isAnyRead(db, reports)) return { empty_reason: 'not_reported' as const };
  return { not_covered: await listUnread(db, reports), empty_reason: 'not_covered' as const };
}

/** What one registrant's filings state. */
interface Segments {
  registrant: Registrant | null;
  divided: DividedPeriod[];
}

/** The segments of the first registrant that divides its revenue; no periods if none does. */
async function chooseSegments(
  db: Database,
  { registrants }: FoundEntity,
  question: PeriodQuestion,
  until: Instant | null,
): Promise<Segments> {
  for (const registrant of registrants.filter(({ reports_version }) => reports_version !== null)) {
    const reports = await loadPeriodicReports(db, registrant.issuer_id, question.fiscalPeriod, until);
    const periods = await loadFiscalPeriods(db, registrant, question);
    const labels = new Map(reports.toReversed().flatMap(report => [...labelsOf(report)]));
    const divided = periods.flatMap(period => dividedBy(period, reports, labels) ?? []);
    if (divided.length > 0) return { registrant, divided };
  }
  const read = registrants.find(({ reports_version }) => reports_version !== null);
  return { registrant: read ?? registrants[0] ?? null, divided: [] };
}

function renderSegments(entity: FoundEntity, { registrant, divided }: Segments, asOf: IsoDate | null = null): object {
  const currency = (asOf === null ? registrant?.currency : divided[0]?.period.currency) ?? null;
  const newest = divided
    .map(({ report }) => report.knownAt)
    .sort()
    .at(-1);
  return {
    entity: toEntityRef(entity),
    source_key: divided.length > 0 ? (registrant?.canonical_key ?? null) : null,
    currency,
    periods: divided.map(period => renderPeriod(period, currency)),
    data_as_of: newest ?? (asOf === null ? (registrant?.data_as_of ?? null) : null),
    empty_reason: null,
  };
}

/** A period with the filing that divides its revenue best. */
interface DividedPeriod {
  period: FiscalPeriodRow;
  report: PeriodicReport;
  /** What the filing states for the period. */
  numbers: StoredFact[];
  breakdowns: RevenueBreakdown[];
}

/** The newest filing whose breakdowns of the period sum to the total, otherwise the newest with any breakdown. */
function dividedBy(
  period: FiscalPeriodRow,
  reports: readonly PeriodicReport[],
  labels: ReadonlyMap<string, string>,
): DividedPeriod | null {
  let best: DividedPeriod | null = null;
  for (const report of reports) {
    const numbers = numbersOfPeriod(report, period);
    const dates = { periodStart: period.period_start, periodEnd: period.period_end };
    const breakdowns = revenueBreakdowns(numbers, dates, new Map([...labels, ...labelsOf(report)]));
    if (breakdowns.some(({ isReconciled }) => isReconciled)) return { period, report, numbers, breakdowns };
    if (breakdowns.length > 0) best ??= { period, report, numbers, breakdowns };
  }
  return best;
}

function renderPeriod({ period, report, numbers, breakdowns }: DividedPeriod, currency: string | null): object {
  return {
    fiscal_year: period.fiscal_year,
    fiscal_period: period.fiscal_period,
    period_start: period.period_start,
    period_end: period.period_end,
    filing_id: filingId(report.registry, report.nativeId),
    ...(period.currency === currency ? {} : { currency: period.currency }),
    breakdowns: breakdowns.map(breakdown => renderBreakdown(breakdown, numbers)),
  };
}

function renderBreakdown(
  revenueBreakdown: RevenueBreakdown,
  numbers: readonly StoredFact[],
): z.input<typeof breakdown> {
  const ofConcept = numbers.filter(
    ({ concept, unit }) => concept === revenueBreakdown.concept && unit === revenueBreakdown.unit,
  );
  return {
    breakdown_by: revenueBreakdown.breakdownBy,
    axis: revenueBreakdown.axis,
    concept: revenueBreakdown.concept,
    unit: revenueBreakdown.unit,
    total: exactNumber(revenueBreakdown.total),
    difference: exactNumber(revenueBreakdown.difference),
    reconciles: revenueBreakdown.isReconciled,
    segments: revenueBreakdown.rows.map(row => renderSegment(row, ofConcept)),
  };
}

function renderSegment(row: RevenueRow, ofConcept: readonly StoredFact[]): z.input<typeof segment> {
  const fact = factBehind(row, ofConcept);
  return {
    member_concept: row.member,
    label: row.label,
    value: exactNumber(row.value),
    revenue_pct: row.share === null ? null : plainNumber(Number((row.share * 100).toFixed(4))),
    ...(fact === null ? {} : renderLocation(fact)),
  };
}

/** The fact that states a part: of those with its member and digits the one with the fewest dimensions, then the first. */
function factBehind({ member, value }: RevenueRow, ofConcept: readonly StoredFact[]): StoredFact | null {
  const digits = canonicalDecimal(value);
  let best: StoredFact | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const fact of ofConcept) {
    const members = Object.values(fact.dimensions);
    if (members.length >= fewest || !members.includes(member)) continue;
    if (fact.value === null || canonicalDecimal(fact.value) !== digits) continue;
    best = fact;
    fewest = members.length;
  }
  return best;
}

function exactNumber(digits: string): number {
  const number = readExactNumber(digits);
  if (number === null) throw new Error(`a breakdown contains an invalid number: ${digits}`);
  return plainNumber(number.value, number.exact ?? undefined);
}
