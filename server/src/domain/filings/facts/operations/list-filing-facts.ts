import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { filingId } from '../../../../kernel/ids.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { fresh } from '../../../kit/fields.ts';
import { filingIdParameter, limit, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { LazyList, writeResponse } from '../../../kit/responses/rendered-responses.ts';
import { view } from '../../../kit/responses/views.ts';
import { findFiling } from '../../filings/views/find-filing.ts';
import { entityRefFields, toEntityRef } from '../../issuers/views/entity.ts';
import { type FactColumns, factAt, MAX_FACT_CHARS, type StoredFact } from '../model/filing-facts-codec.ts';
import { renderLocation } from '../views/fact-places.ts';
import { decimals, dimensions, factPeriodFields, factPlaceFields, renderFactValue } from '../views/fact-shapes.ts';
import { readReportFacts } from '../views/read-report-facts.ts';
import { parseDimensionFilter, selectFacts } from '../views/select-facts.ts';

const fact = z
  .object({
    concept: z.string().describe("With its taxonomy's prefix: us-gaap:Assets, or the filer's own for an extension."),
    ...factPeriodFields,
    unit: z.string().nullable().describe('USD, USD/shares, shares, pure …; null for a text.'),
    value: z
      .union([z.number(), z.string()])
      .nullable()
      .describe('In whole units with the filed sign and digits; a string for a text fact; null if tagged as nil.'),
    value_chars: z.int().optional().describe('Only if value is truncated: the length of the full text.'),
    decimals,
    dimensions,
    ...factPlaceFields,
  })
  .meta({ id: 'Fact', description: 'A fact as its filer tagged it.' });

const compactFact = fact
  .pick({ concept: true, period_start: true, period_end: true, unit: true, value: true, value_chars: true })
  .extend({ dimensions: dimensions.optional().describe('Axis to member; absent if undimensioned.') })
  .meta({ id: 'CompactFact', description: 'A fact without accuracy and place.' });

const compactFacts = z
  .object({
    filing_id: z.string(),
    ...entityRefFields,
    items: z.array(compactFact).describe('In document order.'),
    total: z.int(),
    ...fresh,
  })
  .meta({ id: 'CompactFilingFacts', description: 'FilingFactsOut without accuracy and places.' });

export const listFilingFacts = operation({
  name: 'listFilingFacts',
  route: 'GET /api/v1/filings/{filing_id}/facts',
  tool: 'list_filing_facts',
  summary: 'Tagged facts of one filing',
  description: `Every fact that a filing tags (XBRL, inline or not), in document order, with its dimensions and tagged element. Numbers are in whole units, exact as filed, with the tagged sign. Texts over ${MAX_FACT_CHARS} characters are truncated; char_start is their position in the archived document. A filing that was not opened has empty_reason not_covered, one without tags not_reported.`,
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    filing_id: filingIdParameter,
    concept: text(256)
      .optional()
      .describe('One concept in any case, with its prefix or by its local name: us-gaap:Revenues, revenues.'),
    dimensions: text(1024)
      .default('any')
      .refine(value => parseDimensionFilter(value) !== null, { error: 'must be a list of axis=member pairs' })
      .describe(
        'any; none: undimensioned facts; or axis=member pairs, separated by semicolons, that a fact must have. An axis alone matches any member; none at the end excludes further axes.',
      ),
    limit: limit(1000, 100),
    offset: z.int().min(0).max(10_000_000).default(0).describe('Facts to skip.'),
    view,
  }),
  output: z
    .object({
      filing_id: z.string(),
      ...entityRefFields,
      items: z.array(fact).describe('In document order.'),
      total: z.int().describe('Number of matching facts.'),
      ...fresh,
    })
    .meta({ id: 'FilingFactsOut' }),
  compact: compactFacts,
  example: { filing_id: 'sec-edgar:9999900001-26-000002', concept: 'us-gaap:Assets', dimensions: 'none' },
  async run({ db }, input) {
    const filing = await findFiling(
      db,
      input.filing_id,
      sql`not exists (
        select from filing_reports p
        where p.issuer_id = g.issuer_id and p.registry = g.registry and p.native_id = g.native_id and p.facts_count > 0)`,
    );
    const blocks = await readReportFacts(db, filing);
    const dimensionFilter = parseDimensionFilter(input.dimensions) ?? { pairs: [], isClosed: false };
    const filter = { concept: input.concept?.trim() ?? null, dimensions: dimensionFilter };
    const { rows, total } = selectFacts(blocks ?? [], filter, input);
    const render = input.view === 'compact' ? renderCompactFact : renderFact;
    return writeResponse({
      filing_id: filingId(filing.registry, filing.native_id),
      ...toEntityRef(filing),
      items: new LazyList(rows, ({ columns, row }) => render(factAt(columns, row))),
      total,
      data_as_of: filing.known_at,
      empty_reason: total > 0 ? null : whyEmpty(blocks),
    });
  },
});

function whyEmpty(blocks: readonly FactColumns[] | null): MissingReason {
  return blocks === null ? 'not_covered' : 'not_reported';
}

function renderCompactFact(stored: StoredFact): object {
  return {
    ...statedValue(stored),
    ...(Object.keys(stored.dimensions).length === 0 ? {} : { dimensions: stored.dimensions }),
  };
}

function renderFact(stored: StoredFact): object {
  return {
    ...statedValue(stored),
    decimals: stored.decimals,
    dimensions: stored.dimensions,
    ...renderLocation(stored),
  };
}

function statedValue(stored: StoredFact): object {
  return {
    concept: stored.concept,
    period_start: stored.periodStart,
    period_end: stored.periodEnd,
    unit: stored.unit,
    value: renderFactValue(stored),
    ...(stored.valueChars === null ? {} : { value_chars: stored.valueChars }),
  };
}
