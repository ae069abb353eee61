import { type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import { addDays, type IsoDate } from '../../../kernel/dates.ts';
import { inMixedCase, relationsOf } from './names-and-offices.ts';
import { type Change, type FilingContext, rank } from './office-changes.ts';
import type { NamedOffice } from './sentence-entities.ts';

/** Days that may pass between a change and the current report that states it. */
const MAX_DAYS_BEFORE = 150;

const MAX_DAYS_BEFORE_OF_YEAR = 550;

const MAX_DAYS_AHEAD = 900;

/** Makes statements of the changes of a document: each person's office begins, is held or ends once. */
export class Conclusions {
  readonly #changes: readonly Change[];
  readonly #context: FilingContext;

  constructor(changes: readonly Change[], context: FilingContext) {
    this.#changes = changes;
    this.#context = context;
  }

  statements(): RoleStatement[] {
    const made = new Map<string, RoleStatement>();
    const changes = this.#changes.map(change => this.#complete(change)).filter(change => change !== null);
    const ended = new Set(
      changes.filter(change => change.event === 'ends').map(({ name, office }) => keyOf(name, office)),
    );
    const isGoing = ({ event, day }: Change) => event === 'ends' && (day === null || this.#isNear(day));
    const leaving = new Set(this.#changes.filter(isGoing).map(({ name }) => name));
    const order = { ends: 0, begins: 1, holds: 2 };
    for (const change of changes.toSorted((a, b) => order[a.event] - order[b.event] || rank(b) - rank(a))) {
      const { name, event, office, day } = change;
      if (event === 'ends' && changes.some(other => continues(other, change))) continue;
      if (event === 'holds' && (leaving.has(name) || ended.has(keyOf(name, office)))) continue;
      for (const relation of relationsOf(office.title)) {
        const key = `${event === 'ends' ? 'ends' : 'in'} ${relation} ${name} ${event === 'holds' ? '' : office.title.toLowerCase()}`;
        const held = `in ${relation} ${name} `;
        if (made.has(key) || (event === 'holds' && [...made.keys()].some(known => known.startsWith(held)))) continue;
        made.set(
          key,
          roleStatement({
            ...{ name: inMixedCase(name), nameAsFiled: name, kind: 'person', relation },
            roleTitle: inMixedCase(office.title),
            asOf: this.#context.filingDate,
            sinceDate: event === 'ends' ? null : day,
            untilDate: event === 'ends' ? day : null,
            confirmation: 'annual',
            quote: { sectionKey: null, text: change.quote, charStart: null, charEnd: null },
          }),
        );
      }
    }
    return [...made.values()];
  }

  /** Adds office and day that other sentences state; null if the change is not certain. */
  #complete(change: Change): (Change & { office: NamedOffice }) | null {
    const office = change.office ?? (change.event === 'ends' ? this.#officeOf(change) : null);
    if (office === null || relationsOf(office.title).length === 0) return null;
    if (change.event === 'holds') return this.#isHeld(change) ? { ...change, office } : null;
    const day = change.day ?? this.#dayOf(change);
    if (day !== null && !this.#isNear(day)) return null;
    if (day !== null) return { ...change, office, day };
    if (change.isPlanned) return null;
    // What has happened without a day has happened by the day of the filing.
    if (change.event === 'begins') return { ...change, office, event: 'holds' };
    return this.#context.isCurrentReport ? { ...change, office, day: this.#context.filingDate } : null;
  }

  #isHeld({ day }: Change): boolean {
    return day === null || day <= addDays(this.#context.filingDate, MAX_DAYS_AHEAD);
  }

  #isNear(day: IsoDate): boolean {
    const { filingDate, isCurrentReport } = this.#context;
    const before = isCurrentReport ? MAX_DAYS_BEFORE : MAX_DAYS_BEFORE_OF_YEAR;
    return day >= addDays(filingDate, -before) && day <= addDays(filingDate, MAX_DAYS_AHEAD);
  }

  /** The office that the document gives the person next to the name, or in another sentence. */
  #officeOf({ name, beside }: Change): NamedOffice | null {
    const held = this.#changes.filter(
      change => change.name === name && change.office !== null && change.event !== 'begins',
    );
    return (
      beside.find(office => office.isAtIssuer) ??
      held.find(change => change.event === 'ends')?.office ??
      held[0]?.office ??
      null
    );
  }

  /** The day that another sentence states of the same change. */
  #dayOf({ name, event, office }: Change): IsoDate | null {
    const same = this.#changes.filter(
      change =>
        change.name === name &&
        change.event === event &&
        change.day !== null &&
        (change.office === null || office === null || change.office.title === office.title),
    );
    return same.sort((a, b) => rank(b) - rank(a))[0]?.day ?? null;
  }
}

/** `will serve as Treasurer until May 1, 2024, and then as Treasurer and President`: the office goes on. */
function continues(
  other: Change & { office: NamedOffice },
  { name, day, office }: Change & { office: NamedOffice },
): boolean {
  return (
    other.name === name &&
    other.event === 'begins' &&
    other.day !== null &&
    other.day === day &&
    other.office.title.toLowerCase().includes(office.title.toLowerCase())
  );
}

function keyOf(name: string, office: NamedOffice): string {
  return `${name} ${office.title.toLowerCase()}`;
}
