import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { fresh } from '../../../kit/fields.ts';
import { filingIdParameter } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { LazyList, renderedOnce } from '../../../kit/responses/rendered-responses.ts';
import {
  AS_FILED_STATEMENT_TYPES,
  type AsFiledRow,
  type AsFiledStatement,
} from '../../filings/model/filing-contents.ts';
import { filingRefFields, toFilingRef } from '../../filings/views/filing.ts';
import { type FilingOfIssuer, findFiling } from '../../filings/views/find-filing.ts';
import { entityRefFields, toEntityRef } from '../../issuers/views/entity.ts';
import { type FactColumns, factAt, type StoredFact } from '../model/filing-facts-codec.ts';
import { type StoredStatements, unpackStatements } from '../model/filing-statements-codec.ts';
import { decimals, dimensions, factPeriodFields, renderFactValue } from '../views/fact-shapes.ts';
import { readReportFacts } from '../views/read-report-facts.ts';

const statementType = z.enum(AS_FILED_STATEMENT_TYPES);

const cell = z
  .object({
    value: z.union([z.number(), z.string()]).nullable().describe('With the filed sign; null if tagged as nil.'),
    unit: z.string().nullable().describe('Null for a text.'),
    decimals,
    document: z.string().describe('File name of the document in the filing.'),
    element_id: z.string().describe('Id of the tagged element; @<offset> if it has none.'),
  })
  .meta({ id: 'StatementCell' });

const statement = z
  .object({
    statement_type: statementType,
    role: z
      .string()
      .describe("URI of the extended link role; the registry's name of the statement if it has no roles."),
    title: z.string(),
    columns: z.array(
      z.object({
        label: z.string(),
        ...factPeriodFields,
        dimensions: dimensions.describe(
          'Dimensions that apply to the whole column: changes in equity have a column per component and period.',
        ),
      }),
    ),
    rows: z.array(
      z.object({
        concept: z.string(),
        label: z.string().describe("The filer's own words."),
        level: z.int().describe('Depth of the row, 0 outermost.'),
        is_abstract: z.boolean().describe('A heading, without values.'),
        is_total: z.boolean(),
        is_negated: z.boolean().describe('Whether the filer prints the values with the opposite sign.'),
        dimensions,
        cells: z.array(cell.nullable()).describe('One per column; null if the row has no fact for it.'),
      }),
    ),
  })
  .meta({ id: 'AsFiledStatement' });

export const getFilingStatements = operation({
  name: 'getFilingStatements',
  route: 'GET /api/v1/filings/{filing_id}/statements',
  tool: 'get_filing_statements',
  summary: 'Statements of one filing as filed',
  description:
    "The statements of a filing in its filer's order and words, from its presentation and label linkbases or the registry's tables. Each cell names its tagged element. Values keep the filed sign; is_negated marks rows that the filer prints with the opposite sign. A filing that was not opened has empty_reason not_covered, one without statements not_reported.",
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    filing_id: filingIdParameter,
    statement_type: statementType.optional().describe('Only statements of one type.'),
  }),
  output: z
    .object({
      ...filingRefFields,
      ...entityRefFields,
      statements: z.array(statement),
      reason: z.string().nullable().describe('Why there are no statements; null if there are some.'),
      ...fresh,
    })
    .meta({ id: 'FilingStatementsOut' }),
  example: { filing_id: 'sec-edgar:9999900001-26-000002', statement_type: 'income' },
  async run({ db }, input) {
    const filing = await findFiling(
      db,
      input.filing_id,
      sql`not exists (
        select from filing_reports p
        where p.issuer_id = g.issuer_id and p.registry = g.registry and p.native_id = g.native_id
          and p.statements_count > 0)`,
    );
    const type = input.statement_type ?? null;
    const stored = await db.queryOne<{ digest: string }>(sql`
      select digest from filing_reports
      where issuer_id = ${filing.issuer_id} and registry = ${filing.registry} and native_id = ${filing.native_id}`);
    return renderedOnce(db, ['filing-statements', filing, stored?.digest ?? null, type], async () => {
      const report = await db.queryOne<StoredReport>(sql`
        select statements, plain_facts is null and other_facts is null as "isWithoutFacts" from filing_reports
        where issuer_id = ${filing.issuer_id} and registry = ${filing.registry} and native_id = ${filing.native_id}`);
      const stored = report?.statements ? unpackStatements(report.statements) : NONE;
      const shown = stored.statements.filter(statement => type === null || statement.statementType === type);
      const blocks = (await readReportFacts(db, filing)) ?? [];
      return renderStatements(filing, { ...stored, statements: shown }, report, factsByPosition(blocks));
    });
  },
});

const NONE: StoredStatements = { statements: [], statementsReason: null };

interface StoredReport {
  statements: Uint8Array | null;
  isWithoutFacts: boolean;
}

function renderStatements(
  filing: FilingOfIssuer,
  { statements, statementsReason }: StoredStatements,
  report: StoredReport | null,
  facts: FactReader,
): object {
  const emptyReason: MissingReason = report === null ? 'not_covered' : 'not_reported';
  return {
    ...toFilingRef(filing),
    ...toEntityRef(filing),
    statements: new LazyList(statements, statement => renderStatement(statement, facts)),
    reason: statements.length > 0 ? null : (statementsReason ?? whyEmpty(report)),
    data_as_of: filing.known_at,
    empty_reason: statements.length > 0 ? null : emptyReason,
  };
}

function whyEmpty(report: StoredReport | null): string {
  if (report === null) return 'The documents of the filing have not been opened.';
  return report.isWithoutFacts ? 'The filing tags no figures.' : 'The filing has no statement of the requested type.';
}

type FactReader = (position: number) => StoredFact | null;

function factsByPosition(blocks: readonly FactColumns[]): FactReader {
  const locations = new Map(
    blocks.flatMap(columns => columns.position.map((position, row) => [position, { columns, row }] as const)),
  );
  return position => {
    const place = locations.get(position);
    return place ? factAt(place.columns, place.row) : null;
  };
}

function renderStatement(
  { statementType: type, role, title, columns, rows }: AsFiledStatement,
  facts: FactReader,
): object {
  return {
    statement_type: type,
    role,
    title,
    columns: columns.map(({ label, periodStart, periodEnd, dimensions: of }) => ({
      label,
      period_start: periodStart,
      period_end: periodEnd,
      dimensions: of ?? {},
    })),
    rows: rows.map(row => renderRow(row, facts)),
  };
}

function renderRow(row: AsFiledRow, facts: FactReader): object {
  return {
    concept: row.concept,
    label: row.label,
    level: row.level,
    is_abstract: row.isAbstract,
    is_total: row.isTotal,
    is_negated: row.isNegated,
    dimensions: row.dimensions,
    cells: row.cells.map(position => renderCell(position === null ? null : facts(position))),
  };
}

function renderCell(fact: StoredFact | null): object | null {
  if (fact === null) return null;
  return {
    value: renderFactValue(fact),
    unit: fact.unit,
    decimals: fact.decimals,
    document: fact.document,
    element_id: fact.elementId,
  };
}
