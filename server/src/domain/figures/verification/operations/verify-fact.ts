import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { canonicalDecimal } from '../../../../kernel/exact-number.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { FILING_SOURCE } from '../../../filings/facts/model/facts.ts';
import { factAt } from '../../../filings/facts/model/filing-facts-codec.ts';
import type { IssuerOfReports } from '../../../filings/facts/views/fact-places.ts';
import { decimals, dimensions } from '../../../filings/facts/views/fact-shapes.ts';
import { readReportFacts } from '../../../filings/facts/views/read-report-facts.ts';
import { findFiling } from '../../../filings/filings/views/find-filing.ts';
import { type EntityRefRow, entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh, instant, isoDate } from '../../../kit/fields.ts';
import {
  alwaysCheck,
  canonicalKey,
  date,
  filingIdParameter,
  isin,
  lei,
  marketId,
  text,
  ticker,
} from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import type { KpiPeriod, KpiValue } from '../../financials/model/financials.ts';
import { RULES_VERSION } from '../../financials/rules/financials.ts';
import { LINE_ITEMS } from '../../financials/rules/line-items.ts';
import { chooseFigures } from '../../financials/views/choose-figures.ts';
import { fiscalPeriod, inputRole, valueFields } from '../../financials/views/financial-shapes.ts';
import type { FoundElement } from '../model.ts';
import { reasonOf, recompute, STEPS, VERDICTS } from '../rules/judge-value.ts';
import { type ProofInput, type ProvedDocument, type ProvedValue, proveValue } from '../views/prove-values.ts';
import { findStatedConcept, toStatedValue } from '../views/stated-concept.ts';

const KNOWN_CODES: ReadonlySet<string> = new Set(LINE_ITEMS.map(({ code }) => code));

const verdict = z.enum(VERDICTS).meta({
  id: 'Verdict',
  description:
    'confirmed: every step holds. refuted: a step contradicts the value. not_verifiable: a step could not be checked.',
});

const check = z
  .object({
    step: z
      .enum(STEPS)
      .describe(
        'claim: value equals the stored one. fact: a stored fact states it. archive: the archived bytes have the stored digest. element: these bytes state the fact. registry: the registry returned these bytes. inputs: what it was computed from is confirmed. formula: the inputs give it.',
      ),
    result: z.enum(['confirmed', 'refuted', 'not_checked']),
    detail: z.string(),
  })
  .meta({ id: 'VerificationCheck' });

const stated = z
  .object({
    source: z.string().describe('Which of `documents` state it.'),
    concept: z.string(),
    value: z.number().nullable().describe('As tagged, with its sign and scale applied.'),
    unit: z.string().nullable(),
    period_start: isoDate.nullable(),
    period_end: isoDate,
    dimensions,
    decimals,
    file: z
      .string()
      .nullable()
      .describe('File that contains it, as in documents of the filing; null if it is in a table.'),
    file_sha256: z.string().nullable().describe('Of the bytes of this file, computed now.'),
    element_id: z.string().nullable().describe('Id of the element, path in JSON, or row.'),
    char_start: z.int().nullable().describe('In the decoded file, in UTF-16 units; null for rows of tables.'),
    char_end: z.int().nullable(),
    markup: z.string().nullable().describe('The element as published, up to 2,000 characters.'),
    text: z.string().nullable().describe('What is between its tags: the number as printed.'),
    attributes: z.record(z.string(), z.string()).describe('Of the element: format, scale, sign, contextRef, unitRef …'),
    context: z.string().nullable().describe('Its context as published: entity, dates, dimensions.'),
    unit_markup: z.string().nullable(),
  })
  .meta({ id: 'StatedFact', description: 'A fact as the archived bytes state it.' });

const provedValue = z
  .object({
    name: z.string().describe('The line item or concept; of an input its part in the formula.'),
    verdict,
    reason: z.string().nullable().describe('Null if confirmed.'),
    ...valueFields,
    checks: z.array(check),
    stated: stated.nullable(),
    inputs: z
      .array(z.object({ role: inputRole, weight: z.int(), at: z.int().describe('Index in `values`.') }))
      .optional()
      .describe('Of derived and summed values.'),
    recomputed: z.number().nullable().optional().describe('The result of the inputs, before rounding.'),
  })
  .meta({ id: 'VerifiedValue' });

const provedDocument = z
  .object({
    source: z.string(),
    registry: z.string(),
    url: z.string().describe('Where the registry publishes it.'),
    sha256: z.string().nullable().describe('Of the decoded bytes, as stored when they were archived.'),
    sha256_now: z.string().nullable().describe('Computed now from the archived bytes; null if they could not be read.'),
    byte_size: z.int().nullable(),
    fetched_at: instant
      .nullable()
      .describe(
        'When the registry last returned these bytes; null if they were imported, or if it returns others now.',
      ),
  })
  .meta({ id: 'VerifiedDocument' });

export const verifyFact = operation({
  name: 'verifyFact',
  route: 'GET /api/v1/facts/verify',
  tool: 'verify_fact',
  summary: 'Prove a value by the bytes that the regulator published',
  description:
    'Proves a value by the bytes that the regulator published: fact, tagged element, archived file and its SHA-256, address at the registry. The archived bytes are read again, and every step states what was compared and its result. Name a line_item or a concept of a fiscal period, or an element of a filing (filing_id and element_id as in its facts). `value` is compared with the stored value. A derived value lists its inputs with weights; each is proved the same way, and the formula is recomputed. Costs 10 credits.',
  tag: 'Financials',
  plan: 'free',
  credits: 10,
  errors: ['bad_request', 'ambiguous_ticker', 'not_found', 'rate_limited', 'delivery_unavailable'],
  input: z
    .strictObject({
      ticker: ticker.optional(),
      market_id: marketId.optional(),
      lei: lei.optional(),
      isin: isin.optional(),
      canonical_key: canonicalKey.optional(),
      line_item: text(64)
        .trim()
        .toLowerCase()
        .refine(code => KNOWN_CODES.has(code), { error: 'must be a canonical code of /api/v1/kpi-taxonomy' })
        .optional()
        .describe('Canonical code.'),
      concept: text(256).optional().describe('Instead of line_item: us-gaap:Assets.'),
      fiscal_year: z.int().min(1900).max(2100).optional().describe('Fiscal year of the value, as the company counts.'),
      fiscal_period: fiscalPeriod.default('fy').describe('fy, quarters, halves, 9m, ttm or transition.'),
      period_end: date.optional().describe('Which of several periods of the year (ttm). The newest by default.'),
      as_of: asOf.optional(),
      filing_id: filingIdParameter.optional(),
      element_id: text(256).optional().describe('As in the facts of the filing.'),
      value: z.number().optional().describe('To check, in whole units.'),
    })
    .refine(given => [given.line_item, given.concept, given.element_id].filter(one => one !== undefined).length === 1, {
      ...alwaysCheck,
      error: 'requires one of line_item, concept and element_id',
      path: ['line_item'],
    })
    .refine(
      given =>
        given.element_id !== undefined ||
        (given.ticker ?? given.lei ?? given.isin ?? given.canonical_key) !== undefined,
      { ...alwaysCheck, error: 'requires ticker, lei, isin or canonical_key' },
    )
    .refine(given => given.element_id !== undefined || given.fiscal_year !== undefined, {
      ...alwaysCheck,
      error: 'required with line_item or concept',
      path: ['fiscal_year'],
    })
    .refine(given => (given.element_id === undefined) === (given.filing_id === undefined), {
      ...alwaysCheck,
      error: 'filing_id and element_id belong together',
      path: ['filing_id'],
    }),
  output: z
    .object({
      entity: entityRef,
      verdict,
      reason: z.string().nullable().describe('Why it is not confirmed; null if it is.'),
      claimed: z.number().nullable().describe('`value` of the request.'),
      values: z.array(provedValue).describe('The value first, then what it was computed from.'),
      documents: z.array(provedDocument).describe('The archived documents that were read again.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'FactVerificationOut' }),
  example: { ticker: 'AAPL', line_item: 'revenue', fiscal_year: 2024, value: 391_035_000_000 },
  async run({ db, now, account, factReader }, input) {
    const asked = input.element_id === undefined ? await askedPeriod(db, now, input) : await askedElement(db, input);
    const claimed = input.value ?? null;
    const around = {
      entity: toEntityRef(asked.entity),
      claimed,
      ...asOfOf(input.as_of, now, RULES_VERSION),
    };
    if (asked.found === null) {
      return toJsonText({
        ...around,
        verdict: 'not_verifiable',
        reason: asked.reason,
        values: [],
        documents: [],
        data_as_of: null,
        empty_reason: asked.emptyReason,
      });
    }
    if (factReader === undefined || account === null) {
      throw new AsfiledError('delivery_unavailable', 'The archive cannot be read at the moment.', {
        retry_after_seconds: UNAVAILABLE_FOR_SECONDS,
      });
    }
    const { issuer, proof, dataAsOf } = asked.found;
    const proved = await proveValue(db, issuer, { ...proof, claimed }, requests =>
      factReader.reread(account.accountId, requests),
    );
    const [first] = proved.values;
    return toJsonText({
      ...around,
      verdict: first?.verdict ?? 'not_verifiable',
      reason: reasonOf(first?.checks ?? []),
      values: proved.values.map(value => renderValue(value, issuer.registry)),
      documents: proved.documents.map(renderDocument),
      data_as_of: dataAsOf,
      empty_reason: null,
    });
  },
});

const UNAVAILABLE_FOR_SECONDS = 60;

interface AskedInput {
  line_item?: string | undefined;
  concept?: string | undefined;
  fiscal_year?: number | undefined;
  fiscal_period: z.output<typeof fiscalPeriod>;
  period_end?: string | undefined;
  as_of?: string | undefined;
}

interface Asked {
  entity: EntityRefRow;
  found: { issuer: IssuerOfReports; proof: Omit<ProofInput, 'claimed'>; dataAsOf: string | null } | null;
  /** Why nothing was found. */
  reason: string | null;
  emptyReason: MissingReason | null;
}

/** A line item or concept of a fiscal period. */
async function askedPeriod(
  db: Database,
  now: Date,
  input: AskedInput & Parameters<typeof findIssuer>[1],
): Promise<Asked> {
  const { line_item: code, concept, fiscal_year: year = 0, fiscal_period: of, as_of } = input;
  const entity = await findIssuer(db, input);
  const question = { fiscalPeriod: of, yearFrom: year, yearTo: year, asOf: as_of ?? null };
  const codes = new Set(code === undefined ? [] : [code]);
  const isAsked = ({ periodEnd }: KpiPeriod) => periodEnd === (input.period_end ?? periodEnd);
  let chosen = await chooseFigures(db, entity, question, codes);
  let period = chosen?.loaded?.periods.find(isAsked);
  // The store has values without their inputs, which are computed again.
  if (period?.values[code ?? '']?.method !== 'reported' && code !== undefined) {
    chosen = await chooseFigures(db, entity, { ...question, tracesInputs: true }, codes);
    period = chosen?.loaded?.periods.find(isAsked);
  }
  const nothing = (reason: string, emptyReason: MissingReason): Asked => ({ entity, found: null, reason, emptyReason });
  if (!chosen?.loaded) return nothing('No figures of the company are stored.', 'not_covered');
  if (!period)
    return nothing(
      `No ${of} of fiscal year ${year}${input.period_end === undefined ? '' : ` that ends on ${input.period_end}`} is known.`,
      'not_reported',
    );
  const value =
    code === undefined
      ? await findStatedConcept(db, chosen.registrant.issuer_id, concept ?? '', period, knownBefore(as_of, now))
      : (period.values[code] ?? null);
  const name = code ?? value?.concept ?? concept ?? '';
  if (value === null) {
    return nothing(`${name} has no value in ${of} of ${year}.`, (code && period.missing[code]) || 'not_reported');
  }
  const issuer = { ...chosen.registrant, registry: chosen.loaded.directory.registry };
  return {
    entity,
    found: { issuer, proof: { name, value }, dataAsOf: chosen.loaded.dataAsOf },
    reason: null,
    emptyReason: null,
  };
}

/** A tagged element of a filing. Throws `not_found` if the filing has no such number. */
async function askedElement(
  db: Database,
  { filing_id = '', element_id = '' }: { filing_id?: string | undefined; element_id?: string | undefined },
): Promise<Asked> {
  const filing = await findFiling(
    db,
    filing_id,
    sql`not exists (
      select from filing_reports p
      where p.issuer_id = g.issuer_id and p.registry = g.registry and p.native_id = g.native_id and p.facts_count > 0)`,
  );
  const { issuer_id, registry, native_id, reports_version } = filing;
  for (const columns of (await readReportFacts(db, filing)) ?? []) {
    for (let row = 0; row < columns.position.length; row++) {
      const fact = factAt(columns, row);
      if (fact.elementId !== element_id) continue;
      const value = toStatedValue(fact, native_id);
      if (value === null) continue;
      const wanted = {
        ...value,
        concept: fact.concept,
        value: canonicalDecimal(fact.value ?? '') ?? '',
        dimensions: '',
        place: { document: fact.document, elementId: fact.elementId },
      };
      const stored = { source: FILING_SOURCE + native_id, wanted };
      const issuer = { issuer_id, registry, reports_version };
      const proof = { name: fact.concept, value, stored };
      return { entity: filing, found: { issuer, proof, dataAsOf: filing.known_at }, reason: null, emptyReason: null };
    }
  }
  throw new AsfiledError(
    'not_found',
    `Filing ${filing_id} has no number with the element id ${element_id.slice(0, 128)}.`,
  );
}

function renderValue(
  { name, value, verdict: of, checks, stated: fact, inputs }: ProvedValue,
  registry: string,
): z.input<typeof provedValue> {
  return {
    name,
    verdict: of,
    reason: reasonOf(checks),
    value: plainNumber(value.value, value.exact),
    unit: value.unit,
    method: value.method,
    concept: value.concept,
    ...(value.formula === undefined ? {} : { formula: value.formula }),
    filing_id: filingId(registry, value.accession),
    period_start: value.periodStart,
    period_end: value.periodEnd,
    decimals: value.decimals,
    value_flags: value.flags,
    checks,
    stated: fact && renderStated(fact),
    ...(inputs.length === 0 ? {} : { inputs: inputs.map(renderInput), recomputed: plainResult(value) }),
  };
}

function renderInput({ input: { role, weight }, at }: ProvedValue['inputs'][number]) {
  return { role, weight, at };
}

function plainResult(value: KpiValue): number | null {
  const result = recompute(value);
  return result === null ? null : plainNumber(result);
}

function renderStated({ source, found }: NonNullable<ProvedValue['stated']>): z.input<typeof stated> {
  const { concept, value, unit, periodStart, periodEnd, dimensions: of, decimals: accuracy, element } = found;
  return {
    source,
    concept,
    value: value === null ? null : plainNumber(Number(value), value),
    unit,
    period_start: periodStart,
    period_end: periodEnd,
    dimensions: of,
    decimals: accuracy,
    ...renderElement(element),
  };
}

function renderElement(element: FoundElement | null) {
  return {
    file: element?.document ?? null,
    file_sha256: element?.sha256 ?? null,
    element_id: element?.elementId ?? null,
    char_start: element?.start ?? null,
    char_end: element?.end ?? null,
    markup: element?.markup ?? null,
    text: element?.text ?? null,
    attributes: element?.attributes ?? {},
    context: element?.context ?? null,
    unit_markup: element?.unitMarkup ?? null,
  };
}

function renderDocument({
  source,
  registry,
  url,
  sha256,
  read,
  fetchedAt,
}: ProvedDocument): z.input<typeof provedDocument> {
  return { source, registry, url, sha256, sha256_now: read.sha256, byte_size: read.byteSize, fetched_at: fetchedAt };
}
