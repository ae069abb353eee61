import { addDays, type IsoDate } from '../../../../kernel/dates.ts';
import type { Confirmation, Relation, RoleStatement, SinceMeaning } from '../model/role.ts';

/** A statement with its source. */
export interface SourcedStatement extends RoleStatement {
  registry: string;
  /** The filing that states it; null for lists of the registry. */
  filingId: string | null;
  url: string | null;
  /** Never null: for a list without a date, the day of reading. */
  asOf: IsoDate;
}

/** One mandate: of a person in a relation, from start to end. */
export interface RoleTerm
  extends Pick<
    RoleStatement,
    | 'shares'
    | 'ownershipPct'
    | 'ownershipMinPct'
    | 'ownershipMaxPct'
    | 'naturesOfControl'
    | 'accountNumbers'
    | 'standingProxy'
  > {
  relation: Relation;
  roleTitle: string | null;
  sinceDate: IsoDate | null;
  sinceMeaning: SinceMeaning | null;
  /** When a source first showed it. */
  observedSinceDate: IsoDate;
  untilDate: IsoDate | null;
  termEndDate: IsoDate | null;
  confirmedDate: IsoDate;
  /** The day from which it no longer counts as current. */
  currentUntil: IsoDate;
  registry: string;
  /** The statements of the mandate, newest first. */
  evidence: SourcedStatement[];
}

/** Later than all other dates: the end of a statement of a live register. */
export const NO_END: IsoDate = '9999-12-31';

/** Number of days for which a source's statement about a mandate remains valid. */
const HOLDS_FOR_DAYS: Readonly<Record<Exclude<Confirmation, 'live'>, number>> = { annual: 548, stake: 1_096 };
/** A person who returns within this number of days continues the same mandate. */
const SAME_TERM_DAYS = 180;
const MAX_EVIDENCE = 3;

const IS_STAKE: ReadonlySet<Relation> = new Set(['major_shareholder', 'significant_control']);

/** The mandates of one person in one relation at one issuer, derived from statements. Newest first. */
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
  const first = (statement: SourcedStatement): string => statement.sinceDate ?? statement.asOf;
  return compare(first(a), first(b)) || compare(a.asOf, b.asOf) || compare(a.filingId ?? '', b.filingId ?? '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether a statement continues the term so far: it starts before the term's end, or soon after. */
function continues(term: readonly SourcedStatement[], next: SourcedStatement): boolean {
  const beginsOn = next.sinceDate ?? next.asOf;
  const ended = endOf(term);
  if (ended !== null) return beginsOn <= addDays(ended, SAME_TERM_DAYS) || next.untilDate === ended;
  const [first] = term;
  if (first === undefined || !IS_STAKE.has(first.relation)) return true;
  // A stake is one mandate as long as its disclosure is unbroken.
  return beginsOn <= lastingUntil(term);
}

/** The last stated end, unless a later statement says that the term continues. */
function endOf(term: readonly SourcedStatement[]): IsoDate | null {
  const ends = term.flatMap(statement => statement.untilDate ?? []);
  const last = ends.sort().at(-1) ?? null;
  if (last === null) return null;
  const again = term.some(statement => statement.untilDate === null && (statement.sinceDate ?? statement.asOf) > last);
  return again ? null : last;
}

function lastingUntil(term: readonly SourcedStatement[]): IsoDate {
  return term.map(lastsUntil).sort().at(-1) ?? '';
}

function lastsUntil({ confirmation, asOf }: SourcedStatement): IsoDate {
  return confirmation === 'live' ? NO_END : addDays(asOf, HOLDS_FOR_DAYS[confirmation]);
}

function toTerm(statements: readonly SourcedStatement[]): RoleTerm {
  const newest = statements.toSorted((a, b) => compare(b.asOf, a.asOf) || compare(a.registry, b.registry));
  const first = <Key extends keyof SourcedStatement>(key: Key) =>
    newest.map(statement => statement[key]).find(value => value !== null) ?? null;
  const [latest] = newest;
  if (latest === undefined) throw new Error('A term needs at least one statement.');
  const { relation } = latest;
  const observed = statements.map(statement => statement.asOf).sort()[0] ?? latest.asOf;
  const dated = statements.flatMap(statement => statement.sinceDate ?? []).sort()[0] ?? null;
  const sinceDate = dated ?? (IS_STAKE.has(relation) ? observed : null);
  const untilDate = endOf(statements);
  const lasts = lastingUntil(
    statements.filter(statement => statement.untilDate === null || statement.untilDate > statement.asOf),
  );
  const holding = newest.find(
    statement => statement.shares !== null || statement.ownershipPct !== null || statement.ownershipMinPct !== null,
  );
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
    accountNumbers: holding?.accountNumbers ?? [],
    standingProxy: holding?.standingProxy ?? null,
    registry: latest.registry,
    evidence: newest.slice(0, MAX_EVIDENCE),
  };
}
