import type { Sentence } from '../../../formats/prose/sentences.ts';
import type { StatedSpan } from '../../../formats/prose/stated-dates.ts';
import { minOf } from '../../../kernel/lists.ts';

/** An office that a sentence names, and whose it is. */
export interface NamedOffice {
  /** In the sentence's words; `Director` for a seat on the board. */
  title: string;
  isFormer: boolean;
  /** False if the sentence says that it is an office at another company. */
  isAtIssuer: boolean;
  /** True if the sentence names the issuer as its place. */
  isPlaced: boolean;
}

/** A seat on the issuer's board. */
export const DIRECTOR: NamedOffice = { title: 'Director', isFormer: false, isAtIssuer: true, isPlaced: false };

/** A person in a sentence, with the offices next to the name: `Jane Doe, our Treasurer,`. */
export interface NamedPerson {
  name: string;
  offices: NamedOffice[];
  start: number;
  end: number;
}

/** Words of a sentence that one word stands for. Offsets are in the sentence's quote, end exclusive. */
export interface Entity {
  kind: 'people' | 'office' | 'board' | 'date' | 'company' | 'gap';
  start: number;
  end: number;
  people: NamedPerson[];
  office: NamedOffice | null;
  date: StatedSpan | null;
  /** The place in the masked sentence. */
  maskStart: number;
  maskEnd: number;
}

export type PlacedEntity = Readonly<Entity>;

/**
 * A sentence in which one word stands for each person or list of persons, office, board, date and company, so that the
 * grammar of a sentence does not depend on their commas and capitals.
 */
export interface MaskedSentence {
  /** The sentence as written. */
  quote: string;
  /** The masked sentence, for the reader of sentences. */
  sentence: Sentence;
  entities: readonly PlacedEntity[];
}

/** The entities of a sentence while they are found: those found first keep their words. */
export class Taken {
  readonly #entities: Entity[] = [];

  overlaps(start: number, end: number): boolean {
    return this.#entities.some(entity => entity.start < end && start < entity.end);
  }

  add(kind: Entity['kind'], start: number, end: number): Entity {
    const entity: Entity = { kind, start, end, people: [], office: null, date: null, maskStart: 0, maskEnd: 0 };
    if (!this.overlaps(start, end)) this.#entities.push(entity);
    return entity;
  }

  isAt(kind: Entity['kind'], start: number): boolean {
    return this.#entities.some(entity => entity.kind === kind && entity.start === start);
  }

  has(kind: Entity['kind']): boolean {
    return this.#entities.some(entity => entity.kind === kind);
  }

  /** Where the text from a place on is taken next. */
  nextAfter(place: number): number {
    return minOf(this.#entities.filter(entity => entity.start >= place).map(entity => entity.start));
  }

  inOrder(): Entity[] {
    return this.#entities.toSorted((a, b) => a.start - b.start);
  }
}

export const AGE = /^\s*,?\s*\(?(?:aged?\s+)?\d{2}(?:\s+years\s+(?:old|of\s+age))?\)?(?=,|\s)/i;
