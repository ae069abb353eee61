import { z } from 'zod';
import { fresh } from '../../../kit/fields.ts';
import { alwaysCheck, invalidInput, isWhole, marketId, NOT_WHOLE, text } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { type ListFile, readList } from '../rules/read-list.ts';
import { type ResolvedRow, ROW_STATUSES, type RowCandidate, resolveRows } from '../search/resolve-rows.ts';
import { CONFIDENCES, ROW_FIELDS } from '../search/row-probes.ts';
import { entityRef, found } from '../views/entity.ts';

const MAX_ROWS = 10_000;
const MAX_BODY_BYTES = 4_194_304;
const ROWS_PER_CREDIT = 10;
const MAX_CELL_CHARS = 256;

const cell = text(MAX_CELL_CHARS).optional();

const row = z
  .strictObject({
    id: text(128).optional().describe("The caller's own id, which the response repeats."),
    canonical_key: cell,
    lei: cell,
    isin: cell,
    cusip: cell,
    figi: cell,
    cik: cell,
    identifier: cell.describe('A number of any registry, possibly with its scheme: jcn:1180301018771, EDINET E02144.'),
    ticker: cell.describe('In any notation: AAPL, BRK/B US Equity, 7203.T, TYO:7203.'),
    name: cell.describe('Name in any language.'),
    query: cell.describe('Any of the above, if the kind is unknown.'),
    market_id: marketId.optional().describe('Only companies in this market.'),
    country_code: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .toUpperCase()
      .optional()
      .describe('ISO 3166-1 alpha-2: prefers companies of this country.'),
  })
  .meta({ id: 'EntityRow', description: 'A row of a list. All cells that name a company must denote the same one.' });

const confidence = z.enum(CONFIDENCES).meta({
  id: 'MatchConfidence',
  description:
    'exact: a checked or labelled number, or a ticker with its market. high: a ticker without market, or a current name. medium: an alternate or former name, a reading, or cells that disagree. low: a beginning of a name, or a similar one.',
});

const candidate = z
  .object({
    entity: entityRef,
    matched_by: z.enum(ROW_FIELDS).describe('The cell.'),
    matched_on: found.shape.matched_on,
    confidence,
    reason: z.string(),
  })
  .meta({ id: 'EntityCandidate' });

const resolved = z
  .object({
    row: z.int().describe('Index of the row, from 0.'),
    id: z.string().nullable(),
    status: z
      .enum(ROW_STATUSES)
      .describe('invalid: a cell has a wrong check digit or format, and no other cell finds a company.'),
    entity: entityRef.nullable().describe('Null unless resolved.'),
    matched_by: z.enum(ROW_FIELDS).nullable(),
    matched_on: found.shape.matched_on.nullable(),
    confidence: confidence.nullable(),
    reason: z.string().nullable().describe('Why there is no company, or what is in doubt; null if nothing is.'),
    candidates: z.array(candidate).describe('Of ambiguous rows, and of rows without a match similar names; at most 5.'),
  })
  .meta({ id: 'ResolvedRow' });

export const resolveEntities = operation({
  name: 'resolveEntities',
  route: 'POST /api/v1/entities/resolve',
  tool: { none: 'agents find companies one by one with search_ticker; lists of thousands are for programs' },
  summary: 'Resolve a list of names, tickers and identifiers to companies',
  description:
    'Resolves up to 10,000 rows to companies in one call, in the order of the rows: names in any language, tickers in any notation, ISIN, CUSIP, LEI, CIK, FIGI, numbers of any registry. Cells of one row must agree. Each row has the company, the cell that found it and its confidence; an ambiguous row has its candidates, and one without a match the reason. The body is JSON, or CSV (text/csv) with a header. Numbers with a wrong check digit are reported by row. Costs 1 credit for each 10 rows begun.',
  tag: 'Entities',
  plan: 'free',
  credits: 1,
  unitsOf: input => Math.max(1, Math.ceil(listOf(input).rows.length / ROWS_PER_CREDIT)),
  readsOnly: true,
  maxBodyBytes: MAX_BODY_BYTES,
  errors: ['bad_request', 'payload_too_large'],
  input: z
    .strictObject({
      rows: z.array(row).min(1).max(MAX_ROWS).optional(),
      csv: z
        .string()
        .min(1)
        .max(MAX_BODY_BYTES)
        .refine(isWhole, NOT_WHOLE)
        .optional()
        .describe('CSV with a header, instead of rows.'),
    })
    .refine(given => (given.rows === undefined) !== (given.csv === undefined), {
      ...alwaysCheck,
      error: 'requires either rows or csv',
      path: ['rows'],
    }),
  output: z
    .object({
      items: z.array(resolved).describe('One for each row, in order.'),
      counts: z.record(z.enum(ROW_STATUSES), z.int()).describe('Rows by status.'),
      ignored_columns: z.array(z.string()).describe('Columns of the CSV that are not read.'),
      ...fresh,
    })
    .meta({ id: 'EntityResolveOut' }),
  example: {
    rows: [
      { id: '1', ticker: 'AAPL US Equity' },
      { id: '2', name: 'Nintendo', country_code: 'JP' },
    ],
  },
  async run({ db }, input) {
    const { rows, ignoredColumns } = listOf(input);
    const { rows: results, dataAsOf } = await resolveRows(db, rows);
    const counts = Object.fromEntries(ROW_STATUSES.map(status => [status, 0]));
    for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
    return toJsonText({
      items: results.map((result, at) => renderRow(result, at, rows[at]?.id ?? null)),
      counts,
      ignored_columns: ignoredColumns,
      data_as_of: dataAsOf,
      empty_reason: null,
    });
  },
});

type Row = z.output<typeof row>;

interface EntityList {
  rows: Row[];
  ignoredColumns: string[];
}

/** The price and the run need the same list. */
const lists = new WeakMap<object, EntityList>();

/** The rows of a request. Throws `validation_error` for cells of the CSV that no row may have. */
function listOf(input: { rows?: unknown; csv?: unknown }): EntityList {
  const known = lists.get(input);
  if (known !== undefined) return known;
  const list =
    typeof input.csv === 'string'
      ? checked(readList(input.csv))
      : { rows: (input.rows ?? []) as Row[], ignoredColumns: [] };
  lists.set(input, list);
  return list;
}

function checked({ rows, ignoredColumns }: ListFile): EntityList {
  if (rows.length === 0 || rows.length > MAX_ROWS) {
    throw invalidInput('body', 'csv', `must have 1 to ${MAX_ROWS} rows below its header`, rows.length);
  }
  return {
    ignoredColumns,
    rows: rows.map((cells, at) => {
      const parsed = row.safeParse(cells);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      const column = String(issue?.path[0] ?? '');
      throw invalidInput(
        'body',
        'csv',
        `row ${at + 1}, column ${column}: ${issue?.message}`,
        (cells[column] ?? '').slice(0, 64),
      );
    }),
  };
}

function renderRow(
  { status, match, candidates, reason }: ResolvedRow,
  at: number,
  id: string | null,
): z.input<typeof resolved> {
  return {
    row: at,
    id,
    status,
    entity: match?.entity ?? null,
    matched_by: match?.matchedBy ?? null,
    matched_on: match?.matchedOn ?? null,
    confidence: match?.confidence ?? null,
    reason,
    candidates: candidates.map(renderCandidate),
  };
}

function renderCandidate({
  entity,
  matchedBy,
  matchedOn,
  confidence: of,
  reason,
}: RowCandidate): z.input<typeof candidate> {
  return { entity, matched_by: matchedBy, matched_on: matchedOn, confidence: of, reason };
}
