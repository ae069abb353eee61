import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../server/src/domain/disclosures/events/rules/read-events.ts';
import { readRedFlags } from '../server/src/domain/disclosures/red-flags/rules/read-red-flags.ts';
import { readSupplyChain } from '../server/src/domain/disclosures/supply-chain/rules/read-supply-chain.ts';
import type { FilingContents } from '../server/src/domain/filings/filings/model/filing-contents.ts';
import { splitSentences } from '../server/src/formats/prose/sentences.ts';
import { tokenize } from '../server/src/formats/prose/tokens.ts';
import { openLabelled } from './accuracy/labels/published.ts';
import { type BenchReport, median } from './report.ts';

const ROUNDS = 3;
const MOST_REPORTS = 12;
const CHARACTERS = 500_000;
const DATA = join(import.meta.dirname, '../../shared/data/us');

/** Reads the prose of annual reports, subject by subject, against the division into sentences. */
export async function benchProse(): Promise<BenchReport> {
  const reports = readReports();
  const characters = reports.reduce((sum, report) => sum + lengthOf(report), 0);
  const started = performance.now();
  tokenize('The first sentence loads the language model.');
  const loaded = performance.now() - started;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => timeSubjects(reports, round));
  const figure = (subject: Subject) => (median(rounds.map(round => round[subject])) * CHARACTERS) / characters;
  const [sentences, supply, flags, events] = SUBJECTS.map(figure) as [number, number, number, number];
  const all = supply + flags + events;
  const row = (name: string, milliseconds: number) => ({
    name,
    figure: `${milliseconds.toFixed(0)} ms, ${((100 * milliseconds) / all).toFixed(0)} %`,
    ratio: milliseconds / sentences,
  });
  return {
    title: 'Prose',
    how: `${reports.length} annual reports of ${(characters / 1e6).toFixed(1)} million characters of text, opened before, one thread, median of ${ROUNDS} rounds; milliseconds for 500,000 characters, and the share of all subjects. The first subject that parses a sentence pays for all. The language model loads in ${loaded.toFixed(0)} ms, once per thread.`,
    rows: [
      row('sentences alone', sentences),
      row('customers and suppliers', supply),
      row('red flags', flags),
      row('events', events),
      { ...row('all subjects', all), aim: 'under 1,000 ms' },
    ],
  };
}

const SUBJECTS = ['sentences', 'supply', 'flags', 'events'] as const;
type Subject = (typeof SUBJECTS)[number];

/** Subjects share the parse of a text, so each round reads other texts, in the order of the pipeline. */
function timeSubjects(reports: readonly FilingContents[], round: number): Record<Subject, number> {
  const remarked = (mark: string) => reports.map(report => withMark(report, mark));
  const plain = remarked(`Sentences ${round}.`);
  const fresh = remarked(`Round ${round}.`);
  const time = (read: (contents: FilingContents) => unknown, all = fresh) =>
    timeOf(() => all.forEach(contents => void read(contents)));
  return {
    sentences: time(({ text }) => text.sections.map(section => splitSentences(section.text)), plain),
    supply: time(readSupplyChain),
    flags: time(contents => readRedFlags(contents, { isRead: false, statements: [] })),
    events: time(contents => readEvents(contents, 'sec-edgar', [])),
  };
}

/** The report with another last sentence in each section. */
function withMark(report: FilingContents, mark: string): FilingContents {
  const sections = report.text.sections.map(section => ({ ...section, text: `${section.text}\n\n${mark}` }));
  return { ...report, text: { ...report.text, sections } };
}

function timeOf(run: () => void): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

function lengthOf({ text }: FilingContents): number {
  return text.sections.reduce((sum, section) => sum + section.text.length, 0);
}

/** The reports with a filing date: events of a filing without one are not read. */
function readReports(): FilingContents[] {
  return readdirSync(join(DATA, 'periodic'))
    .filter(name => /_10-K_.*\.html?\.gz$/.test(name))
    .slice(0, MOST_REPORTS)
    .flatMap(
      name =>
        openLabelled(DATA, { file: `periodic/${name}`, form: '10-K', cik: '1', filed: '2024-02-20' })?.contents ?? [],
    );
}
