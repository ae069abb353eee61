/** An expression that cannot be read: where, from 1, and what was expected. */
export class ExpressionError extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(`at ${position}: ${message}`);
    this.position = position;
  }
}

export interface Token {
  readonly kind: 'number' | 'name' | 'symbol' | 'end';
  /** In lower case. */
  readonly text: string;
  /** The first character, from 1. */
  readonly position: number;
}

/** Longest first; a suffix follows its digits without a space. */
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?(?:%|bn|m|k)?(?![a-z0-9_.])/iy;
const NAME = /[a-z_][a-z0-9_]*/iy;
const SYMBOL = />=|<=|!=|[-+*/()<>=,]/y;
const SPACE = /\s*/y;

/** The words and symbols of a text, ending with an `end` token. Throws {@link ExpressionError}. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += matchAt(SPACE, text, at)?.length ?? 0;
    if (at === text.length) return [...tokens, { kind: 'end', text: '', position: at + 1 }];
    const token = readToken(text, at);
    tokens.push(token);
    at += token.text.length;
  }
}

function readToken(text: string, at: number): Token {
  for (const [kind, pattern] of [
    ['number', NUMBER],
    ['name', NAME],
    ['symbol', SYMBOL],
  ] as const) {
    const found = matchAt(pattern, text, at);
    if (found !== null) return { kind, text: found.toLowerCase(), position: at + 1 };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  throw new ExpressionError(at + 1, `"${character}" cannot be read; expected a number, a code or an operator`);
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const SCALES: Record<string, number> = { '%': 0.01, k: 1e3, m: 1e6, bn: 1e9 };

/** The value of a number token: `5%` is 0.05, `400m` is 400 million. */
export function numberOf({ text }: Token): number {
  const [, digits = '', suffix = ''] = /^(.*?)(%|bn|m|k)?$/.exec(text) ?? [];
  // Divided, since 7 * 0.01 is not 0.07.
  return suffix === '%' ? Number(digits) / 100 : Number(digits) * (SCALES[suffix] ?? 1);
}
