import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitLines } from '../../server/src/formats/tsv.ts';

/** Why some files of the corpus are not read. */
export interface Reason {
  files: RegExp;
  reason: string;
}

/** The explanation of a kind of anomaly in the corpus. */
export interface Meaning {
  registry: string;
  kind: string;
  meaning: string;
}

/** A line of a connector's `corpus.tsv`. */
interface Rule {
  registry: string;
  /** `folder`: a folder of the registry's files; `not read`: files that its connector skips, and why; `anomaly`: why it is correct. */
  rule: string;
  of: string;
  why: string;
}

const SOURCES = join(import.meta.dirname, '../../server/src/sources');

const RULES: readonly Rule[] = readdirSync(SOURCES).flatMap(registry => {
  const path = join(SOURCES, registry, 'corpus.tsv');
  if (!existsSync(path)) return [];
  return rowsOf(path).map(([rule = '', of = '', why = '']) => ({ registry, rule, of, why }));
});

/** Folders of the corpus by the registry whose files they hold. */
export function readFolders(): { folder: string; registry: string }[] {
  return rulesOf('folder').map(({ of, registry }) => ({ folder: of, registry }));
}

/** The reasons of all connectors, and of files that belong to no connector. */
export function readReasons(): Reason[] {
  const others = rowsOf(join(import.meta.dirname, 'not-read.tsv'));
  const own = rulesOf('not read').map(({ of, why }) => [of, why]);
  return [...own, ...others].map(([files = '', reason = '']) => ({ files: new RegExp(files), reason }));
}

export function readMeanings(): Meaning[] {
  return rulesOf('anomaly').map(({ registry, of, why }) => ({ registry, kind: of, meaning: why }));
}

function rulesOf(rule: 'folder' | 'not read' | 'anomaly'): Rule[] {
  return RULES.filter(candidate => candidate.rule === rule);
}

function rowsOf(path: string): string[][] {
  const [, ...lines] = splitLines(readFileSync(path, 'utf8'));
  return lines.filter(line => line !== '').map(line => line.split('\t'));
}
