import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FlagHit, findHits } from '../../server/src/domain/disclosures/red-flags/rules/find-hits.ts';
import { openLoose } from './open-loose.ts';

const JUDGEMENTS = ['event', 'unclear', 'boilerplate'] as const;

/** Judgements of one rule compared with human labels, sentence by sentence. */
export interface FlagComparison {
  ruleId: string;
  labelled: number;
  agreed: number;
  /**
   * Number of sentences that people judge an event; of these, judged an event by the rule; and all sentences judged an
   * event by the rule.
   */
  events: number;
  foundEvents: number;
  statedEvents: number;
  /** With the label, the rule's result and its position; sentences are not quoted. */
  differences: string[];
}

interface GoldRow {
  file: string;
  accession: string;
  sectionKey: string;
  ruleId: string;
  sentence: string;
  judgement: string;
}

/** Whether the labelled rows are available. */
export function hasRedFlags(data: string): boolean {
  return existsSync(join(data, 'truth/redflags_gold.tsv'));
}

/**
 * Applies the text rules to the labelled sentences. A sentence without a finding counts as boilerplate. Results of
 * rules with few labels are uncertain.
 */
export function compareRedFlags(data: string): FlagComparison[] {
  const rows = readGold(join(data, 'truth/redflags_gold.tsv'));
  const comparisons = new Map<string, FlagComparison>();
  for (const [file, golds] of Map.groupBy(rows, row => row.file)) {
    const contents = openLoose(data, file, golds[0]?.accession ?? '');
    const hits = contents === null ? [] : findHits(contents);
    for (const gold of golds) addRow(comparisons, gold, judgementOf(gold, hits));
  }
  return [...comparisons.values()].sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1));
}

function judgementOf({ ruleId, sentence }: GoldRow, hits: readonly FlagHit[]): string {
  const wanted = plain(sentence);
  const own = hits.filter(hit => {
    if (hit.ruleId !== ruleId) return false;
    const quote = plain(hit.quote);
    return quote.includes(wanted) || wanted.includes(quote);
  });
  return JUDGEMENTS.find(value => own.some(hit => hit.judgement === value)) ?? 'nothing';
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function addRow(comparisons: Map<string, FlagComparison>, gold: GoldRow, said: string): void {
  const { ruleId } = gold;
  const empty = { ruleId, labelled: 0, agreed: 0, events: 0, foundEvents: 0, statedEvents: 0, differences: [] };
  const row = comparisons.get(ruleId) ?? empty;
  comparisons.set(ruleId, row);
  const isEvent = gold.judgement === 'event';
  row.labelled += 1;
  row.events += isEvent ? 1 : 0;
  row.statedEvents += said === 'event' ? 1 : 0;
  row.foundEvents += isEvent && said === 'event' ? 1 : 0;
  const isAgreed = said === gold.judgement || (said === 'nothing' && gold.judgement === 'boilerplate');
  row.agreed += isAgreed ? 1 : 0;
  if (!isAgreed) row.differences.push(`labelled ${gold.judgement}, found ${said}: ${gold.file}, ${gold.sectionKey}`);
}

function readGold(path: string): GoldRow[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => {
      const [file = '', accession = '', sectionKey = '', ruleId = '', sentence = '', judgement = ''] = line.split('\t');
      return { file, accession, sectionKey, ruleId, sentence, judgement };
    });
}

/** The comparisons as Markdown, each difference with its filing and section. */
export function renderRedFlags(comparisons: readonly FlagComparison[]): string {
  const all = { ruleId: 'all', labelled: 0, agreed: 0, events: 0, foundEvents: 0, statedEvents: 0 };
  for (const one of comparisons) {
    for (const count of ['labelled', 'agreed', 'events', 'foundEvents', 'statedEvents'] as const)
      all[count] += one[count];
  }
  const lines = [
    '## Red flags',
    '',
    'Judgements of the text rules on the sentences in redflags_gold.tsv, labelled by people. Agreement: the same judgement; a sentence in which no rule matches counts as boilerplate. Recall and precision refer to the judgement event.',
    '',
    '| rule | labelled | agreed | | events | recalled | recall | found | precision |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  for (const one of [...comparisons, all]) {
    const { ruleId, labelled, agreed, events, foundEvents, statedEvents } = one;
    lines.push(
      `| ${ruleId} | ${labelled} | ${agreed} | ${share(agreed, labelled)} | ${events} | ${foundEvents} | ${share(foundEvents, events)} | ${statedEvents} | ${share(foundEvents, statedEvents)} |`,
    );
  }
  const different = comparisons.filter(comparison => comparison.differences.length > 0);
  lines.push(
    '',
    ...different.flatMap(comparison => comparison.differences.map(text => `- ${comparison.ruleId}: ${text}`)),
  );
  return `${lines.join('\n')}\n`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'n/a' : `${((100 * part) / whole).toFixed(1)} %`;
}
