import { closest } from 'fastest-levenshtein';
import {
  COMPARATORS,
  type Condition,
  type Expression,
  earliestYear,
  MAX_YEARS,
  readsCurrent,
  STATISTICS,
  sizeOf,
  workOf,
} from './expression.ts';
import { commonDegree, moneyDegree } from './money.ts';
import { ExpressionError, numberOf, type Token, tokenize } from './tokens.ts';

/** The expression of a code or a measure; null if there is none of that name. */
export type NameLookup = (name: string) => Expression | null;

export interface Vocabulary {
  readonly lookUp: NameLookup;
  /** All names, for suggestions. */
  readonly names: readonly string[];
}

/** Nodes of one expression with its measures written out. */
const MAX_SIZE = 400;
/** Work of one expression: what PostgreSQL plans and computes. */
export const MAX_WORK = 2_000;
/** Parentheses, functions and signs within each other. */
const MAX_DEPTH = 24;

const FUNCTIONS = ['abs', 'positive', 'default', 'prior', 'growth', ...STATISTICS, 'rises', 'points'] as const;
type FunctionName = (typeof FUNCTIONS)[number];

/** Parses a formula such as `net_debt / ebitda`. Throws {@link ExpressionError}. */
export function parseExpression(text: string, vocabulary: Vocabulary): Expression {
  const parser = new Parser(tokenize(text), vocabulary);
  return parser.whole(parser.sum(), 'an operator');
}

/** Parses a condition such as `revenue_growth_3y > 10% and net_debt / ebitda < 2`. Throws {@link ExpressionError}. */
export function parseCondition(text: string, vocabulary: Vocabulary): Condition {
  const parser = new Parser(tokenize(text), vocabulary);
  return parser.whole(parser.condition(), '"and" or "or"');
}

/** Recursive descent; `or` binds weakest, then `and`, `not`, comparisons, sums, products, signs. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #vocabulary: Vocabulary;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], vocabulary: Vocabulary) {
    this.#tokens = tokens;
    this.#vocabulary = vocabulary;
  }

  whole<Node extends Expression | Condition>(node: Node, expected: string): Node {
    if (this.#next.kind !== 'end') this.#fail(expected);
    requireSize(node);
    if (workOf(node) > MAX_WORK)
      throw new ExpressionError(1, `computes more than ${MAX_WORK} values for each company, earlier years included`);
    return node;
  }

  condition(): Condition {
    let left = this.#conjunction();
    while (this.#take('or')) left = { kind: 'or', conditions: [left, this.#conjunction()] };
    return left;
  }

  #conjunction(): Condition {
    let left = this.#negation();
    while (this.#take('and')) left = { kind: 'and', conditions: [left, this.#negation()] };
    return left;
  }

  #negation(): Condition {
    return this.#nested(() => {
      if (this.#take('not')) return { kind: 'not', condition: this.#negation() };
      return this.#opensCondition() ? this.#inParentheses(() => this.condition()) : this.#comparison();
    });
  }

  #comparison(): Condition {
    const left = this.sum();
    const operator = COMPARATORS.find(comparator => comparator === this.#next.text);
    if (operator === undefined) return this.#fail('a comparison (>, >=, <, <=, =, !=)');
    const { position } = this.#next;
    this.#at++;
    return { kind: 'comparison', operator, operands: sameMoney(position, left, this.sum()) };
  }

  sum(): Expression {
    let left = this.#product();
    for (;;) {
      const { position } = this.#next;
      const operator = this.#takeOne(['+', '-']);
      if (operator === null) return left;
      // Here, since each operand is compared with all before it.
      requireSize(left);
      left = { kind: 'arithmetic', operator, operands: sameMoney(position, left, this.#product()) };
    }
  }

  #product(): Expression {
    let left = this.#signed();
    for (;;) {
      const operator = this.#takeOne(['*', '/']);
      if (operator === null) return left;
      left = { kind: 'arithmetic', operator, operands: [left, this.#signed()] };
    }
  }

  #signed(): Expression {
    return this.#nested(() => {
      if (!this.#take('-')) return this.#operand();
      return { kind: 'arithmetic', operator: '*', operands: [{ kind: 'number', value: -1 }, this.#signed()] };
    });
  }

  #operand(): Expression {
    const token = this.#next;
    if (token.kind === 'number') {
      const value = numberOf(token);
      if (!Number.isFinite(value))
        throw new ExpressionError(token.position, `"${token.text.slice(0, 20)}" is too large`);
      this.#at++;
      return { kind: 'number', value };
    }
    if (token.text === '(') return this.#inParentheses(() => this.sum());
    if (token.kind !== 'name' || RESERVED.has(token.text)) return this.#fail('a number, a code or "("');
    this.#at++;
    return this.#next.text === '(' ? this.#call(token) : this.#named(token);
  }

  #named({ text, position }: Token): Expression {
    const found = this.#vocabulary.lookUp(text);
    if (found !== null) return found;
    throw new ExpressionError(
      position,
      `there is no code "${text}"; the nearest is "${closest(text, [...this.#vocabulary.names])}"`,
    );
  }

  #call(token: Token): Expression {
    const name = FUNCTIONS.find(name => name === token.text);
    if (name === undefined) {
      throw new ExpressionError(
        token.position,
        `there is no function "${token.text}"; the functions are ${FUNCTIONS.join(', ')}`,
      );
    }
    const node = this.#inParentheses(() => this.#arguments(name));
    if (earliestYear(node) > MAX_YEARS) {
      throw new ExpressionError(token.position, `reads more than ${MAX_YEARS} years before the row's`);
    }
    return node;
  }

  #arguments(name: FunctionName): Expression {
    if (name === 'points') return { kind: 'points', conditions: this.#listOfConditions() };
    const of = this.sum();
    if (name === 'abs' || name === 'positive') return { kind: name, of };
    if (name === 'default') {
      const { position } = this.#next;
      if (!this.#take(',')) this.#fail('"," and a value');
      return { kind: 'default', operands: sameMoney(position, of, this.sum()) };
    }
    if (readsCurrent(of)) this.#fail('a value of fiscal years only');
    if (name === 'rises') {
      if (earliestYear(of) > 0) this.#fail('a value of one year only');
      return { kind: 'rises', of };
    }
    if (name === 'prior' || name === 'growth') return { kind: name, of, years: this.#take(',') ? this.#years(1) : 1 };
    if (!this.#take(',')) this.#fail('"," and a number of years');
    return { kind: 'statistic', name, of, years: this.#years(2) };
  }

  #listOfConditions(): Condition[] {
    const conditions = [this.condition()];
    while (this.#take(',')) conditions.push(this.condition());
    return conditions;
  }

  #years(least: number): number {
    const token = this.#next;
    const years = token.kind === 'number' ? numberOf(token) : Number.NaN;
    if (!Number.isInteger(years) || years < least || years > MAX_YEARS)
      this.#fail(`a whole number of years, ${least} to ${MAX_YEARS}`);
    this.#at++;
    return years;
  }

  /** Whether the parentheses that open here enclose a condition, not a formula. */
  #opensCondition(): boolean {
    if (this.#next.text !== '(') return false;
    const areCalls: boolean[] = [];
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const { text } = this.#tokens[at] as Token;
      if (text === '(')
        areCalls.push(
          at > this.#at && this.#tokens[at - 1]?.kind === 'name' && !RESERVED.has(this.#tokens[at - 1]?.text ?? ''),
        );
      if (text === ')') areCalls.pop();
      if (areCalls.length === 0) return false;
      if (CONDITIONAL.has(text) && !areCalls.includes(true)) return true;
    }
    return false;
  }

  #inParentheses<Node>(read: () => Node): Node {
    if (!this.#take('(')) return this.#fail('"("');
    const node = read();
    if (!this.#take(')')) return this.#fail('")"');
    return node;
  }

  #nested<Node>(read: () => Node): Node {
    if (++this.#depth > MAX_DEPTH)
      throw new ExpressionError(this.#next.position, `is nested deeper than ${MAX_DEPTH} levels`);
    const node = read();
    this.#depth--;
    return node;
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #take(text: string): boolean {
    const isNext = this.#next.text === text;
    if (isNext) this.#at++;
    return isNext;
  }

  #takeOne<Text extends string>(texts: readonly Text[]): Text | null {
    const found = texts.find(text => text === this.#next.text);
    if (found === undefined) return null;
    this.#at++;
    return found;
  }

  #fail(expected: string): never {
    const { kind, text, position } = this.#next;
    throw new ExpressionError(position, `expected ${expected}, found ${kind === 'end' ? 'the end' : `"${text}"`}`);
  }
}

function requireSize(node: Expression | Condition): void {
  if (sizeOf(node) > MAX_SIZE) throw new ExpressionError(1, `has more than ${MAX_SIZE} parts, measures written out`);
}

function sameMoney(position: number, left: Expression, right: Expression): [Expression, Expression] {
  if (!Number.isNaN(commonDegree(moneyDegree(left), moneyDegree(right)))) return [left, right];
  throw new ExpressionError(position, 'an amount of money goes only with amounts of money and plain numbers');
}

const RESERVED: ReadonlySet<string> = new Set(['and', 'or', 'not']);
const CONDITIONAL: ReadonlySet<string> = new Set([...COMPARATORS, ...RESERVED]);
