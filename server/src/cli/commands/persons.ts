import { Command, InvalidArgumentError } from 'commander';
import { gatherAllPeople } from '../../domain/ownership/people/gather-people.ts';
import { personSlug, prefixOfSlug } from '../../domain/ownership/people/model/person.ts';
import { listMerges, type StoredMerge, undoMerge } from '../../domain/ownership/people/store/persons.ts';
import { wholeNumberUpTo } from '../arguments.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { print, printStatus } from '../terminal.ts';
import { withStore } from '../with-store.ts';

const MAX_MERGES = 10_000;

/** `asfiled persons`: which names were merged into one person, why, and operators' corrections. */
export function personsCommand(): Command {
  const persons = new Command('persons').description('List and correct which names and numbers are one person');
  persons
    .command('merges')
    .description('List merged persons, newest first, each with its evidence')
    .option('--slug <slug>', 'only merges of this person')
    .option('--limit <n>', `how many to list, up to ${MAX_MERGES}`, wholeNumberUpTo(MAX_MERGES), 100)
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', EXIT_HELP)
    .action(runMerges);
  persons
    .command('undo')
    .description('Undo a merge permanently: the two persons are separate again')
    .argument('<merge>', "the merge's number, as printed by merges", readMergeId)
    .addHelpText('after', EXIT_HELP)
    .action(runUndo);
  return persons;
}

async function runMerges({ slug, limit, json }: { slug?: string; limit: number; json?: boolean }): Promise<void> {
  const prefix = slug === undefined ? null : (prefixOfSlug(slug) ?? '');
  const merges = await withStore('persons', ({ db }) => listMerges(db, prefix, limit));
  for (const merge of merges) print(json === true ? JSON.stringify(toJson(merge)) : describe(merge));
  if (merges.length === 0) printStatus('No merges found.');
}

async function runUndo(mergeId: string): Promise<void> {
  const merge = await withStore('persons', async ({ db }) => {
    const undone = await db.transaction(tx => undoMerge(tx, mergeId));
    if (undone !== null) await gatherAllPeople(db);
    return undone;
  });
  if (merge !== null) {
    print(`Merge ${mergeId} was undone.`);
    return;
  }
  printStatus(`asfiled: merge ${mergeId} does not exist`);
  process.exitCode = EXIT.failed;
}

function toJson(merge: StoredMerge): Record<string, unknown> {
  const { mergeId, keptId, keptName, absorbedId, absorbedName, rule, evidence, state, madeAt } = merge;
  return {
    merge_id: mergeId,
    kept: personSlug(keptName, keptId),
    absorbed: personSlug(absorbedName, absorbedId),
    rule,
    evidence,
    state,
    made_at: madeAt,
  };
}

function describe(merge: StoredMerge): string {
  return Object.values(toJson(merge)).join('\t');
}

function readMergeId(text: string): string {
  if (/^[1-9]\d{0,17}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the number of a merge, as printed by `persons merges`.');
}
