/** What slips of typing cost. A letter typed twice or once too few, or a blank, is a lesser slip than another letter. */
const LETTER = 1;
const DOUBLED = 0.8;
const BLANK = 0.3;
/** What a name costs at least for each letter that it has more or less than the query, blanks aside. */
export const CHEAPEST_LETTER = DOUBLED;
/** Readers remember how a name begins: a wrong first letter is rarely a slip. */
const FIRST = 0.5;
/** Extra for a name that has the words of the query further on. */
const FURTHER_ON = 0.4;

/** What a misspelt query costs to become a name, and how many letters of the name it then covers. */
export interface Spelling {
  cost: number;
  covered: number;
}

/**
 * Finds the cheapest way to turn a folded query into leading whole words of a folded name, or into whole words further on. Letters
 * may be wrong, missing, added or swapped with their neighbour (optimal string alignment).
 */
export class Speller {
  readonly #query: string;
  readonly #most: number;
  /** What it costs to leave out each letter of the query. */
  readonly #omission: readonly number[];
  #rows: [twoBack: Float64Array, oneBack: Float64Array, row: Float64Array];

  /** Spellings that cost more than `most` are not found. */
  constructor(query: string, most: number) {
    this.#query = query;
    this.#most = most;
    this.#omission = Array.from({ length: query.length }, (_, at) => costOfLetter(query, 0, at));
    const length = query.length + REACH + 1;
    this.#rows = [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
  }

  /** Null if every way costs more than allowed. */
  spell(name: string): Spelling | null {
    let best: Spelling | null = null;
    for (let start = 0; start >= 0; start = name.indexOf(' ', start) + 1 || -1) {
      const extra = start === 0 ? 0 : FURTHER_ON;
      const found = this.#align(name, start, this.#most - extra);
      if (found !== null && (best === null || found.cost + extra < best.cost))
        best = { cost: found.cost + extra, covered: found.covered };
    }
    return best;
  }

  #align(name: string, start: number, most: number): Spelling | null {
    const query = this.#query;
    const length = Math.min(name.length - start, query.length + REACH);
    // Counting letters excludes most names at a fraction of the cost.
    if (this.#countLacking(name, start, length) * DOUBLED > most + ROUNDING) return null;
    let [twoBack, oneBack, costs] = this.#rows;
    oneBack[0] = 0;
    for (let at = 1; at <= length; at++)
      oneBack[at] = costAt(oneBack, at - 1) + costOfLetter(name, start, start + at - 1);
    for (let row = 1; row <= query.length; row++) {
      const letter = query.charCodeAt(row - 1);
      const omission = this.#omission[row - 1] ?? 0;
      costs[0] = costAt(oneBack, 0) + omission;
      let least = costAt(costs, 0);
      for (let at = 1; at <= length; at++) {
        const other = name.charCodeAt(start + at - 1);
        const substitution = costAt(oneBack, at - 1) + (letter === other ? 0 : costOfOther(row, letter, other));
        const insertion = costAt(costs, at - 1) + costOfLetter(name, start, start + at - 1);
        const deletion = costAt(oneBack, at) + omission;
        let cost = Math.min(substitution, insertion, deletion);
        const isSwapped =
          row > 1 && at > 1 && letter === name.charCodeAt(start + at - 2) && other === query.charCodeAt(row - 2);
        if (isSwapped) cost = Math.min(cost, costAt(twoBack, at - 2) + LETTER);
        costs[at] = cost;
        if (cost < least) least = cost;
      }
      if (least > most) return null;
      [twoBack, oneBack, costs] = [oneBack, costs, twoBack];
    }
    let best: Spelling | null = null;
    for (let covered = 1; covered <= length; covered++) {
      const cost = costAt(oneBack, covered);
      const endsWord = start + covered === name.length || name[start + covered] === ' ';
      // Of two ends that cost the same the longer one: it is the name more fully.
      if (endsWord && cost <= most && (best === null || cost <= best.cost)) best = { cost, covered };
    }
    return best;
  }

  /** How many letters of the query these letters of a name lack. Blanks are not counted. */
  #countLacking(name: string, start: number, length: number): number {
    const query = this.#query;
    let lacking = 0;
    for (let at = 0; at < query.length; at++) {
      const letter = query.charCodeAt(at);
      if (letter === SPACE) continue;
      UNMATCHED[letter] = (UNMATCHED[letter] ?? 0) + 1;
      lacking++;
    }
    for (let at = start; at < start + length; at++) {
      const letter = name.charCodeAt(at);
      const left = UNMATCHED[letter] ?? 0;
      if (left === 0) continue;
      UNMATCHED[letter] = left - 1;
      lacking--;
    }
    for (let at = 0; at < query.length; at++) UNMATCHED[query.charCodeAt(at)] = 0;
    return lacking;
  }
}

/** Scratch of `#countLacking`: how many of each letter, by UTF-16 code unit, are unmatched. All zero between calls. */
const UNMATCHED = new Uint16Array(0x1_00_00);

/** Letters that a name may have more than the query. */
const REACH = 4;

const SPACE = 0x20;

/** Of sums of costs. */
const ROUNDING = 1e-9;

function costAt(row: Float64Array, at: number): number {
  return row[at] ?? 0;
}

/** A letter that only one of the two has; `start` is where the compared text begins. */
function costOfLetter(text: string, start: number, at: number): number {
  const letter = text.charCodeAt(at);
  if (letter === SPACE) return BLANK;
  if (at > start && letter === text.charCodeAt(at - 1)) return DOUBLED;
  return at === start ? LETTER + FIRST : LETTER;
}

function costOfOther(row: number, letter: number, other: number): number {
  if (letter === SPACE || other === SPACE) return LETTER + BLANK;
  return row === 1 ? LETTER + FIRST : LETTER;
}
