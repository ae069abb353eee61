import type { IsoDate } from '../../../../kernel/dates.ts';
import { ciksOfGroup, filesFor, managerGroupOf } from './manager-groups.ts';
import { splitFactorOf } from './split-factor.ts';

/** A manager's position in a company at the end of a quarter, over all its securities, in US dollars and shares. */
export interface ManagerPosition {
  cik: string;
  shares: number;
  marketValue: number;
  putMarketValue: number | null;
  callMarketValue: number | null;
  votingSole: number | null;
  votingShared: number | null;
  votingNone: number | null;
  discretion: string | null;
}

/** A manager's report of a quarter. */
export interface ManagerBook {
  cik: string;
  name: string;
  isNotice: boolean;
  marketValue: number;
  filingId: string;
  filedAt: string;
}

/** Two quarters of a company: its holders, and which of them filed reports. */
export interface HoldersInput {
  quarterEnd: IsoDate;
  previousQuarterEnd: IsoDate;
  current: readonly ManagerPosition[];
  previous: readonly ManagerPosition[];
  /** Books of these managers and of the other keys of their groups, by quarter. */
  currentBooks: readonly ManagerBook[];
  previousBooks: readonly ManagerBook[];
  /** Managers whose positions other reports include: child key to parent keys. */
  includedIn: ReadonlyMap<string, readonly string[]>;
}

export const POSITION_CHANGES = ['new', 'increased', 'decreased', 'unchanged', 'exited', 'not_filed'] as const;
export type PositionChange = (typeof POSITION_CHANGES)[number];

/** A group's position now and a quarter ago, previous shares adjusted for splits. */
export interface GroupHolding extends Omit<ManagerPosition, 'cik' | 'shares'> {
  ciks: string[];
  /** The newest report of the group. */
  book: ManagerBook;
  /** Null if it did not report this quarter; 0 if it no longer holds shares. */
  shares: number | null;
  bookMarketValue: number;
  previousShares: number | null;
  change: PositionChange;
}

/** The groups that hold or held a company, largest first; former holders last. */
export function joinHolders(input: HoldersInput): { holders: GroupHolding[]; splitFactor: number } {
  const current = countedOnce(input.current, input.includedIn, input.quarterEnd);
  const previous = countedOnce(input.previous, input.includedIn, input.previousQuarterEnd);
  const splitFactor = splitFactorOf(heldTwice(current, previous), priceOf(previous) / priceOf(current));
  const groups = new Set([...current, ...previous].map(position => managerGroupOf(position.cik)));
  const of = <Row extends { cik: string }>(rows: readonly Row[]): Map<string, Row[]> =>
    Map.groupBy(rows, row => managerGroupOf(row.cik));
  const rows = {
    current: of(current),
    previous: of(previous),
    currentBooks: of(input.currentBooks.filter(book => filesFor(book.cik, input.quarterEnd))),
    previousBooks: of(input.previousBooks.filter(book => filesFor(book.cik, input.previousQuarterEnd))),
  };
  const holders = [...groups].flatMap(group => {
    const holding = toHolding(group, rows, splitFactor);
    return holding === null ? [] : [holding];
  });
  return { holders: holders.sort(largestFirst), splitFactor };
}

type Rows = Record<'current' | 'previous', Map<string, ManagerPosition[]>> &
  Record<'currentBooks' | 'previousBooks', Map<string, ManagerBook[]>>;

function toHolding(group: string, rows: Rows, splitFactor: number): GroupHolding | null {
  const now = rows.current.get(group) ?? [];
  const before = rows.previous.get(group) ?? [];
  const books = rows.currentBooks.get(group) ?? [];
  const earlier = rows.previousBooks.get(group) ?? [];
  const book =
    newestOf(books.filter(book => !book.isNotice)) ?? newestOf(earlier.filter(managerBook => !managerBook.isNotice));
  if (book === undefined) return null;
  const hasReported = books.some(book => !book.isNotice);
  // A notice states that others report the positions, which is not a sale.
  if (!hasReported && books.length > 0) return null;
  const shares = hasReported ? sum(now, position => position.shares) : null;
  const previousShares = before.length === 0 ? null : sum(before, position => position.shares) * splitFactor;
  const comparable = earlier.some(managerBook => !managerBook.isNotice);
  return {
    ciks: ciksOfGroup(book.cik),
    book,
    shares,
    marketValue: sum(now, position => position.marketValue),
    bookMarketValue: sum(books, book => book.marketValue),
    previousShares,
    change: changeOf(shares, previousShares, comparable),
    putMarketValue: sumOrNull(now, position => position.putMarketValue),
    callMarketValue: sumOrNull(now, position => position.callMarketValue),
    votingSole: sumOrNull(now, position => position.votingSole),
    votingShared: sumOrNull(now, position => position.votingShared),
    votingNone: sumOrNull(now, position => position.votingNone),
    discretion: now.length === 1 ? (now[0]?.discretion ?? null) : null,
  };
}

/** Not comparable without reports of both quarters. Half shares result from splits. */
export function changeOf(shares: number | null, previousShares: number | null, isComparable: boolean): PositionChange {
  if (shares === null || !isComparable) return 'not_filed';
  if (shares === 0) return 'exited';
  if (previousShares === null) return 'new';
  const change = shares - previousShares;
  if (Math.abs(change) < 1) return 'unchanged';
  return change > 0 ? 'increased' : 'decreased';
}

/**
 * Omits positions that another manager's report already contains: it states that it includes that manager and reports the
 * same number of shares.
 */
function countedOnce(
  positions: readonly ManagerPosition[],
  includedIn: ReadonlyMap<string, readonly string[]>,
  quarterEnd: IsoDate,
): ManagerPosition[] {
  const byCik = new Map(positions.map(position => [position.cik, position]));
  return positions.filter(({ cik, shares }) => {
    if (!filesFor(cik, quarterEnd)) return false;
    const parents = (includedIn.get(cik) ?? []).filter(parent => parent !== cik);
    return !parents.some(parent => byCik.get(parent)?.shares === shares && !isMutual(includedIn, cik, parent));
  });
}

/** If two managers include each other, the lesser key is the parent. */
function isMutual(includedIn: ReadonlyMap<string, readonly string[]>, cik: string, parent: string): boolean {
  return includedIn.get(parent)?.includes(cik) === true && Number(cik) < Number(parent);
}

function heldTwice(current: readonly ManagerPosition[], previous: readonly ManagerPosition[]) {
  const before = new Map(previous.map(position => [position.cik, position.shares]));
  return current.flatMap(({ cik, shares }) => {
    const previousShares = before.get(cik);
    return previousShares === undefined ? [] : [{ shares, previousShares }];
  });
}

function priceOf(positions: readonly ManagerPosition[]): number {
  return sum(positions, position => position.marketValue) / sum(positions, position => position.shares);
}

function newestOf(books: readonly ManagerBook[]): ManagerBook | undefined {
  return books.reduce<ManagerBook | undefined>(
    (best, book) => (best && best.filedAt >= book.filedAt ? best : book),
    undefined,
  );
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function sumOrNull<Row>(rows: readonly Row[], of: (row: Row) => number | null): number | null {
  const stated = rows.flatMap(row => of(row) ?? []);
  return stated.length === 0 ? null : sum(stated, value => value);
}

function largestFirst(a: GroupHolding, b: GroupHolding): number {
  return (
    b.marketValue - a.marketValue ||
    (b.previousShares ?? 0) - (a.previousShares ?? 0) ||
    Number(a.book.cik) - Number(b.book.cik)
  );
}
