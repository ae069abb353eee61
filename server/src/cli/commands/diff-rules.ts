import { Command, Option } from 'commander';
import { listRuleChanges, type RuleChange, type TextReadings } from '../../domain/kit/store/readings.ts';
import { TEXT_READINGS } from '../../pipeline/parts.ts';
import { wholeNumberUpTo } from '../arguments.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { parseRegistry } from '../run-command.ts';
import { print, printStatus } from '../terminal.ts';
import { withStore } from '../with-store.ts';

const MAX_VERSION = 1_000_000;
const SUBJECTS = TEXT_READINGS.map(readings => readings.subject);
const CHANGES: readonly RuleChange['change'][] = ['added', 'gone', 'changed'];

interface DiffFlags {
  since: number;
  subject?: string;
  registry?: string;
  json?: boolean;
}

/** `asfiled diff-rules`: what newer rules read differently from the text of filings. */
export function diffRulesCommand(): Command {
  return new Command('diff-rules')
    .description('List the records that newer rules read differently from the text of filings')
    .requiredOption('--since <version>', 'version of the rules to compare with', wholeNumberUpTo(MAX_VERSION))
    .addOption(new Option('--subject <subject>', 'only this subject').choices(SUBJECTS))
    .option('--registry <registry>', 'only filings of this registry', parseRegistry)
    .option('--json', 'print one JSON object per record')
    .addHelpText(
      'after',
      `
When newer rules read a filing again, the store keeps the records of the earlier rules. --since compares with the records of
that version, or of the first later version that read the filing. Filings that only the current rules have read are left out.
Each subject counts its own versions; responses state them as \`rules_version\`.

Examples:
  npm run asfiled -- diff-rules --subject events --since 7
  npm run asfiled -- diff-rules --since 1 --json
${EXIT_HELP}`,
    )
    .action(runDiff);
}

async function runDiff({ since, subject, registry, json }: DiffFlags): Promise<void> {
  const wanted = TEXT_READINGS.filter(readings => subject === undefined || readings.subject === subject);
  const changes = await withStore('diff-rules', async ({ db }) => {
    const found: RuleChange[][] = [];
    for (const readings of wanted) found.push(await listRuleChanges(db, readings, since, registry ?? null));
    return found.flat();
  });
  for (const change of changes) print(json === true ? JSON.stringify(change) : describeChange(change));
  for (const readings of wanted) printStatus(describeCounts(readings, changes));
}

/** A row, its columns divided by tabs: change, subject, issuer, filing, record, what it stated and states. */
function describeChange({ subject, change, canonical_key, native_id, key, before, after }: RuleChange): string {
  return [change, subject, canonical_key, native_id, key, before ?? '', after ?? ''].join('\t');
}

function describeCounts({ subject, rulesVersion }: TextReadings, changes: readonly RuleChange[]): string {
  const own = changes.filter(change => change.subject === subject);
  return `${subject}, rules ${rulesVersion}: ${CHANGES.map(change => `${own.filter(ruleChange => ruleChange.change === change).length} ${change}`).join(', ')}`;
}
