import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/db/database.ts';
import type { FilingSection } from '../src/domain/filings/filings/model/filing-contents.ts';
import { foldText } from '../src/domain/filings/sections/model/search-text.ts';
import { searchFilings } from '../src/domain/filings/sections/operations/search-filings.ts';
import { encodeFilingText, replaceFilingText } from '../src/domain/filings/sections/store/filing-sections.ts';
import { AnomalyLog } from '../src/kernel/anomaly-log.ts';
import { toAccountsText } from '../src/sources/companies-house/accounts-text.ts';
import { openFiling } from '../src/sources/edinet/filings/open-filing.ts';
import { useTestDatabase } from './database.ts';
import { seedIssuer } from './seeds/issuers.ts';

const INTL = new URL('../../../shared/data/intl/', import.meta.url).pathname;
const REPORT = `${INTL}jp/edinet/docs/S100U4EY_type1.zip`;
const ACCOUNTS = `${INTL}uk/companies-house/accounts/Prod223_2911_08119445_20201231.html.gz`;

describe.skipIf(!existsSync(REPORT))('a Japanese report (skipped without ../shared/data/intl)', () => {
  const database = useTestDatabase();
  let sections: FilingSection[] = [];

  beforeAll(async () => {
    const url = 'https://api.edinet-fsa.go.jp/api/v2/documents/S100U4EY?type=1';
    const bytes = readFileSync(REPORT);
    const { records } = openFiling([{ url, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }]);
    sections = records[0]?.contents?.text.sections ?? [];
    const issuerId = await seedIssuer(database.db, {
      key: 'edinet:E99999',
      name: 'A filer',
      marketId: 'jp',
      listings: [],
    });
    await database.db.execute(sql`
      insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date,
        known_at, is_amendment, url, has_xbrl)
      values (${issuerId}, 'edinet', 'S100U4EY', gen_random_uuid(), '120', 'annual_report', 'periodic', '2024-07-30',
        '2024-07-30T08:00:00Z', false, 'https://registry.example/', true)`);
    const text = encodeFilingText(
      { status: 'found', reason: null, sections },
      { issuerId, registry: 'edinet', nativeId: 'S100U4EY' },
    );
    await database.db.transaction(tx => replaceFilingText(tx, [text]));
  });

  it('has sections of its own keys, each short enough for an address', () => {
    expect(sections.length).toBeGreaterThan(100);
    expect(sections.map(({ sectionKey }) => sectionKey)).toEqual(
      expect.arrayContaining([
        'business',
        'business_risks',
        'management_analysis',
        'corporate_governance',
        'dividend_policy',
      ]),
    );
    expect(Math.max(...sections.map(({ sectionKey }) => sectionKey.length))).toBeLessThanOrEqual(128);
    expect(new Set(sections.map(({ sectionKey }) => sectionKey)).size).toBe(sections.length);
  });

  it.each(['減損', '繰延税金資産', '自己株式の取得', '売上高', '継続企業', '監査役', '配当政策', 'リスク', '取締役会'])(
    'finds %s in all sections that have it, and in no other',
    async q => {
      const having = sections.filter(({ title, text }) => foldText(`${title}\n${text}`).includes(q));
      const found = await search(q);
      expect(having.length).toBeGreaterThan(0);
      expect(found.map(({ section_key: key }) => key).toSorted()).toEqual(
        having.map(({ sectionKey }) => sectionKey).toSorted(),
      );
    },
  );

  it('marks the words in the snippet, and nothing that is half a character', async () => {
    for (const { snippet } of await search('売上高')) {
      expect(snippet.isWellFormed()).toBe(true);
      for (const [, marked] of snippet.matchAll(/<mark>(.*?)<\/mark>/g))
        expect(marked?.replace(/\s/g, '')).toBe('売上高');
    }
  });

  async function search(q: string) {
    const items = [];
    for (let offset = 0; ; offset += 50) {
      const input = searchFilings.input.parse({ q, registry: 'edinet', limit: 50, offset });
      const response = await searchFilings.run({ db: database.db, account: null, now: new Date() }, input);
      const page = searchFilings.output.parse(response);
      items.push(...page.items);
      if (page.items.length < 50) return items;
    }
  }
});

describe.skipIf(!existsSync(ACCOUNTS))('accounts of a company (skipped without ../shared/data/intl)', () => {
  it('are divided by the headings that they print', () => {
    const source = gunzipSync(readFileSync(ACCOUNTS)).toString('utf8');
    const { status, sections } = toAccountsText(
      'accounts.html',
      source,
      new AnomalyLog('companies-house', 'accounts.html'),
    );
    expect(status).toBe('found');
    expect(sections.map(({ sectionKey, order }) => `${order} ${sectionKey}`)).toEqual([
      '1 front',
      '2 company_information',
      '3 strategic_report',
      '4 directors_report',
      '5 directors_responsibilities',
      '6 auditor_report',
      '7 comprehensive_income',
      '8 balance_sheet',
      '9 changes_in_equity',
      '10 cash_flows',
      '11 cash_flow_notes',
      '12 notes',
    ]);
    expect(sections[2]?.text).toContain('private health assessments');
    expect(sections.at(-1)?.text).toContain('STATUTORY INFORMATION');
  });
});
