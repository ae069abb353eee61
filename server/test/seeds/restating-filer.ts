import type { FictionalReport } from '../../src/domain/figures/financials/rules/fictional-filer.ts';
import { balance, flows } from '../../src/domain/figures/financials/rules/fictional-filer.ts';

/** Random numbers from 0 to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed * 7_919 + 17;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const DAY_MS = 86_400_000;

/**
 * Annual reports of a fictional filer, in the order of filing. Each shows one or two earlier years, often recast by some per cent;
 * some are amended within a year, and some are late.
 */
export function restatingFiler(name: string, random: () => number): FictionalReport[] {
  const first = 2010 + Math.floor(random() * 4);
  const count = 3 + Math.floor(random() * 6);
  const figures = Array.from({ length: count + 2 }, (_, at) => ({
    revenue: Math.round(1e6 * 1.1 ** at * (0.9 + random() * 0.2)),
    assets: Math.round(2e6 * 1.05 ** at * (0.9 + random() * 0.2)),
  }));
  const reports: FictionalReport[] = [];
  const report = (at: number, form: string, filedMs: number): void => {
    const shown = random() < 0.5 ? 1 : 2;
    for (let back = 1; back <= shown; back++) {
      const recast = figures[at - back];
      if (recast !== undefined && random() < 0.4)
        recast.revenue = Math.round(recast.revenue * (0.96 + random() * 0.08));
    }
    const years = Array.from({ length: shown + 1 }, (_, back) => at - back).filter(year => year >= 0);
    const of = <T>(show: (year: number, shownFigures: { revenue: number; assets: number }) => [string, T]) =>
      Object.fromEntries(years.flatMap(year => (figures[year] === undefined ? [] : [show(year, figures[year])])));
    reports.push({
      accession: `${name}-${reports.length}`,
      form,
      filed: new Date(filedMs).toISOString().slice(0, 10),
      fiscalYear: first + at,
      durations: of((year, { revenue }) => [`${first + year}-01-01..${first + year}-12-31`, flows(revenue)]),
      instants: of((year, { assets }) => [`${first + year}-12-31`, balance(assets)]),
    });
  };
  for (let at = 1; at <= count; at++) {
    const filedMs = Date.UTC(first + at + 1, 1, 1) + Math.floor(random() * 60) * DAY_MS;
    report(at, '10-K', filedMs);
    const latest = figures[at];
    if (random() < 0.3 && latest !== undefined) {
      latest.revenue = Math.round(latest.revenue * (0.96 + random() * 0.08));
      report(at, '10-K/A', filedMs + (10 + Math.floor(random() * 200)) * DAY_MS);
    }
  }
  return reports;
}
