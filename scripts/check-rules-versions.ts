/**
 * `npm run check:rules` fails if tables of rules changed without a new version of the rules, because stored values
 * would then stay as the old rules computed them. `npm run rules:record` records the tables of the new versions.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOMAIN = join(import.meta.dirname, '../server/src/domain');
const RECORD = join(DOMAIN, 'rules-versions.json');

/** The version of a subject's rules and the digest of their tables. */
interface RulesState {
  version: string;
  tables: string;
}

const recorded: Record<string, RulesState> = JSON.parse(readFileSync(RECORD, 'utf8'));
const current = Object.fromEntries(globSync('*/*/rules', { cwd: DOMAIN }).sort().flatMap(readRules));
const isRecording = process.argv.includes('--record');

const stale = Object.entries(current).filter(([subject, { version, tables }]) => {
  const known = recorded[subject];
  return known !== undefined && known.version === version && known.tables !== tables;
});
const unrecorded = Object.entries(current).filter(([subject, { version }]) => recorded[subject]?.version !== version);

for (const [subject] of stale) {
  console.error(`Tables of ${subject}/rules changed: raise its RULES_VERSION, then run npm run rules:record.`);
  process.exitCode = 1;
}
if (isRecording && stale.length === 0) writeFileSync(RECORD, `${JSON.stringify(current, null, 2)}\n`);
if (!isRecording) {
  for (const [subject] of unrecorded) {
    console.error(`The rules of ${subject} have a new version: run npm run rules:record.`);
    process.exitCode = 1;
  }
}

/** Subjects without a version or without tables have nothing to compare. */
function readRules(folder: string): [string, RulesState][] {
  const path = join(DOMAIN, folder);
  const sources = globSync('**/*.ts', { cwd: path }).sort();
  const versions = sources.flatMap(file => {
    const found = /^export const \w*RULES_VERSION = '([\w-]+)'/m.exec(readFileSync(join(path, file), 'utf8'));
    return found?.[1] ?? [];
  });
  const tables = globSync('**/*.{tsv,json}', { cwd: path }).sort();
  if (versions.length === 0 || tables.length === 0) return [];
  const digest = createHash('sha256');
  for (const file of tables) digest.update(`${file}\n`).update(readFileSync(join(path, file)));
  const subject = folder.replace(/\/rules$/, '');
  return [[subject, { version: versions.join(' '), tables: digest.digest('hex') }]];
}
