import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { knownUntil } from '../../../kit/as-of.ts';
import { CSV, operation } from '../../../kit/operation.ts';
import { lastDayBefore, readUniverse, type UniverseCompany } from '../views/companies.ts';
import { requireMembers } from '../views/index-members.ts';
import { universeQuestion } from '../views/universe-question.ts';

const COLUMNS = [
  'canonical_key',
  'company_name',
  'ticker',
  'market_id',
  'country_code',
  'company_type',
  'industry_scheme',
  'industry_code',
  'listing_status',
  'first_filed_at',
  'last_filed_at',
  'departure_reason',
  'departure_known_at',
  'departure_filing_id',
] as const;

export const exportUniverse = operation({
  name: 'exportUniverse',
  route: 'GET /api/v1/universe/export',
  tool: { none: 'agents read the universe by pages' },
  summary: 'Export the companies of a day as CSV',
  description: `All companies of listUniverse as CSV (RFC 4180) with a header: ${COLUMNS.join(', ')}. Empty cells are unknown. Costs 50 credits.`,
  tag: 'Companies',
  plan: 'free',
  credits: 50,
  errors: ['not_found'],
  input: z.strictObject(universeQuestion),
  output: z.string(),
  mediaType: CSV,
  example: { market_id: ['demo'] },
  async run({ db, now }, question) {
    const until = knownUntil(question.as_of, now);
    if (question.index !== undefined) await requireMembers(db, question.index, lastDayBefore(until));
    const rows: Record<(typeof COLUMNS)[number], string | null>[] = [];
    for await (const company of readUniverse(db, question, { until, afterKey: '' })) rows.push(toCells(company));
    return stringify(rows, { header: true, columns: [...COLUMNS], record_delimiter: '\r\n', escape_formulas: true });
  },
});

function toCells(company: UniverseCompany): Record<(typeof COLUMNS)[number], string | null> {
  return {
    canonical_key: company.canonical_key,
    company_name: company.company_name,
    ticker: company.ticker,
    market_id: company.market_id,
    country_code: company.countryCode,
    company_type: company.companyType,
    industry_scheme: company.industry?.scheme ?? null,
    industry_code: company.industry?.code ?? null,
    listing_status: company.listingStatus,
    first_filed_at: company.firstFiledAt,
    last_filed_at: company.lastFiledAt,
    departure_reason: company.departure?.reason ?? null,
    departure_known_at: company.departure?.event.knownAt ?? null,
    departure_filing_id: company.departure?.event.filingId ?? null,
  };
}
