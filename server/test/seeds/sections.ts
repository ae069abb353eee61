import { type Database, sql } from '../../src/db/database.ts';
import type {
  FilingContents,
  FilingSection,
  FilingText,
} from '../../src/domain/filings/filings/model/filing-contents.ts';
import { encodeFilingText, replaceFilingText } from '../../src/domain/filings/sections/store/filing-sections.ts';
import { seedFilings, seedIssuer } from './issuers.ts';

/** A section of a fictional filing; `given` overrides the defaults. */
export function seedSection(given: Partial<FilingSection> & { sectionKey: string; text: string }): FilingSection {
  const paragraphs = given.text.split('\n\n');
  return {
    title: 'Untitled',
    order: 1,
    status: 'found',
    confidence: 0.95,
    warnings: [],
    target: null,
    sharedWith: [],
    isFurnished: null,
    document: 'main.htm',
    resolvedFrom: null,
    start: 0,
    end: given.text.length,
    markdown: given.text,
    html: paragraphs.map(paragraph => `<p>${paragraph.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`).join(''),
    ...given,
  };
}

/** What an opened filing of the fictional Mills contains: sections by key, fiscal year 2024. */
export function seedContents(sections: Readonly<Record<string, string>>, formType = '10-K'): FilingContents {
  const nativeId = '0000900101-25-000001';
  return {
    nativeId,
    filing: {
      nativeId,
      registry: 'sec-edgar',
      formType,
      category: 'other',
      categoryGroup: 'other',
      filingDate: '2025-02-20',
      acceptedAt: null,
      knownAt: '2025-02-20T21:00:00Z',
      periodEnd: '2024-12-31',
      title: null,
      language: 'en',
      itemCodes: [],
      isAmendment: false,
      amends: null,
      primaryDocument: 'main.htm',
      url: 'https://registry.example/1',
      hasXbrl: false,
    },
    filers: [{ canonicalKey: 'cik:900101', companyName: 'Fictional Mills, Inc.', role: 'filer' }],
    files: [],
    text: {
      status: 'found',
      reason: null,
      sections: Object.entries(sections).map(([sectionKey, text]) => seedSection({ sectionKey, text })),
    },
    report: null,
    earningsRelease: null,
  };
}

/** Stores the text of a filing from {@link seedFilings}. */
export async function seedFilingText(
  db: Database,
  issuerId: string,
  nativeId: string,
  sections: readonly FilingSection[],
  other: Partial<FilingText> = {},
  registry = 'sec-edgar',
): Promise<void> {
  await seedFilingTexts(db, issuerId, { [nativeId]: sections }, other, registry);
}

/** Stores the texts of many filings at once, by their native ids. */
export async function seedFilingTexts(
  db: Database,
  issuerId: string,
  filings: Record<string, readonly FilingSection[]>,
  other: Partial<FilingText> = {},
  registry = 'sec-edgar',
): Promise<void> {
  const encoded = Object.entries(filings).map(([nativeId, sections]) => {
    const status = sections.length > 0 ? 'found' : 'sections_not_found';
    const text: FilingText = { status, reason: null, sections: [...sections], ...other };
    return encodeFilingText(text, { issuerId, registry, nativeId });
  });
  await db.transaction(tx => replaceFilingText(tx, encoded));
}

export const MERIDIAN = {
  annual2024: '0000900101-25-000001',
  annual2023: '0000900101-24-000001',
  quarter: '0000900101-24-000004',
  current: '0000900101-24-000007',
  unopened: '0000900101-22-000001',
  bare: '0000900101-21-000001',
} as const;

const RISKS_2024 = [
  'Our supply chain depends on a few foundries in Taiwan. A shortage of semiconductors would delay our deliveries.',
  'Tariffs on imported copper rose in 2024. Higher tariffs raise our costs & may lower margins by <5% or more.',
  'We identified a material weakness in our internal control over inventory counts.',
].join('\n\n');

const RISKS_2023 = [
  'Copper prices move with the world market. We do not hedge the price of copper.',
  'The chain of custody for our supply of cobalt is audited each year.',
].join('\n\n');

/** Meridian Copper Works (MCW): two annual reports, a quarter, an 8-K, one filing not opened, one without sections. */
export async function seedMeridian(db: Database): Promise<string> {
  const issuer = await seedIssuer(db, {
    key: 'cik:900101',
    name: 'Meridian Copper Works',
    listings: [{ ticker: 'MCW' }],
  });
  await seedFilings(db, issuer, [
    { nativeId: MERIDIAN.annual2024, form: '10-K', filed: '2025-02-20', periodEnd: '2024-12-31' },
    { nativeId: MERIDIAN.annual2023, form: '10-K', filed: '2024-02-21', periodEnd: '2023-12-31' },
    { nativeId: MERIDIAN.quarter, form: '10-Q', filed: '2024-05-02', periodEnd: '2024-03-31' },
    { nativeId: MERIDIAN.current, form: '8-K', filed: '2024-08-01' },
    { nativeId: MERIDIAN.unopened, form: '10-K', filed: '2022-02-20', periodEnd: '2021-12-31' },
    { nativeId: MERIDIAN.bare, form: '10-K', filed: '2021-02-20', periodEnd: '2020-12-31' },
  ]);
  await seedFilingText(db, issuer, MERIDIAN.annual2024, [
    seedSection({ sectionKey: 'item_1', title: 'Business', order: 1, text: `We make copper wire. ${longText()}` }),
    seedSection({ sectionKey: 'item_1a', title: 'Risk Factors', order: 2, text: RISKS_2024 }),
    seedSection({
      sectionKey: 'item_4',
      title: 'Mine Safety Disclosures',
      order: 5,
      status: 'reserved_or_na',
      text: '',
    }),
    seedSection({
      sectionKey: 'item_10',
      title: 'Directors, Executive Officers and Corporate Governance',
      order: 12,
      status: 'by_reference',
      text: '',
      target: { kind: 'proxy', locator: 'definitive proxy statement', filingId: null },
    }),
    seedSection({
      sectionKey: 'item_7',
      title: "Management's Discussion and Analysis",
      order: 8,
      status: 'shared',
      sharedWith: ['item_7a'],
      resolvedFrom: 'ex13.htm',
      text: 'Revenues grew as copper prices rose. Tariffs on copper weighed on margins.',
      markdown: '## Results\n\n| | 2024 |\n|---|---|\n| Revenue | 10 |\n',
    }),
  ]);
  await seedFilingText(
    db,
    issuer,
    MERIDIAN.annual2023,
    [seedSection({ sectionKey: 'item_1a', title: 'Risk Factors', order: 2, text: RISKS_2023 })],
    { status: 'partial', reason: 'items 1, 7 and 8 were not found' },
  );
  await seedFilingText(db, issuer, MERIDIAN.quarter, [
    seedSection({
      sectionKey: 'part_ii.item_1a',
      title: 'Risk Factors',
      order: 6,
      text: 'No material changes in tariffs.',
    }),
  ]);
  await seedFilingText(db, issuer, MERIDIAN.current, [
    seedSection({
      sectionKey: 'item_2.02',
      title: 'Results of Operations and Financial Condition',
      isFurnished: true,
      text: 'On August 1 the company announced its results.',
    }),
  ]);
  await seedFilingText(db, issuer, MERIDIAN.bare, [], { reason: 'the primary document is a picture' });
  await db.execute(sql`analyze section_search`);
  return issuer;
}

/** Paragraphs for three parts; no sentence repeats. */
function longText(): string {
  return Array.from(
    { length: 150 },
    (_, index) => `Paragraph ${index} describes smelter number ${index}. ${'It melts ore and casts rods. '.repeat(10)}`,
  ).join('\n\n');
}
