import { copyLine, type Database, sql } from '../server/src/db/database.ts';
import { encodeFilingReport, replaceFilingReport } from '../server/src/domain/filings/facts/store/filing-reports.ts';
import type {
  AsFiledStatement,
  FilingSection,
  ReportedFact,
} from '../server/src/domain/filings/filings/model/filing-contents.ts';
import { encodeFilingText, replaceFilingText } from '../server/src/domain/filings/sections/store/filing-sections.ts';
import { gatherAllPeople } from '../server/src/domain/ownership/people/gather-people.ts';
import { RELATIONS, type RoleStatement, roleStatement } from '../server/src/domain/ownership/people/model/role.ts';
import { encodeRoles, replaceRoleStatements } from '../server/src/domain/ownership/people/store/role-statements.ts';
import { filingId, uuidV5 } from '../server/src/kernel/ids.ts';
import { accessionOf } from './serving-store.ts';

/** Contents as large as the largest published ones, of one filing of each of these issuers. */
export const HEAVY_ISSUERS = 8;
export const HEAVY_YEAR = 2022;
/** Annual reports of the largest groups tag some ten thousand facts, their notes included. */
const FACTS = 12_000;
const STATEMENT_ROWS = 120;
const STATEMENT_COLUMNS = 12;
/** The longest sections of annual reports. */
const SECTION_PARAGRAPHS = 3_000;
const PEOPLE_EACH = 100;
const NEW_FILINGS = 3_000;

/** Adds sections, tagged facts, statements and people to issuers of the serving store, and filings of the last days. */
export async function fillHeavy(db: Database, now: Date): Promise<void> {
  for (let index = 0; index < HEAVY_ISSUERS; index++) {
    const row = await db.queryOne<{ issuer_id: string }>(
      sql`select issuer_id from issuers where canonical_key = ${`cik:${5_000_000 + index}`}`,
    );
    const key = { issuerId: row?.issuer_id ?? '', registry: 'sec-edgar', nativeId: accessionOf(index, HEAVY_YEAR) };
    const facts = factsOf(index);
    const report = { facts, statements: statementsOf(facts), statementsReason: null };
    const text = encodeFilingText({ status: 'found', reason: null, sections: [sectionOf(index)] }, key);
    await db.transaction(async tx => {
      await replaceFilingReport(tx, encodeFilingReport(report, key));
      await replaceFilingText(tx, [text]);
      await replaceRoleStatements(tx, [encodeRoles(peopleOf(index, now), { ...key, source: 'bench' })]);
      await addNewFilings(tx, key.issuerId, index, now);
    });
  }
  await gatherAllPeople(db);
  await db.execute(sql`analyze`);
}

function factsOf(index: number): ReportedFact[] {
  return Array.from({ length: FACTS }, (_, at) => {
    const isText = at % 12 === 0;
    return {
      concept: isText ? `us-gaap:Note${at}TextBlock` : `us-gaap:Concept${at % 1_500}`,
      periodStart: `${HEAVY_YEAR - (at % 3)}-01-01`,
      periodEnd: `${HEAVY_YEAR - (at % 3)}-12-31`,
      unit: isText ? null : 'USD',
      value: isText ? 'Text of a note about the figures beside it. '.repeat(60) : String(at * 1_000 + index),
      decimals: isText ? null : -3,
      dimensions: at % 2 === 0 ? {} : { 'srt:ProductOrServiceAxis': `bench:Member${at % 90}` },
      document: 'bench.htm',
      elementId: `f-${at}`,
      start: at * 100,
      end: at * 100 + 50,
    };
  });
}

function statementsOf(facts: readonly ReportedFact[]): AsFiledStatement[] {
  const types = ['income', 'balance', 'cashflow', 'changes_in_equity'] as const;
  return types.map((statementType, place) => ({
    statementType,
    role: `http://bench.example/role/${statementType}`,
    title: `Consolidated statement ${place + 1}`,
    columns: Array.from({ length: STATEMENT_COLUMNS }, (_, column) => ({
      label: `Column ${column}`,
      periodStart: `${HEAVY_YEAR - column}-01-01`,
      periodEnd: `${HEAVY_YEAR - column}-12-31`,
    })),
    rows: Array.from({ length: STATEMENT_ROWS }, (_, line) => ({
      concept: facts[line]?.concept ?? '',
      label: `Line ${line} in the words of its filer`,
      level: line % 4,
      isAbstract: false,
      isTotal: line % 10 === 9,
      isNegated: false,
      dimensions: {},
      cells: Array.from({ length: STATEMENT_COLUMNS }, (_, column) => line * STATEMENT_COLUMNS + column + 1),
    })),
  }));
}

function sectionOf(index: number): FilingSection {
  const paragraphs = Array.from(
    { length: SECTION_PARAGRAPHS },
    (_, at) =>
      `Paragraph ${at} of issuer ${index} describes works number ${at % 97}. ${'They make and sell goods. '.repeat(20)}`,
  );
  const text = paragraphs.join('\n\n');
  return {
    sectionKey: 'item_1a',
    title: 'Risk Factors',
    order: 1,
    status: 'found',
    confidence: 0.95,
    warnings: [],
    target: null,
    sharedWith: [],
    isFurnished: null,
    document: 'bench.htm',
    resolvedFrom: null,
    start: 0,
    end: text.length,
    text,
    markdown: text,
    html: paragraphs.map(paragraph => `<p>${paragraph}</p>`).join(''),
  };
}

function peopleOf(index: number, now: Date): RoleStatement[] {
  const asOf = now.toISOString().slice(0, 10);
  return RELATIONS.flatMap(relation =>
    Array.from({ length: PEOPLE_EACH }, (_, at) =>
      roleStatement({
        ...{ name: `Person ${wordOf(at)} ${wordOf(index * PEOPLE_EACH + at + 400)}`, kind: 'person', relation, asOf },
        ...{ confirmation: 'annual', roleTitle: 'Head of the works', sinceDate: '2010-01-01' },
        quote: {
          sectionKey: null,
          text: 'The person has led the works since 2010. '.repeat(8),
          charStart: null,
          charEnd: null,
        },
      }),
    ),
  );
}

/** A name that is unique to the number. */
function wordOf(number: number): string {
  return `N${[...String(number)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`;
}

async function addNewFilings(
  tx: Parameters<Parameters<Database['transaction']>[0]>[0],
  issuerId: string,
  index: number,
  now: Date,
): Promise<void> {
  const lines = Array.from({ length: NEW_FILINGS / HEAVY_ISSUERS }, (_, at) => {
    const accession = `${String(6_000_000 + index).padStart(10, '0')}-26-${String(at).padStart(6, '0')}`;
    const known = new Date(now.getTime() - (at + 1) * 3_600_000).toISOString();
    const uuid = uuidV5(filingId('sec-edgar', accession));
    const day = known.slice(0, 10);
    const url = `https://registry.example/${accession}`;
    return copyLine([
      issuerId,
      'sec-edgar',
      accession,
      uuid,
      '8-K',
      'other',
      'other',
      day,
      known,
      null,
      false,
      url,
      false,
    ]);
  });
  await tx.copy('filings', COLUMNS, lines[Symbol.iterator]());
}

const COLUMNS = [
  ...['issuer_id', 'registry', 'native_id', 'filing_uuid', 'form_type', 'category', 'category_group', 'filing_date'],
  ...['known_at', 'period_end', 'is_amendment', 'url', 'has_xbrl'],
];
