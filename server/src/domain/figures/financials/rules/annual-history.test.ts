import { describe, expect, it } from 'vitest';
import { randomNumbers, restatingFiler } from '../../../../../test/seeds/restating-filer.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { AnnualAmounts, AnnualVersion } from '../model/financials.ts';
import { annualHistory, firstChange, knownDays } from './annual-history.ts';
import { type FictionalReport, fictionalFacts, fictionalInput } from './fictional-filer.ts';
import { annualYears, type FinancialsInput, packFinancials } from './financials.ts';

const FILERS = 40;

function inputOf(reports: readonly FictionalReport[]): FinancialsInput {
  return fictionalInput([fictionalFacts(reports)]);
}

function versionsOf(
  input: FinancialsInput,
  since: IsoDate = '',
  before: readonly AnnualVersion[] = [],
): AnnualVersion[] {
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
function yearsOn(versions: readonly AnnualVersion[], day: IsoDate): AnnualAmounts[] {
  return versions
    .filter(({ knownFrom, knownTo }) => knownFrom <= day && (knownTo === null || knownTo > day))
    .map(({ year, presented }) => {
      const last = presented.findLast(one => one.day <= day);
      if (last === undefined) throw new Error(`no filing presents ${year.fiscalYear} on ${day}`);
      return { ...year, accession: last.accession, status: last.status };
    })
    .sort((a, b) => b.periodEnd - a.periodEnd);
}

const filers = Array.from({ length: FILERS }, (_, at) => restatingFiler(`f${at}`, randomNumbers(at + 1)));

describe('annualHistory', () => {
  it('returns for every day what the facts known by its end give', () => {
    for (const [at, reports] of filers.entries()) {
      const input = inputOf(reports);
      const versions = versionsOf(input);
      const random = randomNumbers(at + 100);
      for (let trial = 0; trial < 8; trial++) {
        const day = new Date(Date.UTC(2011, 0, 1 + Math.floor(random() * 5_000))).toISOString().slice(0, 10);
        expect(yearsOn(versions, day)).toEqual(annualYears({ ...input, asOf: day }));
      }
      expect(yearsOn(versions, '9999-12-31')).toEqual(packFinancials(input).years);
    }
  });

  it('returns the same for a day whatever becomes known later', () => {
    let trials = 0;
    for (const reports of filers) {
      const whole = versionsOf(inputOf(reports));
      for (let count = 1; count < reports.length; count++) {
        const until = reports[count]?.filed ?? '';
        const early = versionsOf(inputOf(reports.filter(report => report.filed < until)));
        for (const day of new Set(reports.map(report => report.filed).filter(filed => filed < until))) {
          expect(yearsOn(whole, day)).toEqual(yearsOn(early, day));
          trials++;
        }
      }
    }
    expect(trials).toBeGreaterThan(500);
  });

  it('gives the same versions if it continues from those known before', () => {
    for (const reports of filers.slice(0, 10)) {
      const input = inputOf(reports);
      const whole = versionsOf(input);
      for (const { day } of knownDays(input)) {
        const before = whole
          .filter(({ knownFrom, knownTo }) => knownFrom < day && (knownTo === null || knownTo >= day))
          .map(version => ({
            ...version,
            presented: version.presented.filter(one => one.day < day),
            knownTo: null,
          }));
        const past = whole.filter(({ knownTo }) => knownTo !== null && knownTo < day);
        const sorted = (versions: readonly AnnualVersion[]) => versions.map(version => JSON.stringify(version)).sort();
        expect(sorted([...past, ...versionsOf(input, day, before)])).toEqual(sorted(whole));
      }
    }
  });

  it('ends a year whose only filing became void', () => {
    const input = { ...inputOf((filers[0] ?? []).slice(0, 1)), voidSince: { 'f0-0': '2020-05-04T10:00:00Z' } };
    const versions = versionsOf(input);
    expect(yearsOn(versions, '2020-05-03')).not.toEqual([]);
    expect(yearsOn(versions, '2020-05-04')).toEqual([]);
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
