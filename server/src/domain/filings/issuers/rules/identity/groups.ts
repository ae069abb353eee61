import type { Registrant } from '../../model/identity.ts';

/** Disjoint groups of registrants: each starts alone, and groups merge. */
export class Groups {
  readonly #groupOf = new Map<Registrant, Registrant[]>();

  constructor(registrants: readonly Registrant[]) {
    for (const registrant of registrants) this.#groupOf.set(registrant, [registrant]);
  }

  /** All members of the group of a registrant. */
  of(registrant: Registrant): readonly Registrant[] {
    return this.#groupOf.get(registrant) ?? [registrant];
  }

  areOne(a: Registrant, b: Registrant): boolean {
    return this.of(a) === this.of(b);
  }

  join(a: Registrant, b: Registrant): void {
    if (this.areOne(a, b)) return;
    const joined = [...this.of(a), ...this.of(b)];
    for (const member of joined) this.#groupOf.set(member, joined);
  }

  /** Every group once. */
  list(): (readonly Registrant[])[] {
    return [...new Set(this.#groupOf.values())];
  }

  /** A copy of the groups for a trial merge. */
  copy(): Groups {
    const copy = new Groups([...this.#groupOf.keys()]);
    for (const group of this.list())
      for (const member of group) if (group[0] !== undefined) copy.join(group[0], member);
    return copy;
  }
}
