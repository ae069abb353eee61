export interface MemberAmount {
  member: string;
  amount: bigint;
}

/** Members that sum to a total, and a coarser division of it if some members are sums of others. */
export interface ChosenMembers {
  finest: MemberAmount[];
  coarser: MemberAmount[] | null;
}

/** With more members than this every sum can be matched by chance. */
const MAX_MEMBERS = 24;

/**
 * Filers list totals beside their parts on one axis: products next to iPhone and Mac, the United States next to North
 * America. Returns the members that make the total when each part counts once: all of them; all but those that are sums
 * of others; all but one that is part of another; or two or three that make it exactly. Null if no such choice makes
 * the total.
 */
export function chooseMembers(
  members: readonly MemberAmount[],
  total: bigint,
  tolerance: bigint,
): ChosenMembers | null {
  if (isNear(sumOf(members), total, tolerance)) return { finest: [...members], coarser: null };
  if (members.length < 2 || members.length > MAX_MEMBERS) return null;
  return withoutSums(members, total) ?? withoutPart(members, total) ?? findSubset(members, total);
}

function withoutSums(members: readonly MemberAmount[], total: bigint): ChosenMembers | null {
  const excess = sumOf(members) - total;
  const sums = members.filter(member => partsOf(member.amount, withoutMember(members, member)) !== null);
  for (const size of [1, 2, 3, 4]) {
    for (const dropped of combinations(sums.slice(0, MAX_SUMS), size)) {
      if (sumOf(dropped) !== excess) continue;
      const kept = members.filter(member => !dropped.includes(member));
      if (dropped.every(({ amount }) => partsOf(amount, kept) !== null)) {
        return { finest: kept, coarser: withSums(kept, dropped) };
      }
    }
  }
  return null;
}

const MAX_SUMS = 12;

function withoutMember(members: readonly MemberAmount[], left: MemberAmount): MemberAmount[] {
  return members.filter(member => member !== left);
}

/** The only member in excess of the total, and smaller than another one: the part that is also listed separately. */
function withoutPart(members: readonly MemberAmount[], total: bigint): ChosenMembers | null {
  const excess = sumOf(members) - total;
  const parts = members.filter(({ amount }) => amount === excess && amount > 0n);
  const [part] = parts;
  if (part === undefined || parts.length > 1) return null;
  const kept = withoutMember(members, part);
  return kept.some(({ amount }) => amount > part.amount) ? { finest: kept, coarser: null } : null;
}

/**
 * The members with sums in place of their parts, small sums first, because they may be parts of larger ones. A sum that
 * overlaps another is not used beside it.
 */
function withSums(kept: readonly MemberAmount[], sums: readonly MemberAmount[]): MemberAmount[] | null {
  let coarser = [...kept];
  for (const sum of [...sums].sort((first, second) => (first.amount < second.amount ? -1 : 1))) {
    const parts = partsOf(sum.amount, coarser);
    if (parts !== null) coarser = [sum, ...coarser.filter(member => !parts.includes(member))];
  }
  return coarser.length === kept.length ? null : coarser;
}

/** Two or more members that sum to an amount, found within a limited number of steps. */
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

const MAX_STEPS = 20_000;

function findSubset(members: readonly MemberAmount[], total: bigint): ChosenMembers | null {
  for (const size of [3, 2]) {
    const fitting = [...combinations(members, size)].filter(few => sumOf(few) === total);
    // If several choices make the total, nothing shows which one is meant.
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
