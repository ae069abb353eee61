import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { companyType } from '../../../filings/issuers/views/entity.ts';
import { MARKETS } from '../../../filings/markets/model/markets.ts';
import { fresh } from '../../../kit/fields.ts';
import { marketId } from '../../../kit/input-fields.ts';
import { type JsonText, operation, toJsonText } from '../../../kit/operation.ts';
import { MEASURES } from '../../measures/rules/measures.ts';
import { LINE_ITEMS, type LineItem } from '../rules/line-items.ts';

const lineItem = z
  .object({
    code: z.string(),
    statement_type: z.enum(['income', 'balance', 'cashflow', 'shares', 'ratio']),
    label: z.string(),
    definition: z.string(),
    parent: z.string().nullable().describe('Code of its parent in the presentation; null at the top.'),
    sign: z
      .enum(['pos', 'signed', 'cost', 'outflow'])
      .describe('pos: positive. signed: either sign. cost, outflow: filed as a positive number and subtracted.'),
    period_type: z.enum(['instant', 'duration']),
    unit_kind: z.enum(['currency', 'currency_per_share', 'shares', 'ratio']),
    company_types: z
      .array(companyType)
      .describe('Company types that the item applies to; null as not_applicable for others.'),
    identities: z.array(z.string()).describe('Identities that the item is part of.'),
    formulas: z
      .array(z.string())
      .describe('Formulas that derive the item if it is not reported, in order of precedence.'),
    concepts: z
      .record(z.string(), z.array(z.string()))
      .describe('Concepts of each accounting standard, in order of precedence.'),
  })
  .meta({ id: 'LineItem' });

const measure = z
  .object({
    code: z.string(),
    label: z.string(),
    group: z.string(),
    unit: z
      .enum(['fraction', 'times', 'days', 'score', 'currency', 'currency_per_share'])
      .describe('fraction: 0.3 is 30 %. times: one amount over another.'),
    formula: z.string().describe('In the language of the parameter where of /api/v1/financials/screen.'),
    definition: z.string(),
    source: z.string().nullable().describe('The publication that defines it; null for a plain ratio.'),
  })
  .meta({ id: 'Measure' });

const taxonomy = z
  .object({
    taxonomy_version: z.string(),
    items: z.array(lineItem),
    measures: z
      .array(measure)
      .describe('Figures that screens compute from line items of one or more fiscal years; empty with statement_type.'),
    ...fresh,
  })
  .meta({ id: 'KpiTaxonomyOut' });

/** Accounting standards of the taxonomy that filers of a market use; other markets use IFRS alone. */
const STANDARDS: Record<string, readonly string[]> = {
  us: ['us-gaap', 'ifrs-full'],
  demo: ['us-gaap'],
  jp: ['JGAAP', 'ifrs-full', 'us-gaap'],
  kr: ['K-IFRS', 'ifrs-full'],
  uk: ['UK FRS', 'ifrs-full'],
  br: ['BR GAAP', 'ifrs-full'],
  eu: ['ifrs-full', 'NL GAAP', 'DK GAAP'],
};

/** A digest of the tables, so that a client can detect changes. */
const TAXONOMY_VERSION = createHash('sha256')
  .update(JSON.stringify([LINE_ITEMS, MEASURES]))
  .digest('hex')
  .slice(0, 12);

export const getKpiTaxonomy = operation({
  name: 'getKpiTaxonomy',
  route: 'GET /api/v1/kpi-taxonomy',
  tool: 'get_kpi_taxonomy',
  summary: 'Canonical line items and measures',
  description:
    'All canonical codes in presentation order, each with its definition, sign, unit and company types, the concepts of each accounting standard that it is read from, the formulas that derive it, and the identities that it must satisfy; and the measures of screens with their formulas and sources.',
  tag: 'Financials',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    statement_type: z
      .enum(['income', 'balance', 'cashflow', 'shares', 'ratio'])
      .optional()
      .describe('Only line items of one statement; ratio for the derived ratios.'),
    market: marketId.optional().describe('Only concepts of the accounting standards used in this market.'),
  }),
  output: taxonomy,
  example: { statement_type: 'shares' },
  async run(_context, { statement_type, market }) {
    if (market !== undefined && !MARKETS.some(({ marketId: id }) => id === market)) {
      throw new AsfiledError('not_found', `Market ${market} does not exist. /api/v1/markets lists all markets.`);
    }
    const question = JSON.stringify([statement_type, market]);
    const known = RENDERED.get(question) ?? toJsonText(renderTaxonomy(statement_type, market));
    RENDERED.set(question, known);
    return known;
  },
});

/** Responses by question: they depend on the code only. */
const RENDERED = new Map<string, Promise<JsonText>>();

function renderTaxonomy(
  statementType: LineItem['statementType'] | undefined,
  market: string | undefined,
): z.input<typeof taxonomy> {
  const standards = market === undefined ? null : (STANDARDS[market] ?? ['ifrs-full']);
  const items = LINE_ITEMS.filter(item => statementType === undefined || item.statementType === statementType);
  return {
    taxonomy_version: TAXONOMY_VERSION,
    items: items.map(item => toLineItem(item, standards)),
    measures: statementType === undefined ? [...MEASURES] : [],
    data_as_of: null,
    empty_reason: null,
  };
}

function toLineItem(item: LineItem, standards: readonly string[] | null): z.input<typeof lineItem> {
  const concepts = Object.entries(item.concepts).filter(
    ([standard, chain]) => chain.length > 0 && (standards === null || standards.includes(standard)),
  );
  return {
    code: item.code,
    statement_type: item.statementType,
    label: item.label,
    definition: item.definition,
    parent: item.parent,
    sign: item.sign,
    period_type: item.periodType,
    unit_kind: item.unitKind,
    company_types: [...item.companyTypes],
    identities: [...item.identities],
    formulas: [...item.formulas],
    concepts: Object.fromEntries(concepts.map(([standard, chain]) => [standard, [...chain]])),
  };
}
