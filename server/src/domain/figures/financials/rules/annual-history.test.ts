import { describe, expect, it } from 'vitest';
import { randomNumbers, restatingFiler } from '../../../../../test/seeds/restating-filer.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { AnnualAmounts, AnnualFigures, FiguresHistory, YearVersion } from '../model/financials.ts';
import { annualHistory, firstChange, knownDays } from './annual-history.ts';
import { balance, type FictionalReport, fictionalFacts, fictionalInput, flows } from './fictional-filer.ts';
import { type FinancialsInput, knownFigures, packFinancials } from './financials.ts';
import { amountPosition } from './periods/annual-amounts.ts';

const FILERS = 40;
/** `ASFILED_LOOK_AHEAD` sets the number of trials. */
const LOOK_AHEAD_TRIALS = Number(process.env.ASFILED_LOOK_AHEAD ?? 500);

function inputOf(reports: readonly FictionalReport[]): FinancialsInput {
  return fictionalInput([fictionalFacts(reports)]);
}

function historyOf(
  input: FinancialsInput,
  since: IsoDate = '',
  before: FiguresHistory = { years: [], trailing: [] },
): FiguresHistory {
  const days = knownDays(input).map(({ day }) => day);
  const steps = annualHistory(
    input,
    days.filter(day => day >= since),
    before,
  );
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** What the versions say of a day, newest year first. */
function yearsOn<Figures extends AnnualFigures>(
  versions: readonly YearVersion<Figures>[],
  day: IsoDate,
): (Figures & Pick<AnnualAmounts, 'accession' | 'status'>)[] {
  return versions
    .filter(({ knownFrom, knownTo }) => knownFrom <= day && (knownTo === null || knownTo > day))
    .map(({ year, presented }) => {
      const last = presented.findLast(one => one.day <= day);
      if (last === undefined) throw new Error(`no filing presents ${year.fiscalYear} on ${day}`);
      return { ...year, accession: last.accession, status: last.status };
    })
    .sort((a, b) => b.periodEnd - a.periodEnd);
}

function knownBefore<Figures extends AnnualFigures>(versions: readonly YearVersion<Figures>[], day: IsoDate) {
  return versions
    .filter(({ knownFrom, knownTo }) => knownFrom < day && (knownTo === null || knownTo >= day))
    .map(version => ({ ...version, presented: version.presented.filter(one => one.day < day), knownTo: null }));
}

function endedBefore<Figures extends AnnualFigures>(versions: readonly YearVersion<Figures>[], day: IsoDate) {
  return versions.filter(({ knownTo }) => knownTo !== null && knownTo < day);
}

const sorted = (versions: readonly object[]) => versions.map(version => JSON.stringify(version)).sort();

const filers = Array.from({ length: FILERS }, (_, at) => restatingFiler(`f${at}`, randomNumbers(at + 1)));

describe('annualHistory', () => {
  it('returns for every day what the facts known by its end give', () => {
    for (const [at, reports] of filers.entries()) {
      const input = inputOf(reports);
      const { years, trailing } = historyOf(input);
      const random = randomNumbers(at + 100);
      for (let trial = 0; trial < 8; trial++) {
        const day = new Date(Date.UTC(2011, 0, 1 + Math.floor(random() * 5_000))).toISOString().slice(0, 10);
        const known = knownFigures({ ...input, asOf: day });
        expect(yearsOn(years, day)).toEqual(known.years);
        expect(yearsOn(trailing, day)).toEqual(known.trailing === null ? [] : [known.trailing]);
      }
      expect(yearsOn(years, '9999-12-31')).toEqual(packFinancials(input).years);
    }
  });

  it(`returns the same for a day regardless of what becomes known later, in ${LOOK_AHEAD_TRIALS} trials`, () => {
    let trials = 0;
    for (let at = 0; trials < LOOK_AHEAD_TRIALS; at++) {
      const reports = filers[at] ?? restatingFiler(`f${at}`, randomNumbers(at + 1));
      const whole = historyOf(inputOf(reports));
      for (let count = 1; count < reports.length; count++) {
        const until = reports[count]?.filed ?? '';
        const early = historyOf(inputOf(reports.filter(report => report.filed < until)));
        for (const day of new Set(reports.map(report => report.filed).filter(filed => filed < until))) {
          expect(yearsOn(whole.years, day)).toEqual(yearsOn(early.years, day));
          expect(yearsOn(whole.trailing, day)).toEqual(yearsOn(early.trailing, day));
          trials++;
        }
      }
    }
    expect(trials).toBeGreaterThanOrEqual(LOOK_AHEAD_TRIALS);
  }, 3_600_000);

  it('gives the same versions if it continues from those known before', () => {
    for (const reports of filers.slice(0, 10)) {
      const input = inputOf(reports);
      const whole = historyOf(input);
      for (const { day } of knownDays(input)) {
        const known = historyOf(input, day, {
          years: knownBefore(whole.years, day),
          trailing: knownBefore(whole.trailing, day),
        });
        expect(sorted([...endedBefore(whole.years, day), ...known.years])).toEqual(sorted(whole.years));
        expect(sorted([...endedBefore(whole.trailing, day), ...known.trailing])).toEqual(sorted(whole.trailing));
      }
    }
  });

  it('ends a year whose only filing became void', () => {
    const input = { ...inputOf((filers[0] ?? []).slice(0, 1)), voidSince: { 'f0-0': '2020-05-04T10:00:00Z' } };
    const { years, trailing } = historyOf(input);
    expect(yearsOn(years, '2020-05-03')).not.toEqual([]);
    expect(yearsOn(years, '2020-05-04')).toEqual([]);
    expect(yearsOn(trailing, '2020-05-03')).not.toEqual([]);
    expect(yearsOn(trailing, '2020-05-04')).toEqual([]);
  });
});

describe('the trailing year', () => {
  const quarter = (from: string, to: string, revenue: number) => ({ [`${from}..${to}`]: flows(revenue) });
  const shares = (count: number) => ({ 'dei:EntityCommonStockSharesOutstanding': count });
  const input = inputOf([
    {
      accession: 'k',
      form: '10-K',
      filed: '2022-02-20',
      durations: { ...quarter('2021-01-01', '2021-12-31', 400), ...quarter('2020-01-01', '2020-12-31', 300) },
      instants: { '2021-12-31': balance(1_000, shares(50)), '2020-12-31': balance(900) },
    },
    {
      accession: 'q',
      form: '10-Q',
      filed: '2022-05-05',
      durations: { ...quarter('2022-01-01', '2022-03-31', 130), ...quarter('2021-01-01', '2021-03-31', 90) },
      instants: { '2022-03-31': balance(1_100, shares(52)), '2021-12-31': balance(1_000) },
    },
  ]);
  const of = (day: IsoDate) => {
    const [year] = yearsOn(historyOf(input).trailing, day);
    const amount = (code: string) => year?.amounts[(amountPosition(code) ?? 0) - 1];
    return [year?.accession, amount('revenue'), amount('total_assets'), year?.shares?.count, year?.shares?.knownOn];
  };

  it('is the fiscal year until an interim report is known, then four quarters with the balances at their end', () => {
    expect(of('2022-02-19')).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(of('2022-05-04')).toEqual(['k', 400, 1_000, 50, '2022-02-20']);
    expect(of('2022-05-05')).toEqual(['q', 440, 1_100, 52, '2022-05-05']);
  });
});

describe('knownDays', () => {
  const reports = filers[1] ?? [];
  const days = knownDays(inputOf(reports));

  it('has a day for each on which a filing became known', () => {
    expect(days.map(({ day }) => day)).toEqual([...new Set(reports.map(({ filed }) => filed))].sort());
    expect(days.map(({ newest }) => newest?.slice(0, 10))).toEqual(days.map(({ day }) => day));
  });

  it('keeps its digests when a later filing is added', () => {
    const fewer = knownDays(inputOf(reports.slice(0, -1)));
    expect(firstChange(fewer, days)).toBe(reports.at(-1)?.filed);
    expect(firstChange(days, days)).toBeNull();
  });

  it('changes from the day of a filing on whose figures changed', () => {
    for (const [at, changed] of reports.entries()) {
      const [dates = '', figures] = Object.entries(changed.durations ?? {})[0] ?? [];
      const durations = { ...changed.durations, [dates]: { ...figures, NetIncomeLoss: 1 } };
      const others = reports.map((report, place) => (place === at ? { ...report, durations } : report));
      expect(firstChange(days, knownDays(inputOf(others)))).toBe(changed.filed);
    }
  });

  it('begins at the first day when what is known of the filer itself changes', () => {
    expect(firstChange(days, knownDays({ ...inputOf(reports), sic: '6021' }))).toBe(days[0]?.day);
  });
});
