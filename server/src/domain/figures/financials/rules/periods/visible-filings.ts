import { type Day, fromNewYorkClock, type Instant, type IsoDate, parseDay } from '../../../../../kernel/dates.ts';
import type { FactFiling, FactSet } from '../../../../filings/facts/model/facts.ts';
import { type FormRole, filingRole, isAmendment, isDigest } from './forms.ts';

/** A visible filing with its position in the order of becoming known. */
export interface SeenFiling {
  readonly accession: string;
  readonly form: string;
  readonly role: FormRole;
  readonly isAmendment: boolean;
  readonly filed: IsoDate;
  readonly knownAt: Instant;
  /** Day of `knownAt` in UTC, the unit of distances between vintages. */
  readonly knownDay: number;
  readonly fiscalYear: number | null;
  /** Last day of its period if the registry states it by category; null if facts must show it. */
  readonly statedEnd: Day | null;
  /** The registry's label of the filing: `Q1`, `FY` … */
  readonly fiscalPeriod: string | null;
  /** Whether only its main figures were read: a digest of earnings, or sources with a part of the report. */
  readonly isSummary: boolean;
}

const DAY_MS = 86_400_000;

/**
 * When a filing became public: as stated, or by the rule of its registry, or at 06:00 New York on its day, when EDGAR
 * opens.
 */
export function knownAtOf(filing: FactFiling, knownAt: Readonly<Record<string, Instant>>): Instant {
  const stated = knownAt[filing.accession] ?? filing.acceptedAt ?? filing.assumedKnownAt;
  return stated ?? fromNewYorkClock(filing.filed, '06:00:00');
}

/**
 * The filings of all sets that contribute values and were known, and not void, by the end of `asOf` (UTC), oldest
 * first. On one day recasts precede interim reports and these annual reports, so that the latter win.
 */
export function seeFilings(
  sets: readonly FactSet[],
  knownAt: Readonly<Record<string, Instant>>,
  asOf: IsoDate | null,
  voidSince: Readonly<Record<string, Instant>> | undefined = {},
): SeenFiling[] {
  const seen = new Map<string, SeenFiling>();
  const limit = asOf === null ? Number.POSITIVE_INFINITY : Date.parse(`${asOf}T00:00:00Z`) + DAY_MS;
  const isVoid = (accession: string): boolean => Date.parse(voidSince[accession] ?? '') < limit;
  for (const set of sets) {
    for (const filing of set.filings) {
      if (isVoid(filing.accession)) continue;
      const known = seen.get(filing.accession);
      if (known) {
        const fiscalYear = known.fiscalYear ?? filing.fiscalYear;
        const isSummary = known.isSummary && isSummaryIn(set, filing);
        if (fiscalYear !== known.fiscalYear || isSummary !== known.isSummary) {
          seen.set(filing.accession, { ...known, fiscalYear, isSummary });
        }
        continue;
      }
      const described = describe(set, filing, knownAt);
      if (described && Date.parse(described.knownAt) < limit) seen.set(filing.accession, described);
    }
  }
  return [...seen.values()].sort(compareFilings);
}

function isSummaryIn(set: FactSet, { form }: FactFiling): boolean {
  return set.isPartial === true || isDigest(form);
}

function describe(set: FactSet, filing: FactFiling, knownAt: Readonly<Record<string, Instant>>): SeenFiling | null {
  const role = filingRole(filing);
  if (role === null) return null;
  const instant = knownAtOf(filing, knownAt);
  return {
    accession: filing.accession,
    form: filing.form,
    role,
    isAmendment: isAmendment(filing),
    filed: filing.filed,
    knownAt: instant,
    knownDay: Math.floor(Date.parse(instant) / DAY_MS),
    fiscalYear: filing.fiscalYear,
    statedEnd: filing.category === undefined || filing.periodEnd === null ? null : parseDay(filing.periodEnd),
    fiscalPeriod: filing.fiscalPeriod,
    isSummary: isSummaryIn(set, filing),
  };
}

/** Of two reports of one day the annual one is the later, whatever their instants. */
const WEIGHTS: Readonly<Record<FormRole, number>> = { recast: 0, registration: 0, interim: 1, annual: 2 };

function compareFilings(a: SeenFiling, b: SeenFiling): number {
  if (a.knownDay !== b.knownDay) return a.knownDay - b.knownDay;
  if (a.role !== b.role && WEIGHTS[a.role] !== WEIGHTS[b.role]) return WEIGHTS[a.role] - WEIGHTS[b.role];
  if (a.knownAt !== b.knownAt) return a.knownAt < b.knownAt ? -1 : 1;
  return a.accession < b.accession ? -1 : 1;
}
