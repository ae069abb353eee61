export interface MemberAmount {
  member: string;
  amount: bigint;
}

/** Members that make up a whole, and the same whole told more coarsely where members are sums of others. */
export interface ChosenMembers {
  finest: MemberAmount[];
  coarser: MemberAmount[] | null;
}

/** Beyond this many members every sum can be hit by chance. */
const MAX_MEMBERS = 24;

/**
 * Filers list totals beside their parts on one axis: products next to iPhone and Mac, foreign countries next to all of
 * them. Gives the members that make the total when each part counts once: all of them; or all but those that are
 * themselves sums of others; or two or three that make it exactly. Null where no such choice makes the total.
 */
export function chooseMembers(
  members: readonly MemberAmount[],
  total: bigint,
  tolerance: bigint,
): ChosenMembers | null {
  if (isNear(sumOf(members), total, tolerance)) return { finest: [...members], coarser: null };
  if (members.length < 2 || members.length > MAX_MEMBERS) return null;
  return withoutSums(members, total) ?? fewThatMake(members, total);
}

function withoutSums(members: readonly MemberAmount[], total: bigint): ChosenMembers | null {
  const excess = sumOf(members) - total;
  for (const dropped of [...combinations(members, 1), ...combinations(members, 2)]) {
    if (sumOf(dropped) !== excess) continue;
    const kept = members.filter(member => !dropped.includes(member));
    const coarser = replaceParts(kept, dropped);
    if (coarser !== null) return { finest: kept, coarser };
  }
  return null;
}

/** The kept members with each dropped one in place of its parts; null where one of them is no sum of kept ones. */
function replaceParts(kept: readonly MemberAmount[], dropped: readonly MemberAmount[]): MemberAmount[] | null {
  let rest = [...kept];
  const coarser: MemberAmount[] = [];
  for (const sum of dropped) {
    const parts = partsOf(sum.amount, rest);
    if (parts === null) return null;
    rest = rest.filter(member => !parts.includes(member));
    coarser.push(sum);
  }
  return [...coarser, ...rest];
}

/** Two or more members that add up to an amount, found within a bounded number of steps. */
function partsOf(amount: bigint, members: readonly MemberAmount[]): MemberAmount[] | null {
  let steps = 0;
  const search = (from: number, missing: bigint, taken: readonly MemberAmount[]): MemberAmount[] | null => {
    if (missing === 0n && taken.length >= 2) return [...taken];
    steps++;
    if (steps > MAX_STEPS) return null;
    for (let index = from; index < members.length; index++) {
      const member = members[index];
      if (member === undefined || (missing > 0n && member.amount > missing)) continue;
      const found = search(index + 1, missing - member.amount, [...taken, member]);
      if (found !== null) return found;
    }
    return null;
  };
  return search(0, amount, []);
}

const MAX_STEPS = 50_000;

function fewThatMake(members: readonly MemberAmount[], total: bigint): ChosenMembers | null {
  for (const size of [3, 2]) {
    const fitting = [...combinations(members, size)].filter(few => sumOf(few) === total);
    // Several ways to make the total are one too many: nothing says which is meant.
    if (fitting.length === 1 && fitting[0] !== undefined) return { finest: fitting[0], coarser: null };
  }
  return null;
}

function* combinations(members: readonly MemberAmount[], size: number, from = 0): Generator<MemberAmount[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let index = from; index < members.length; index++) {
    const member = members[index];
    if (member === undefined) continue;
    for (const rest of combinations(members, size - 1, index + 1)) yield [member, ...rest];
  }
}

export function sumOf(members: readonly MemberAmount[]): bigint {
  return members.reduce((sum, { amount }) => sum + amount, 0n);
}

export function isNear(first: bigint, second: bigint, tolerance: bigint): boolean {
  const difference = first - second;
  return (difference < 0n ? -difference : difference) <= tolerance;
}
