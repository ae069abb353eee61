import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseHtml } from '../server/src/formats/html-text/parse-html.ts';
import { splitSections } from '../server/src/sources/sec-edgar/sections/split-sections.ts';
import { type BenchReport, median } from './report.ts';
import { tokenizeHtml } from './tokenize.ts';

const ROUNDS = 5;
const DATA = join(import.meta.dirname, '../../shared/data/us/periodic');

interface Report {
  name: string;
  form: string;
  source: string;
}

interface Times {
  tokens: number;
  blocks: number;
  sections: number;
}

/** Parses and splits real reports, against the bare tokenizer over the same characters. */
export async function benchSections(): Promise<BenchReport> {
  const reports = readReports();
  const characters = reports.reduce((sum, report) => sum + report.source.length, 0);
  const rounds: Times[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(measure(reports));
  const tokens = median(rounds.map(round => round.tokens));
  const blocks = median(rounds.map(round => round.blocks));
  const sections = median(rounds.map(round => round.sections));
  const speed = (milliseconds: number) => `${(characters / 1_000 / milliseconds).toFixed(0)} MB/s`;
  return {
    title: 'Sections',
    how: `${reports.length} reports in HTML of ${(characters / 1e6).toFixed(0)} MB, from text in memory, one thread, median of ${ROUNDS} rounds. The ratio is the time over the bare tokenizer's. edgar-crawler and sec-parser are not installed here.`,
    rows: [
      { name: 'htmlparser2 tokenizer alone', figure: speed(tokens), ratio: 1 },
      {
        name: 'to blocks: text, tables, pages, links',
        figure: speed(blocks),
        ratio: blocks / tokens,
        aim: 'the same order',
      },
      {
        name: 'to blocks and to sections, as text, Markdown and HTML',
        figure: speed(blocks + sections),
        ratio: (blocks + sections) / tokens,
      },
    ],
  };
}

function readReports(): Report[] {
  return readdirSync(DATA)
    .filter(name => /\.html?\.gz$/.test(name))
    .map(name => ({
      name,
      form: /10-?Q/i.test(name) ? '10-Q' : '10-K',
      source: gunzipSync(readFileSync(join(DATA, name))).toString('utf8'),
    }));
}

function measure(reports: readonly Report[]): Times {
  const times: Times = { tokens: 0, blocks: 0, sections: 0 };
  for (const { name, form, source } of reports) {
    times.tokens += timed(() => tokenizeHtml(source));
    let text = parseHtml('');
    times.blocks += timed(() => {
      text = parseHtml(source);
    });
    const documents = [{ fileName: name, nativeType: form, isPrimary: true, text }];
    times.sections += timed(() =>
      splitSections({ formType: form, periodEnd: null, filingDate: null, itemCodes: [], documents }),
    );
  }
  return times;
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
