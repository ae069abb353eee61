/** One operand of a formula: a canonical code, or a raw concept (`us-gaap:CostOfServices`). */
export interface FormulaTerm {
  weight: 1 | -1;
  /** An optional term without a value counts as zero. */
  isOptional: boolean;
  code: string | null;
  concept: string | null;
}

/** A sum of terms, or a quotient of two codes whose denominator may be averaged over the period. */
export interface Formula {
  text: string;
  terms: readonly FormulaTerm[];
  ratio: { numerator: string; denominator: string; isAveraged: boolean } | null;
}

/**
 * Parses the formulas of one cell of the line-item table: alternatives in order, separated by `;`. A term is a code or
 * a prefixed concept; `?` before it makes it optional; `a / b` and `a / avg(b)` are quotients.
 */
export function parseFormulas(cell: string): Formula[] {
  return cell
    .split(';')
    .map(text => text.trim())
    .filter(text => text !== '')
    .map(parseFormula);
}

const RATIO = /^([a-z_]+) \/ (?:([a-z_]+)|avg\(([a-z_]+)\))$/;
const TERM = /^(\?)?(?:([A-Za-z][A-Za-z_-]*:[A-Za-z0-9._-]+)|([a-z_]+))$/;

function parseFormula(text: string): Formula {
  const ratio = RATIO.exec(text);
  if (ratio) {
    const [, numerator = '', plain, averaged] = ratio;
    return {
      text,
      terms: [],
      ratio: { numerator, denominator: plain ?? averaged ?? '', isAveraged: plain === undefined },
    };
  }
  const terms: FormulaTerm[] = [];
  let weight: 1 | -1 = 1;
  for (const word of text.split(/\s+/)) {
    if (word === '+' || word === '-') {
      weight = word === '+' ? 1 : -1;
      continue;
    }
    const match = TERM.exec(word);
    if (!match) throw new Error(`line-items.tsv: cannot read the term "${word}" of the formula "${text}"`);
    terms.push({ weight, isOptional: match[1] === '?', concept: match[2] ?? null, code: match[3] ?? null });
  }
  return { text, terms, ratio: null };
}
