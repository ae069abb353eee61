import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import {
  AURORA,
  auroraFacts,
  auroraFinancials,
  seedFacts,
  seedFilings,
  seedFinancials,
  seedIssuer,
} from '../../../../../test/seeds/issuers.ts';
import { auroraReport, seedEarningsRelease, seedReport } from '../../../../../test/seeds/reports.ts';
import { seedFilingText, seedSection } from '../../../../../test/seeds/sections.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { getFilingKpis } from '../../../disclosures/red-flags/operations/get-filing-kpis.ts';
import { getEarningsEvent } from '../../../figures/earnings/operations/get-earnings-event.ts';
import { listDocuments } from '../../documents/operations/list-documents.ts';
import { getFilingStatements } from '../../facts/operations/get-filing-statements.ts';
import { listFilingFacts } from '../../facts/operations/list-filing-facts.ts';
import { DEMO_MARKET, MARKETS } from '../../markets/model/markets.ts';
import { getFilingSection } from '../../sections/operations/get-filing-section.ts';
import { listFilingSections } from '../../sections/operations/list-filing-sections.ts';
import { discoverFilings } from './discover-filings.ts';
import { listFilings } from './list-filings.ts';
import { resolveFiling } from './resolve-filing.ts';

/** Every route about filings, for each registry of each market: one opened filing and one unopened. */

const database = useTestDatabase();
const api = useTestApi(database);

const OPENED = AURORA.annual2023;
const CLOSED = 'closed';

const CASES = MARKETS.filter(({ marketId }) => marketId !== DEMO_MARKET).flatMap(
  ({ marketId, exchanges, registries }) =>
    registries.map(({ registry }, place) => ({
      marketId,
      mic: exchanges[0]?.mic ?? '',
      registry,
      ticker: `${place + 1}111`,
    })),
);

const WORDS: Record<string, string> = {
  jp: '事業等のリスク',
  kr: '사업의 내용',
  cn: '风险因素',
  br: 'Fatores de risco',
};

beforeAll(async () => {
  const { db } = database;
  for (const { marketId, mic, registry, ticker } of CASES) {
    const id = await seedIssuer(db, {
      key: `${registry}:${marketId}`,
      name: `Aurora ${WORDS[marketId] ?? 'Widgets'} ${registry} ${marketId}`,
      marketId,
      listings: [{ ticker, marketId, mic }],
    });
    await seedFilings(db, id, [
      { registry, nativeId: OPENED, form: 'Annual', filed: '2024-02-19', periodEnd: '2023-12-31' },
      { registry, nativeId: CLOSED, form: 'Other', filed: '2024-03-19', periodEnd: null, hasXbrl: false },
    ]);
    await seedFacts(db, id, auroraFacts(), registry);
    await seedFinancials(db, id, auroraFinancials(), `${registry}-${marketId}`);
    await seedReport(db, id, OPENED, auroraReport(), registry);
    const text = `${WORDS[marketId] ?? 'Risk factors'}: copper.`;
    await seedFilingText(db, id, OPENED, [seedSection({ sectionKey: 'risks', text })], {}, registry);
    await seedEarningsRelease(
      db,
      id,
      OPENED,
      {
        exhibit: 'EX-99.1',
        title: 'Results',
        url: 'https://registry.example/r',
        fileId: 'r.htm',
        text,
        guidance: [],
      },
      registry,
    );
  }
});

interface Schema {
  safeParse(value: unknown): { error?: unknown };
}

async function ask(path: string, { output }: { output: Schema }): Promise<Record<string, unknown>> {
  const { status, json } = await api.get(path);
  expect([path, status, json.message]).toEqual([path, 200, undefined]);
  expect(output.safeParse(json).error).toBeUndefined();
  return json;
}

describe.each(CASES)('filings of $registry in the market $marketId', ({ marketId, registry, ticker }) => {
  const filings = (nativeId: string) => `/api/v1/filings/${registry}:${nativeId}`;
  const ids = (items: unknown) => (items as { filing_id: string }[]).map(({ filing_id }) => filing_id);

  it('can be resolved, listed and discovered, and are documents', async () => {
    const resolved = await ask(
      `/api/v1/filings/resolve?ticker=${ticker}&market_id=${marketId}&form_type=Annual`,
      resolveFiling,
    );
    expect(resolved).toMatchObject({
      filing: {
        filing_id: `${registry}:${OPENED}`,
        available: ['kpis', 'sections', 'facts', 'statements', 'earnings_event'],
      },
    });
    const listed = await ask(`/api/v1/tickers/${ticker}/filings?market_id=${marketId}`, listFilings);
    expect(ids(listed.filings)).toEqual([`${registry}:${CLOSED}`, `${registry}:${OPENED}`]);
    const name = encodeURIComponent(`Aurora ${WORDS[marketId] ?? 'Widgets'} ${registry} ${marketId}`);
    const discovered = await ask(`/api/v1/filings/discover?query=${name}`, discoverFilings);
    expect(ids(discovered.filings)).toEqual([`${registry}:${CLOSED}`, `${registry}:${OPENED}`]);
    const documents = await ask(`/api/v1/documents?ticker=${ticker}&market=${marketId}`, listDocuments);
    expect((documents.items as { registry: string }[]).map(item => item.registry)).toEqual([registry, registry]);
    const ofRegistry = await ask(`/api/v1/documents?market=${marketId}&registry=${registry}`, listDocuments);
    expect((ofRegistry.items as unknown[]).length).toBeGreaterThanOrEqual(2);
  });

  it('have figures, sections, facts, statements and releases', async () => {
    expect(await ask(`${filings(OPENED)}/kpis`, getFilingKpis)).toMatchObject({
      empty_reason: null,
      canonical: { revenue: 1_250_000_000 },
    });
    expect(await ask(`${filings(OPENED)}/sections`, listFilingSections)).toMatchObject({
      empty_reason: null,
      sections: [{ section_key: 'risks' }],
    });
    const section = await ask(`${filings(OPENED)}/sections/risks?content_format=text`, getFilingSection);
    expect(section).toMatchObject({ content: `${WORDS[marketId] ?? 'Risk factors'}: copper.` });
    const facts = await ask(`${filings(OPENED)}/facts`, listFilingFacts);
    expect(facts.total).toBeGreaterThan(0);
    const statements = await ask(`${filings(OPENED)}/statements`, getFilingStatements);
    expect((statements.statements as unknown[]).length).toBeGreaterThan(0);
    expect(await ask(`${filings(OPENED)}/earnings-event`, getEarningsEvent)).toMatchObject({
      earnings_release: { exhibit: 'EX-99.1' },
      empty_reason: null,
    });
  });

  it('return a reason for missing contents if they were not opened', async () => {
    const reasonOf = async (route: string, operation: { output: Schema }) =>
      (await ask(`${filings(CLOSED)}/${route}`, operation)).empty_reason;
    expect({
      kpis: await reasonOf('kpis', getFilingKpis),
      sections: await reasonOf('sections', listFilingSections),
      facts: await reasonOf('facts', listFilingFacts),
      statements: await reasonOf('statements', getFilingStatements),
      earnings: await reasonOf('earnings-event', getEarningsEvent),
    }).toEqual({
      kpis: 'not_covered',
      sections: 'not_covered',
      facts: 'not_covered',
      statements: 'not_covered',
      earnings: 'not_applicable',
    });
    const section = await api.get(`${filings(CLOSED)}/sections/risks`);
    expect([section.status, section.json.error]).toEqual([404, 'not_found']);
  });

  it('are documents that state whether they can be downloaded, under both of their ids', async () => {
    for (const id of [`${registry}:${OPENED}`, uuidV5(`${registry}:${OPENED}`)]) {
      const detail: ApiResponse = await api.get(`/api/v1/documents/${id}`);
      expect(detail.status).toBe(200);
      expect(detail.json).toMatchObject({ registry, archive: { status: 'pending' }, files: [] });
      const content = await api.get(`/api/v1/documents/${id}/content`);
      expect([content.status, content.json]).toMatchObject([
        409,
        { error: 'not_archived', archive_status: 'pending', retryable: true },
      ]);
    }
  });
});
