/**
 * `npm run labels -- FILE…` replaces the quotes of working files with offsets and writes
 * `bench/accuracy/labels/<name>.jsonl`. If a quote is missing in the text or occurs several times, it prints the quote
 * and writes nothing. A line states labels or sections.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type LabelledFiling, type QuotedWords, type SectionedFiling, workingLine, workingSections } from './labels.ts';
import { plainText, readPlainText } from './plain-text.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data/us');

type Report = (problem: string) => void;

for (const path of process.argv.slice(2)) {
  const problems: string[] = [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map((line, index) => placeLine(line, problem => problems.push(`${basename(path)}:${index + 1}: ${problem}`)));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else {
    const labels = lines.reduce((sum, line) => sum + (line ? countOf(line) : 0), 0);
    writeFileSync(
      join(import.meta.dirname, `${basename(path, '.jsonl')}.jsonl`),
      `${lines.map(line => JSON.stringify(line)).join('\n')}\n`,
    );
    console.log(`${basename(path)}: ${lines.length} filings, ${labels} labels`);
  }
}

function countOf(line: LabelledFiling | SectionedFiling): number {
  return 'labels' in line ? line.labels.length : line.sections.length;
}

function placeLine(line: string, report: Report): LabelledFiling | SectionedFiling | null {
  const value = parseJson(line);
  const hasSections = typeof value === 'object' && value !== null && 'sections' in value;
  const parsed = (hasSections ? workingSections : workingLine).safeParse(value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) report(`${path.join('.')}: ${message}`);
    return null;
  }
  const filing = parsed.data;
  const text = readPlainText(join(DATA, filing.file));
  const placed = (words: QuotedWords) => placeQuote(text, words, problem => report(`${filing.file}: ${problem}`));
  if ('labels' in filing) {
    return { ...filing, labels: filing.labels.map(({ quote, ...found }) => ({ ...found, ...placed({ quote }) })) };
  }
  const sections = filing.sections.map(({ first, last, ...section }) => ({
    ...section,
    ...(first && { first: placed(first) }),
    ...(last && { last: placed(last) }),
  }));
  return { ...filing, sections };
}

function placeQuote(text: string, { before = '', quote, after = '' }: QuotedWords, report: Report) {
  const words = plainText(quote);
  const context = plainText(`${before} ${quote} ${after}`);
  const found = text.indexOf(context);
  if (found < 0) report(`the text has no "${context.slice(0, 80)}"`);
  else if (text.includes(context, found + 1)) report(`quote more of "${context.slice(0, 80)}"; it is there twice`);
  const start = found + (before === '' ? 0 : plainText(before).length + 1);
  const digest = createHash('sha256').update(words).digest('hex').slice(0, 12);
  return { start, end: start + words.length, digest };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    return String(error);
  }
}
