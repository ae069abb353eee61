import { isUnspacedAt } from '../model/search-text.ts';

/** A query as PostgreSQL parsed it. */
export type QueryNode =
  | { kind: 'word'; lexeme: string }
  | { kind: 'phrase'; parts: QueryNode[]; distances: number[] }
  | { kind: 'and' | 'or'; parts: QueryNode[] }
  | { kind: 'not'; part: QueryNode };

/**
 * Reads the text form of a tsquery (PostgreSQL manual, 8.11.2): `!` binds tightest, then `<->`, `&`, `|`. Throws if it
 * is invalid.
 */
export function parseTsquery(tsquery: string): QueryNode {
  const tokens = tokensOf(tsquery);
  let at = 0;
  const operatorAt = (): string => {
    const token = tokens[at];
    return token && 'operator' in token ? token.operator : '';
  };
  const joined = (operator: string, kind: 'and' | 'or', inner: () => QueryNode): QueryNode => {
    const parts = [inner()];
    while (operatorAt() === operator) {
      at++;
      parts.push(inner());
    }
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind, parts };
  };
  const phrase = (): QueryNode => {
    const first = single();
    const parts = [first];
    const distances: number[] = [];
    for (let operator = operatorAt(); operator.startsWith('<'); operator = operatorAt()) {
      at++;
      distances.push(operator === '<->' ? 1 : Number(operator.slice(1, -1)));
      parts.push(single());
    }
    return parts.length === 1 ? first : { kind: 'phrase', parts, distances };
  };
  const single = (): QueryNode => {
    const token = tokens[at++];
    if (token === undefined) throw new Error(`Unexpected end of tsquery: ${tsquery}`);
    if ('lexeme' in token) return { kind: 'word', lexeme: token.lexeme };
    if (token.operator === '!') return { kind: 'not', part: single() };
    if (token.operator !== '(') throw new Error(`Unexpected operator in tsquery: ${tsquery}`);
    const inside = either();
    if (operatorAt() !== ')') throw new Error(`Unclosed parenthesis in tsquery: ${tsquery}`);
    at++;
    return inside;
  };
  const both = (): QueryNode => joined('&', 'and', phrase);
  const either = (): QueryNode => joined('|', 'or', both);
  const tree = either();
  if (at < tokens.length) throw new Error(`Unexpected text after tsquery: ${tsquery}`);
  return tree;
}

const TOKEN = /\s*(?:'((?:[^'\\]|''|\\.)*)'|(<->|<\d+>|[&|!()]))/sy;

type Token = { lexeme: string } | { operator: string };

function tokensOf(tsquery: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < tsquery.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const [, lexeme, operator = ''] = TOKEN.exec(tsquery) ?? [];
    if (TOKEN.lastIndex <= at) throw new Error(`Invalid token at ${at} in tsquery: ${tsquery}`);
    tokens.push(
      lexeme === undefined ? { operator } : { lexeme: lexeme.replace(/''|\\(.)/gs, (_, escaped) => escaped ?? "'") },
    );
  }
  return tokens;
}

/** The text form of a query. */
export function toTsquery(node: QueryNode): string {
  switch (node.kind) {
    case 'word':
      return quoted(node.lexeme);
    case 'not':
      return `!(${toTsquery(node.part)})`;
    case 'phrase':
      return node.parts
        .map((part, at) => (at === 0 ? '' : ` <${node.distances[at - 1]}> `) + inParentheses(part))
        .join('');
    default:
      return node.parts.map(inParentheses).join(node.kind === 'and' ? ' & ' : ' | ');
  }
}

/** The text form of a query for any of some words. */
export function anyOf(lexemes: readonly string[]): string {
  return [...new Set(lexemes)].map(quoted).join(' | ');
}

/** A query for one word. */
export function toWord(lexeme: string): QueryNode {
  return { kind: 'word', lexeme };
}

function inParentheses(node: QueryNode): string {
  return node.kind === 'word' ? toTsquery(node) : `(${toTsquery(node)})`;
}

/** A character that is searched by pairs occurs alone only at the end of its run; elsewhere it starts a pair. */
export function quoted(lexeme: string): string {
  const text = `'${lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
  return isOneCharacter(lexeme) ? `${text}:*` : text;
}

/** Whether a lexeme is a single character of a script without blanks between words. */
export function isOneCharacter(lexeme: string): boolean {
  return isUnspacedAt(lexeme, 0) && [...lexeme].length === 1;
}
