import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedYears } from '../../../../../test/seeds/fiscal-years.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import { AMOUNT_CODES, AMOUNTS_LAYOUT } from '../rules/periods/annual-amounts.ts';
import { ANNUAL_COLUMNS, annualLine } from '../store.ts';

const database = useTestDatabase();
const api = useTestApi(database);

const NEWEST = 2024;
const COMPANIES = 30;
const CODES = ['revenue', 'cash', 'inventory', 'ebitda', 'gross_margin'] as const;
type Code = (typeof CODES)[number];
type Year = Record<Code, number | null>;

/** Fictional figures of each company, newest year first, with gaps, zeros and losses. */
const companies: Year[][] = [];

let seed = 11;
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

function randomAmount(): number | null {
  const chance = random();
  if (chance < 0.08) return null;
  return chance < 0.12 ? 0 : Math.round((random() - 0.15) * 1e6);
}

beforeAll(async () => {
  for (let company = 0; company < COMPANIES; company++) {
    const years = Array.from({ length: 12 }, () => {
      const amounts = Object.fromEntries(CODES.map(code => [code, randomAmount()])) as Year;
      return { ...amounts, gross_margin: random() < 0.1 ? null : random() };
    });
    companies.push(years);
    const issuer = await seedIssuer(database.db, { key: `cik:${company + 1}`, name: `Company ${company}` });
    const lines = years.map((amounts, back) =>
      annualLine(issuer, {
        periodStart: parseDay(`${NEWEST - back}-01-01`) ?? 0,
        periodEnd: parseDay(`${NEWEST - back}-12-31`) ?? 0,
        fiscalYear: NEWEST - back,
        isNewest: back === 0,
        isStandAlone: false,
        // The two oldest years are in another currency, which no formula may mix.
        currency: back < 10 ? 'USD' : 'EUR',
        status: 'published',
        accession: `9999900001-${NEWEST - back}-000001`,
        layout: AMOUNTS_LAYOUT,
        amounts: AMOUNT_CODES.map(code => amounts[code as Code] ?? null),
      }),
    );
    await database.db.transaction(tx => tx.copy('annual_amounts', ANNUAL_COLUMNS, lines));
  }
});

/** A formula as text beside its value by plain arithmetic, which shares no code with the parser or the statement. */
interface Formula {
  text: string;
  of(years: readonly Year[], back: number): number | null;
}

type Known = (...values: number[]) => number | null;
const known =
  (compute: Known): ((...values: (number | null)[]) => number | null) =>
  (...values) =>
    values.includes(null) ? null : compute(...(values as number[]));

const amount = (code: Code): Formula => ({
  text: code,
  of: (years, back) => (back < 10 ? (years[back]?.[code] ?? null) : null),
});

const plus = known((a, b) => a + b);
const ratio = known((a, b) => (b === 0 ? null : a / b));

function overYears(formula: Formula, count: number, compute: (values: number[]) => number | null): Formula['of'] {
  return (years, back) => {
    const values = Array.from({ length: count }, (_, at) => formula.of(years, back + at));
    return values.includes(null) ? null : compute(values as number[]);
  };
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function slopeOf(values: number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = meanOf(values);
  const products = values.map((value, back) => (middle - back) * (value - mean));
  const squares = values.map((_, back) => (middle - back) ** 2);
  return products.reduce((a, b) => a + b, 0) / squares.reduce((a, b) => a + b, 0);
}

function variabilityOf(values: number[]): number | null {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return mean === 0 ? null : Math.sqrt(squares / (values.length - 1)) / Math.abs(mean);
}

function growthOf(formula: Formula, count: number): Formula['of'] {
  return (years, back) => {
    const [from, to] = [formula.of(years, back + count), formula.of(years, back)];
    if (from === null || to === null || from <= 0 || to < 0) return null;
    return (to / from) ** (1 / count) - 1;
  };
}

function risesOf(formula: Formula): Formula['of'] {
  return (years, back) => {
    for (let count = 0; ; count++) {
      const [to, from] = [formula.of(years, back + count), formula.of(years, back + count + 1)];
      if (to === null || from === null) return count === 0 ? null : count;
      if (to <= from || back + count >= 10) return count;
    }
  };
}

const { revenue, cash, inventory, ebitda, margin } = {
  revenue: amount('revenue'),
  cash: amount('cash'),
  inventory: amount('inventory'),
  ebitda: amount('ebitda'),
  margin: amount('gross_margin'),
};

const FORMULAS: Formula[] = [
  { text: 'cash + inventory', of: (y, b) => plus(cash.of(y, b), inventory.of(y, b)) },
  { text: '2 * cash - inventory / 4', of: (y, b) => known((c, i) => 2 * c - i / 4)(cash.of(y, b), inventory.of(y, b)) },
  { text: '-(cash - inventory)', of: (y, b) => known((c, i) => -(c - i))(cash.of(y, b), inventory.of(y, b)) },
  {
    text: 'abs(ebitda) * gross_margin',
    of: (y, b) => known((e, m) => Math.abs(e) * m)(ebitda.of(y, b), margin.of(y, b)),
  },
  { text: 'inventory / ebitda', of: (y, b) => ratio(inventory.of(y, b), ebitda.of(y, b)) },
  { text: 'prior(revenue, 4)', of: (y, b) => revenue.of(y, b + 4) },
  { text: 'prior(prior(revenue, 4), 6)', of: () => null },
  { text: 'revenue_growth_3y', of: growthOf(revenue, 3) },
  { text: 'inventory_growth', of: growthOf(inventory, 1) },
  { text: 'growth(cash, 9)', of: growthOf(cash, 9) },
  { text: 'growth(growth(revenue))', of: growthOf({ text: '', of: growthOf(revenue, 1) }, 1) },
  { text: 'mean(revenue, 3)', of: overYears(revenue, 3, meanOf) },
  { text: 'least(revenue, 5)', of: overYears(revenue, 5, values => Math.min(...values)) },
  { text: 'greatest(revenue, 5)', of: overYears(revenue, 5, values => Math.max(...values)) },
  { text: 'slope(revenue, 5)', of: overYears(revenue, 5, slopeOf) },
  { text: 'variability(gross_margin, 4)', of: overYears(margin, 4, variabilityOf) },
  { text: 'mean(prior(cash), 3)', of: (y, b) => overYears(cash, 3, meanOf)(y, b + 1) },
  { text: 'rises(revenue)', of: risesOf(revenue) },
  {
    text: 'points(cash > 0, inventory > prior(inventory), not (ebitda >= 0) or cash > ebitda)',
    of: (y, b) => {
      const [c, i, before, e] = [cash.of(y, b), inventory.of(y, b), inventory.of(y, b + 1), ebitda.of(y, b)];
      if (c === null || i === null || before === null) return null;
      // In three-valued logic: unknown or true is true, unknown or false is unknown.
      if (e === null) return null;
      return Number(c > 0) + Number(i > before) + Number(!(e >= 0) || c > e);
    },
  },
];

interface Row {
  entity: { canonical_key: string };
  values: Record<string, number | null>;
}

test.each([NEWEST, NEWEST - 3])('formulas of %i equal a computation by hand', async fiscalYear => {
  const query = new URLSearchParams({
    columns: FORMULAS.map(({ text }) => text).join(),
    fiscal_year: String(fiscalYear),
    limit: '200',
  });
  const { status, json } = await api.get(`/api/v1/financials/screen?${query}`);
  expect(status, JSON.stringify(json)).toBe(200);
  const rows = json.items as Row[];
  expect(rows).toHaveLength(COMPANIES);
  for (const { entity, values } of rows) {
    const years = companies[Number(entity.canonical_key.slice(4)) - 1] as Year[];
    for (const { text, of } of FORMULAS) {
      const expected = of(years, NEWEST - fiscalYear);
      const message = `${text} of ${entity.canonical_key}`;
      if (expected === null) expect(values[text], message).toBeNull();
      else expect(values[text], message).toBeCloseTo(expected, 8 - Math.ceil(Math.log10(Math.abs(expected) + 1)));
    }
  }
});

test('a condition selects the companies for which its computation by hand is true', async () => {
  const query = new URLSearchParams({
    where: 'revenue_growth_3y > 10% and inventory_growth > growth(revenue)',
    limit: '200',
  });
  const { json } = await api.get(`/api/v1/financials/screen?${query}`);
  const isMatch = (years: readonly Year[]) => {
    const [over3, stock, sales] = [growthOf(revenue, 3), growthOf(inventory, 1), growthOf(revenue, 1)].map(of =>
      of(years, 0),
    );
    return known((a, b, c) => Number(a > 0.1 && b > c))(over3 ?? null, stock ?? null, sales ?? null) === 1;
  };
  const expected = companies.flatMap((years, at) => (isMatch(years) ? [`cik:${at + 1}`] : []));
  expect(expected.length).toBeGreaterThan(1);
  expect((json.items as Row[]).map(row => row.entity.canonical_key).sort()).toEqual(expected.sort());
});

test('functions of functions either take well below a second or are rejected', async () => {
  for (const count of [5, 6, 7, 8, 9, 10]) {
    const nested = `${'growth('.repeat(count)}revenue${')'.repeat(count)}`;
    for (const query of [{ where: `${nested} > 0` }, { sort: nested }, { columns: nested }]) {
      const startedMs = performance.now();
      const { status, json } = await api.get(`/api/v1/financials/screen?${new URLSearchParams(query)}`);
      expect([200, 422], JSON.stringify(json).slice(0, 200)).toContain(status);
      expect(performance.now() - startedMs).toBeLessThan(5_000);
    }
  }
  const columns = Array.from({ length: 20 }, (_, at) => `mean(beneish_m_score + ${at}, 10)`).join();
  const { status, text } = await api.get(`/api/v1/financials/screen?${new URLSearchParams({ columns })}`);
  expect(status).toBe(422);
  expect(text).toContain('compute more than 8000 values for each company together');
});

test('of two earlier fiscal years of one number, the one that ended later counts', async () => {
  const issuer = await seedIssuer(database.db, { key: 'cik:99', name: 'Changed its year' });
  await seedYears(database.db, issuer, [
    { fiscalYear: 2024, of: { revenue: 400 } },
    { fiscalYear: 2023, periodEnd: parseDay('2023-12-31') ?? 0, of: { revenue: 300 } },
    { fiscalYear: 2023, periodEnd: parseDay('2023-06-30') ?? 0, of: { revenue: 900, cash: 5 } },
  ]);
  const columns = 'prior(revenue),revenue_growth_1y,prior(cash)';
  const { json } = await api.get(`/api/v1/financials/screen?tickers=cik:99&columns=${encodeURIComponent(columns)}`);
  const [{ values } = { values: {} }] = json.items as { values: Record<string, number | null> }[];
  expect(values).toEqual({ 'prior(revenue)': 300, revenue_growth_1y: 0.333333333333, 'prior(cash)': null });
});
