import { expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { LAST_DAY, learnAll, randomPanel, seedPanelCompanies } from '../../../../../test/seeds/panel-companies.ts';
import { randomNumbers } from '../../../../../test/seeds/restating-filer.ts';
import { DEFAULT_PLANS } from '../../../../accounts/plans.ts';

/** `ASFILED_LOOK_AHEAD` sets the number of trials. */
const TRIALS = Number(process.env.ASFILED_LOOK_AHEAD ?? 24);
/** Days after which more becomes known; each company has at least a report a year. */
const STEPS = Math.min(140, Math.max(3, Math.ceil(TRIALS / 50)));
const [FIRST_MS, LAST_MS] = [Date.parse('2013-04-01'), Date.parse(LAST_DAY)];

const database = useTestDatabase();
const CREDITS = { creditsPerDay: 1_000_000_000, creditsPerMonth: 1_000_000_000 };
const api = useTestApi(database, {
  now: () => new Date('2024-06-10T12:00:00Z'),
  plans: {
    ...DEFAULT_PLANS,
    business: { ...DEFAULT_PLANS.business, ...CREDITS, requestsPerSecond: 1_000, burst: 1_000_000 },
  },
});

it(`no byte of a panel changes when facts, closes and rates become known later, in ${TRIALS} trials`, async () => {
  const cutoffs = Array.from({ length: STEPS + 1 }, (_, at) =>
    new Date(FIRST_MS + ((LAST_MS - FIRST_MS) * at) / STEPS).toISOString().slice(0, 10),
  );
  const random = randomNumbers(23);
  const companies = await seedPanelCompanies(database.db, cutoffs[0] ?? '');
  let [trials, bytes] = [0, 0];
  for (const [at, until] of cutoffs.slice(1).entries()) {
    const before = cutoffs[at] ?? '';
    const asked: { url: string; text: string }[] = [];
    while (trials < ((at + 1) * TRIALS) / STEPS) {
      const url = `/api/v1/panel?${new URLSearchParams(randomPanel(random, before))}`;
      const { status, text } = await api.get(url);
      expect(status, text).toBe(200);
      asked.push({ url, text });
      trials++;
      bytes += text.length;
    }
    await learnAll(database.db, companies, before, until);
    for (const { url, text } of asked) expect((await api.get(url)).text, url).toBe(text);
  }
  expect(trials).toBeGreaterThanOrEqual(TRIALS);
  expect(bytes).toBeGreaterThan(TRIALS * 500);
  // What became known later is there for later days.
  const { text } = await api.get('/api/v1/panel?measures=revenue,market_cap&days=2013-04-01,2018-06-29');
  const countOf = (day: string) =>
    text.split('\r\n').filter(line => new RegExp(`^${day},.*\\d,\\d+`).test(line)).length;
  expect(countOf('2018-06-29')).toBeGreaterThan(countOf('2013-04-01'));
}, 3_600_000);
