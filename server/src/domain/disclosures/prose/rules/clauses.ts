/** A range of a text in UTF-16 offsets, end exclusive. */
export interface TextSpan {
  start: number;
  end: number;
}

/** A trigger and the words around it that can govern it. */
export interface Clause {
  /** From the start of the coordinate clause, without insertions. */
  before: string;
  trigger: string;
  /** To the end of the trigger's own clause, without insertions. */
  after: string;
}

const SUBJECT = '(?:we|the company|the registrant|it|they|our|its|there|no|the [a-z]+|an?|[A-Z][a-z]+)';
/** Matches the start of another main clause. */
const COORDINATE = new RegExp(
  `;|[–—]|, (?:but(?! not (?:be )?limited to)|however|although|though|while|whereas|except that|nor) |, and (?=${SUBJECT} (?:[\\w-]+ ){0,3}(?:is|are|was|were|has|have|had|may|could|might|will|would|can|do|does|did|intend|expect|plan|believe)\\b)`,
  'g',
);
/** Matches the start of a subordinate clause. */
const SUBORDINATE =
  /,? \b(?:which|who|whom|whose|that|because|since|as a result of which|so that|if|unless|until|when|where)\b/g;
/** Matches relative clauses and insertions between commas or brackets: `, which may act at any time,`. */
const INSERTION =
  /,\s(?:which|who|whose|including|such as|as well as|together with)\b[^,]*,|,? but not (?:be )?limited to,?|\([^()]*\)/g;

/** Returns the coordinate clause that contains the trigger, split into before, trigger and after. */
export function clauseAround(sentence: string, { start, end }: TextSpan): Clause {
  const from = lastEnd(sentence.slice(0, start), COORDINATE);
  const rest = sentence.slice(end);
  const next = firstStart(rest, COORDINATE);
  return {
    before: sentence.slice(from, start).replace(INSERTION, ' '),
    trigger: sentence.slice(start, end),
    after: rest.slice(0, Math.min(next, firstStart(rest, SUBORDINATE))).replace(INSERTION, ' '),
  };
}

function lastEnd(text: string, boundary: RegExp): number {
  let end = 0;
  for (const found of text.matchAll(boundary)) end = found.index + found[0].length;
  return end;
}

function firstStart(text: string, boundary: RegExp): number {
  const [first] = text.matchAll(boundary);
  return first?.index ?? text.length;
}
