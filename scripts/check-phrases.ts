/**
 * `npm run check:phrases` fails if a rule that reads sentences holds a phrase of five or more words in a row: such a rule knows one
 * file rather than the language. It reads regular expressions and strings of the rules, and the cells of their tables.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../server/src');
/** Folders of rules that read sentences. */
const READERS = [
  'formats/prose',
  'domain/disclosures/*/rules',
  'domain/figures/guidance/rules',
  'domain/ownership/people/rules',
  'sources/sec-edgar/people',
];
const MAX_WORDS = 4;

/** Comments are matched first, so that their words and quotes are no literals. */
const LITERAL = new RegExp(
  [
    String.raw`//[^\n]*|/\*[\s\S]*?\*/`,
    String.raw`'(?<single>(?:\\.|[^'\\\n])*)'`,
    String.raw`"(?<double>(?:\\.|[^"\\\n])*)"`,
    '`(?<template>(?:\\\\.|[^`\\\\])*)`',
    String.raw`(?<=[(,=:[!&|?{};\n]\s*|return )/(?<regex>(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)/[a-z]*`,
  ].join('|'),
  'g',
);
/** `words('if unless whether')`, `verbs: 'acquire buy'`: lists of single words. Titles and messages are shown, not matched. */
const NO_PATTERN =
  /(?:\b(?:words|split|set|lemmas)\(|\b(?:verbs|nouns|adjectives|endedBy|title|label|evidence):|Error\([^;]*)\s*$/;
/** Columns of tables that are shown or that list single words. */
const NO_PATTERN_COLUMN = /^(?:title|label|note|what|verbs|nouns|adjectives|class|words_of_class)$/;
/** A phrase has one of these; a list of words and a name do not. */
const GRAMMAR_WORD =
  /^(?:an?|the|of|to|in|on|at|by|for|with|from|as|than|that|which|who|and|or|if|is|are|was|were|be|been|has|have|had|not|its?|our|their|his|her|we|they|will|would|does|do|did)$/i;

interface Phrase {
  file: string;
  line: number;
  words: string;
}

/** Tests, their banks of sentences, and lexicons, which list single words. */
const NO_RULES = /\.test\.ts$|\/sentences\/|\/lexicon\.tsv$/;

const files = globSync(`{${READERS.join(',')}}/**/*.{ts,tsv}`, { cwd: SOURCES })
  .filter(file => !NO_RULES.test(file))
  .sort();
const found: Phrase[] = files.flatMap(file => (file.endsWith('.tsv') ? inTable(file) : inCode(file)));
for (const { file, line, words } of found)
  console.error(`server/src/${file}:${line}: "${words}" has more than ${MAX_WORDS} words in a row.`);
if (found.length > 0) process.exitCode = 1;

/** Tables of rules hold regular expressions and phrases in every cell. */
function inTable(file: string): Phrase[] {
  const [header = '', ...lines] = readFileSync(join(SOURCES, file), 'utf8').split('\n');
  const columns = header.split('\t');
  return lines.flatMap((line, at) =>
    line
      .split('\t')
      .filter((_, column) => !NO_PATTERN_COLUMN.test(columns[column] ?? ''))
      .flatMap(cell => longest(cell).map(words => ({ file, line: at + 2, words }))),
  );
}

/** Regular expressions, strings and the literal parts of templates; those of error messages and imports are left out. */
function inCode(file: string): Phrase[] {
  const code = readFileSync(join(SOURCES, file), 'utf8');
  return [...code.matchAll(LITERAL)].flatMap(({ index, 0: words, groups = {} }) => {
    const pattern = groups.single ?? groups.double ?? groups.template ?? groups.regex;
    const after = code.slice(index + words.length, index + words.length + 20);
    if (
      pattern === undefined ||
      NO_PATTERN.test(code.slice(Math.max(0, index - 200), index)) ||
      /^\s*\.split\(/.test(after)
    )
      return [];
    const line = code.slice(0, index).split('\n').length;
    return longest(pattern.replace(/\$\{[^}]*\}/g, '|')).map(words => ({ file, line, words }));
  });
}

/** The phrases of a pattern that are too long. White space may be written as `\s`, `\s+` or `[- ]`. Names in capitals do not count. */
function longest(pattern: string): string[] {
  const plain = pattern.replace(/\\b/g, '|').replace(/\\s[+*]?|\[[- ]{1,3}\]/g, ' ');
  return [...plain.matchAll(/\p{L}[\p{L}’'-]*(?: \p{L}[\p{L}’'-]*)+/gu)]
    .map(([words]) => words)
    .filter(words => isPhrase(words.split(' ')));
}

function isPhrase(words: readonly string[]): boolean {
  if (words.length <= MAX_WORDS || !words.some(word => GRAMMAR_WORD.test(word))) return false;
  // `as a result of which` is a conjunction.
  if (words.filter(word => !GRAMMAR_WORD.test(word)).length < 2) return false;
  return !words.every(word => GRAMMAR_WORD.test(word) || /^\p{Lu}/u.test(word));
}
