import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation } from '../src/domain/kit/operation.ts';
import { personSlug } from '../src/domain/ownership/people/model/person.ts';
import { uuidV5 } from '../src/kernel/ids.ts';
import { OPERATIONS } from '../src/transports/operations.ts';
import { useTestApi } from './api.ts';
import { callOf } from './checks/operation-call.ts';
import { useTestDatabase } from './database.ts';
import { type DatedCompanies, seedDatedCompanies, storeRecords } from './seeds/dated-store.ts';

const database = useTestDatabase();
let now = new Date();
const api = useTestApi(database, { now: () => now });

/** Days until which the store is filled before the next of them; the responses of each are kept. */
const DAYS = ['2024-05-12', '2024-06-30', '2024-08-15', '2024-10-31', '2025-12-31'] as const;

const ANN = personSlug('Ann Maple', uuidV5('name:cik:900001 ann maple'));
const JANE = personSlug('Jane Q Doe', uuidV5('cik:9100001'));

const OF_COMPANY = { market: 'us', ticker: 'AURW' };
const OF_TICKER = { ticker: 'AURW' };

/** Calls by operation; every operation with `as_of` has some. */
const CALLS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  discoverFilings: [OF_TICKER],
  exportUniverse: [{}],
  getAnalystBrief: [OF_COMPANY],
  getCompanyFinancials: [{ ...OF_TICKER, line_items: 'revenue,net_income,total_assets' }],
  getCompanyPeople: [OF_COMPANY],
  getCompanySignals: [OF_TICKER, { ticker: 'BRKR' }],
  getManagerBook: [{ manager_cik: '9900001' }, { manager_cik: '9900002' }],
  getPerson: [{ slug: ANN }, { slug: JANE }],
  getPersonInsiderTransactions: [{ slug: JANE }],
  getRevenueSegments: [OF_COMPANY],
  getSupplyChain: [{ ...OF_COMPANY, include_expired: false }],
  getTranscriptFeed: [{}, OF_TICKER],
  listCorporateEvents: [OF_TICKER, { ticker: 'BRKR' }],
  listDocuments: [OF_TICKER],
  listEarningsReleases: [OF_COMPANY],
  listEventTranscripts: [OF_COMPANY],
  listFilingPressReleases: [{ filing_id: 'sec-edgar:form-1' }],
  listFilings: [OF_TICKER],
  listInsiderTransactions: [OF_TICKER],
  listInstitutionalHolders: [OF_COMPANY],
  listLifecycleEvents: [{}, { page_by: 'event', limit: 3 }, { q: 'aurora' }],
  listPersonCompanies: [{ slug: ANN }, { slug: JANE }],
  listPressReleases: [OF_TICKER],
  listSignalEvents: [{}, { family: 'audit', window: '6m' }, { salience: 'notable' }],
  listUniverse: [{}],
  lookupEntity: [OF_TICKER],
  resolveFiling: [OF_TICKER, { ...OF_TICKER, form_type: '8-K' }],
  screenFinancials: [{ columns: 'revenue,revenue_growth' }],
  screenIssuers: [{ insider: 'D' }, { kind: 'equity_offering', exclude_kind: 'auditor_change', window: '1y' }],
  screenPress: [{ window: '1y' }],
  screenRedFlags: [{ window: '1y' }],
  screenSignals: [
    { kind: 'auditor_change', window: '1y' },
    { family: 'dilution', window: '1y' },
  ],
  searchEntities: [{ query: 'aurora' }],
  searchFilings: [{ q: 'tariffs copper' }],
};

/** What a response as of a day has beyond the same response of that day. */
const OF_AS_OF = ['known_until', 'rules_version', 'current_members', 'not_computed'];
/** Operations whose own `as_of` is not the requested day. */
const HAS_OWN_AS_OF = ['getCompanyPeople', 'getSupplyChain'];

/** Saved screens run screenFinancials; proofs are of figures of getCompanyFinancials, and need an archive. */
const RUN_ANOTHER = ['runSavedScreen', 'runSharedScreen', 'verifyFact'];

const withAsOf = OPERATIONS.filter(({ name, input }) => 'as_of' in input.shape && !RUN_ANOTHER.includes(name));
const kept = new Map<string, unknown>();
let companies: DatedCompanies;

const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000 - 1);

/** The response without what only a request for a day has, and without the members that it declares to be of now. */
function comparable(operation: AnyOperation, json: Record<string, unknown>, current: readonly string[]): unknown {
  const top = Object.fromEntries(
    Object.entries(json).filter(
      ([name]) => !OF_AS_OF.includes(name) && (name !== 'as_of' || HAS_OWN_AS_OF.includes(operation.name)),
    ),
  );
  return without(top, new Set(current));
}

/** Names are of members anywhere, or paths from the top: `entity.status`. */
function without(value: unknown, names: ReadonlySet<string>, path = ''): unknown {
  if (Array.isArray(value)) return value.map(item => without(item, names, path));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      names.has(name) || names.has(path + name) ? [] : [[name, without(member, names, `${path}${name}.`)]],
    ),
  );
}

async function ask(operation: AnyOperation, input: Record<string, unknown>, asOf: string | null) {
  const given = asOf === null || operation.name === 'getSupplyChain' ? input : { ...input, as_of: asOf };
  const withDay =
    operation.name === 'getSupplyChain' ? { ...input, as_of: asOf ?? now.toISOString().slice(0, 10) } : given;
  const call = callOf(operation, withDay);
  return api.ask({ ...call, headers: { 'x-api-key': api.key } });
}

const nameOf = (operation: AnyOperation, input: Record<string, unknown>, day: string): string =>
  `${operation.name} ${JSON.stringify(input)} ${day}`;

beforeAll(async () => {
  companies = await seedDatedCompanies(database.db);
  let after = '0001-01-01';
  for (const day of DAYS) {
    await storeRecords(database.db, companies, { after, until: day });
    after = day;
    now = endOf(day);
    for (const operation of withAsOf) {
      for (const input of CALLS[operation.name] ?? []) {
        kept.set(nameOf(operation, input, day), await ask(operation, input, null));
      }
    }
  }
  now = new Date('2026-06-01T12:00:00Z');
}, 300_000);

describe('as_of', () => {
  it('has calls of every operation that takes it, and of no other', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(withAsOf.map(({ name }) => name).toSorted());
  });

  for (const operation of withAsOf) {
    it(`answers ${operation.name} as on the day, regardless of what became known later`, async () => {
      for (const input of CALLS[operation.name] ?? []) {
        for (const day of DAYS) {
          const then = kept.get(nameOf(operation, input, day)) as Awaited<ReturnType<typeof ask>>;
          const response = await ask(operation, input, day);
          const where = nameOf(operation, input, day);
          if (operation.mediaType !== undefined) {
            expect(response.text, where).toBe(then.text);
            continue;
          }
          if (then.status !== 200) {
            expect(response.json.items ?? response.json.roles ?? [], where).toEqual([]);
            continue;
          }
          expect(response.status, `${where} ${response.text}`).toBe(200);
          const current = (response.json.current_members ?? []) as string[];
          expect(comparable(operation, response.json, current), where).toEqual(
            comparable(operation, then.json, current),
          );
          if (!HAS_OWN_AS_OF.includes(operation.name)) expect(response.json.as_of, where).toBe(day);
          expect(response.json.known_until, where).toBe(new Date(endOf(day).getTime() + 1).toISOString());
        }
      }
    });
  }

  it('changes what the operations answer between the days', () => {
    const unchanged = withAsOf.filter(({ name }) =>
      (CALLS[name] ?? []).every(input => {
        const texts = DAYS.map(day => (kept.get(`${name} ${JSON.stringify(input)} ${day}`) as { text: string }).text);
        return new Set(texts.map(text => text.replace(/"(known_until|as_of)":"[^"]*"/g, ''))).size === 1;
      }),
    );
    // The names and listings of the companies do not change.
    expect(unchanged.map(({ name }) => name)).toEqual(['lookupEntity']);
  });
});
