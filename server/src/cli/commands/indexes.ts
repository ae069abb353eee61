import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { readMembers } from '../../domain/insights/universe/rules/read-members.ts';
import { countUnknownMembers, replaceMembers } from '../../domain/insights/universe/store.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { print, printStatus } from '../terminal.ts';
import { withStore } from '../with-store.ts';

const SHOWN_CONTRADICTIONS = 20;

/** `asfiled indexes`: lists of members of indexes. */
export function indexesCommand(): Command {
  const indexes = new Command('indexes').description('Import the members of indexes');
  indexes
    .command('import')
    .description('Replace the members of an index')
    .argument('<index>', 'id of the index in requests, such as sp500', readIndexId)
    .requiredOption('--members <file>', 'CSV of the current members: column Symbol, and CIK if known')
    .requiredOption('--changes <file>', 'CSV of changes: columns date, add and remove, tickers separated by commas')
    .option('--market <market>', 'market of the tickers', 'us')
    .addHelpText(
      'after',
      `
Members of earlier days follow from undoing the changes, newest first. The universe filters by them: /api/v1/universe?index=sp500.

Example:
  npm run asfiled -- indexes import sp500 --members constituents.csv --changes changes.csv
${EXIT_HELP}`,
    )
    .action(runImport);
  return indexes;
}

async function runImport(
  indexId: string,
  { members, changes, market }: { members: string; changes: string; market: string },
): Promise<void> {
  const list = readMembers(readFileSync(members, 'utf8'), readFileSync(changes, 'utf8'));
  const importedAt = new Date().toISOString();
  const unknown = await withStore('indexes', ({ db }) =>
    db.transaction(async tx => {
      await replaceMembers(tx, { indexId, marketId: market, importedAt }, list);
      return countUnknownMembers(tx, indexId);
    }),
  );
  const { knownFrom, memberships, contradictions } = list;
  print(
    `${indexId}: ${memberships.length} memberships from ${knownFrom} on, ${unknown} of companies that are not stored.`,
  );
  for (const text of contradictions.slice(0, SHOWN_CONTRADICTIONS)) printStatus(text);
  if (contradictions.length > 0) printStatus(`${contradictions.length} changes contradict others.`);
}

function readIndexId(given: string): string {
  if (/^[a-z0-9_-]{1,32}$/.test(given)) return given;
  throw new InvalidArgumentError('Use up to 32 lower-case letters, digits, - and _.');
}
