/**
 * `npm run labels -- FILE…` replaces the quotes of working files by offsets and writes `bench/accuracy/labels/<name>.jsonl`. Prints
 * each quote that is not in the text or in it several times, and then writes nothing.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type LabelledFiling, workingLine } from './labels.ts';
import { plainText, readPlainText } from './plain-text.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data/us');

for (const path of process.argv.slice(2)) {
  const problems: string[] = [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map((line, index) => placeLine(line, problem => problems.push(`${basename(path)}:${index + 1}: ${problem}`)));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else {
    const labels = lines.reduce((sum, line) => sum + (line?.labels.length ?? 0), 0);
    writeFileSync(
      join(import.meta.dirname, `${basename(path, '.jsonl')}.jsonl`),
      `${lines.map(line => JSON.stringify(line)).join('\n')}\n`,
    );
    console.log(`${basename(path)}: ${lines.length} filings, ${labels} labels`);
  }
}

function placeLine(line: string, report: (problem: string) => void): LabelledFiling | null {
  const parsed = workingLine.safeParse(parseJson(line));
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) report(`${path.join('.')}: ${message}`);
    return null;
  }
  const text = readPlainText(join(DATA, parsed.data.file));
  const labels = parsed.data.labels.map(({ quote, ...found }) => {
    const words = plainText(quote);
    const start = text.indexOf(words);
    if (start < 0) report(`${parsed.data.file}: the text has no "${words.slice(0, 80)}"`);
    else if (text.includes(words, start + 1))
      report(`${parsed.data.file}: quote more of "${words.slice(0, 80)}"; it is there twice`);
    const digest = createHash('sha256').update(words).digest('hex').slice(0, 12);
    return { ...found, start, end: start + words.length, digest };
  });
  return { ...parsed.data, labels };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    return String(error);
  }
}
