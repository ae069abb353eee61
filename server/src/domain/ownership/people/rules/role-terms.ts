import { addDays, type IsoDate } from '../../../../kernel/dates.ts';
import type { Confirmation, Relation, RoleStatement, SinceMeaning } from '../model/role.ts';

/** A statement with where it stands. */
export interface SourcedStatement extends RoleStatement {
  registry: string;
  /** The filing that says so; null for lists of the registry. */
  filingId: string | null;
  url: string | null;
  /** Never null: of a list without a date the day on which it was read. */
  asOf: IsoDate;
}

/** One mandate: of a person in a relation, from its beginning to its end. */
export interface RoleTerm {
  relation: Relation;
  roleTitle: string | null;
  sinceDate: IsoDate | null;
  sinceMeaning: SinceMeaning | null;
  /** First sight of it. */
  observedSinceDate: IsoDate;
  untilDate: IsoDate | null;
  termEndDate: IsoDate | null;
  confirmedDate: IsoDate;
  /** The day from which it no longer counts as current. */
  currentUntil: IsoDate;
  shares: string | null;
  ownershipPct: string | null;
  ownershipMinPct: string | null;
  ownershipMaxPct: string | null;
  naturesOfControl: string[];
  registry: string;
  /** The statements that say so, newest first. */
  evidence: SourcedStatement[];
}

/** A day after all others: a register that is live has its word to the end. */
export const FOR_EVER: IsoDate = '9999-12-31';

/** Days for which a source's word of somebody in office holds. */
const HOLDS_FOR_DAYS: Readonly<Record<Exclude<Confirmation, 'live'>, number>> = { annual: 548, stake: 1_096 };
/** Who comes back within so many days was never away. */
const SAME_TERM_DAYS = 180;
const MOST_EVIDENCE = 3;

const IS_STAKE: ReadonlySet<Relation> = new Set(['major_shareholder', 'significant_control']);

/** The mandates of one person in one relation at one issuer, by what was stated of them. Newest first. */
export function toTerms(statements: readonly SourcedStatement[]): RoleTerm[] {
  const terms: SourcedStatement[][] = [];
  for (const one of statements.toSorted(byBeginning)) {
    const open = terms.at(-1);
    if (open !== undefined && continues(open, one)) open.push(one);
    else terms.push([one]);
  }
  return terms.map(toTerm).reverse();
}

function byBeginning(a: SourcedStatement, b: SourcedStatement): number {
  const first = (one: SourcedStatement): string => one.sinceDate ?? one.asOf;
  return compare(first(a), first(b)) || compare(a.asOf, b.asOf) || compare(a.filingId ?? '', b.filingId ?? '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether a statement speaks of the term so far: it begins before that ended, or soon after. */
function continues(term: readonly SourcedStatement[], next: SourcedStatement): boolean {
  const beginsOn = next.sinceDate ?? next.asOf;
  const ended = endOf(term);
  if (ended !== null) return beginsOn <= addDays(ended, SAME_TERM_DAYS) || next.untilDate === ended;
  const [first] = term;
  if (first === undefined || !IS_STAKE.has(first.relation)) return true;
  // A stake is one as long as its disclosure does not break off.
  return beginsOn <= lastingUntil(term);
}

/** The last day that is stated, unless somebody says later that the term goes on. */
function endOf(term: readonly SourcedStatement[]): IsoDate | null {
  const ends = term.flatMap(one => one.untilDate ?? []);
  const last = ends.sort().at(-1) ?? null;
  if (last === null) return null;
  const again = term.some(one => one.untilDate === null && (one.sinceDate ?? one.asOf) > last);
  return again ? null : last;
}

function lastingUntil(term: readonly SourcedStatement[]): IsoDate {
  return term.map(lastsUntil).sort().at(-1) ?? '';
}

function lastsUntil({ confirmation, asOf }: SourcedStatement): IsoDate {
  return confirmation === 'live' ? FOR_EVER : addDays(asOf, HOLDS_FOR_DAYS[confirmation]);
}

function toTerm(statements: readonly SourcedStatement[]): RoleTerm {
  const newest = statements.toSorted((a, b) => compare(b.asOf, a.asOf) || compare(a.registry, b.registry));
  const first = <Key extends keyof SourcedStatement>(key: Key) =>
    newest.map(one => one[key]).find(value => value !== null) ?? null;
  const [latest] = newest;
  if (latest === undefined) throw new Error('a term without a statement');
  const { relation } = latest;
  const observed = statements.map(one => one.asOf).sort()[0] ?? latest.asOf;
  const dated = statements.flatMap(one => one.sinceDate ?? []).sort()[0] ?? null;
  const sinceDate = dated ?? (IS_STAKE.has(relation) ? observed : null);
  const untilDate = endOf(statements);
  const lasts = lastingUntil(statements.filter(one => one.untilDate === null || one.untilDate > one.asOf));
  const holding = newest.find(one => one.shares !== null || one.ownershipPct !== null || one.ownershipMinPct !== null);
  return {
    relation,
    roleTitle: first('roleTitle'),
    sinceDate,
    sinceMeaning: sinceDate === null ? null : IS_STAKE.has(relation) ? 'disclosed_holding' : 'seat',
    observedSinceDate: observed,
    untilDate,
    termEndDate: latest.termEndDate,
    confirmedDate: latest.asOf,
    currentUntil: untilDate === null ? lasts || latest.asOf : untilDate < lasts ? untilDate : lasts || untilDate,
    shares: holding?.shares ?? null,
    ownershipPct: holding?.ownershipPct ?? null,
    ownershipMinPct: holding?.ownershipMinPct ?? null,
    ownershipMaxPct: holding?.ownershipMaxPct ?? null,
    naturesOfControl: latest.naturesOfControl,
    registry: latest.registry,
    evidence: newest.slice(0, MOST_EVIDENCE),
  };
}
