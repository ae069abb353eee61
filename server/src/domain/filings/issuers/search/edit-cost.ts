/** What slips of typing cost. A letter typed twice or once too few, or a blank, is a lesser slip than another letter. */
const LETTER = 1;
const DOUBLED = 0.8;
const BLANK = 0.3;
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
 * The cheapest way to turn a folded query into leading whole words of a folded name, or into whole words further on. Letters
 * may be wrong, missing, added or swapped with their neighbour (optimal string alignment). Null above `most`.
 */
export function spellingOf(query: string, name: string, most: number): Spelling | null {
  let best: Spelling | null = null;
  for (let start = 0; start >= 0; start = name.indexOf(' ', start) + 1 || -1) {
    const extra = start === 0 ? 0 : FURTHER_ON;
    const found = alignWords(
      query,
      name.slice(start, start + query.length + REACH),
      isWordEnd(name, start),
      most - extra,
    );
    if (found !== null && (best === null || found.cost + extra < best.cost)) {
      best = { cost: found.cost + extra, covered: found.covered };
    }
  }
  return best;
}

/** Letters that a name may have more than the query. */
const REACH = 4;

function isWordEnd(name: string, start: number): (length: number) => boolean {
  return length => start + length === name.length || name[start + length] === ' ';
}

function alignWords(query: string, name: string, endsWord: (length: number) => boolean, most: number): Spelling | null {
  let [twoBack, oneBack]: [number[], number[]] = [[], [0]];
  for (let at = 1; at <= name.length; at++) oneBack.push((oneBack[at - 1] ?? 0) + costOfLetter(name, at - 1));
  for (let row = 1; row <= query.length; row++) {
    const costs = [(oneBack[0] ?? 0) + costOfLetter(query, row - 1)];
    let least = costs[0] ?? 0;
    for (let at = 1; at <= name.length; at++) {
      const [letter, other] = [query[row - 1], name[at - 1]];
      const substitution = (oneBack[at - 1] ?? 0) + (letter === other ? 0 : costOfOther(row, letter, other));
      const insertion = (costs[at - 1] ?? 0) + costOfLetter(name, at - 1);
      const deletion = (oneBack[at] ?? 0) + costOfLetter(query, row - 1);
      let cost = Math.min(substitution, insertion, deletion);
      if (row > 1 && at > 1 && letter === name[at - 2] && other === query[row - 2]) {
        cost = Math.min(cost, (twoBack[at - 2] ?? 0) + LETTER);
      }
      costs.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return null;
    [twoBack, oneBack] = [oneBack, costs];
  }
  let best: Spelling | null = null;
  for (const [covered, cost] of oneBack.entries()) {
    if (covered === 0 || cost > most || !endsWord(covered)) continue;
    // Of two ends that cost the same the longer one: it is the name more fully.
    if (best === null || cost <= best.cost) best = { cost, covered };
  }
  return best;
}

/** A letter that only one of the two has. */
function costOfLetter(text: string, at: number): number {
  if (text[at] === ' ') return BLANK;
  if (at > 0 && text[at] === text[at - 1]) return DOUBLED;
  return at === 0 ? LETTER + FIRST : LETTER;
}

function costOfOther(row: number, letter: string | undefined, other: string | undefined): number {
  if (letter === ' ' || other === ' ') return LETTER + BLANK;
  return row === 1 ? LETTER + FIRST : LETTER;
}
