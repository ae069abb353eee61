import { open, rename, rm, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { STEPS } from '../../domain/insights/panels/rules/panel-days.ts';
import { FORMATS, SHAPES } from '../../domain/insights/panels/rules/render-rows.ts';
import { type PanelPlan, PanelWriter, planPanel } from '../../domain/insights/panels/views/panel.ts';
import type { PanelManifest } from '../../domain/insights/panels/views/panel-manifest.ts';
import { panelFields, toPanelQuestion } from '../../domain/insights/panels/views/panel-question.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { createProgress, formatInteger, print } from '../terminal.ts';
import { type Store, withStore } from '../with-store.ts';

/** Days of one file; the route allows fewer. */
const MOST_DAYS = 20_000;

type Flags = Record<string, string | undefined> & { out: string };

/** `asfiled panel`: measures of a universe on many days, as a file with a manifest. */
export function panelCommand(): Command {
  return new Command('panel')
    .description('Export measures of a universe on many days to a file, each as known on its day')
    .requiredOption('--out <file>', 'the file; its manifest is written to <file>.manifest.json')
    .requiredOption('--measures <list>', 'codes and formulas, separated by commas, as columns of screens')
    .option('--days <list>', 'days, separated by commas')
    .option('--start <day>', 'first day of a span, instead of --days')
    .option('--end <day>', 'last day of the span; by default the last day that is over (UTC)')
    .option(
      '--step <step>',
      `days of the span: ${STEPS.join(', ')}, or session: trading days of the one market`,
      'month',
    )
    .option('--market-id <list>', 'only companies registered or listed in these markets')
    .option('--company-type <list>', 'only these company types')
    .option('--industry <list>', 'only industry codes with these beginnings')
    .option('--listing-status <list>', 'only these listing statuses, as of each day')
    .option('--index <index>', 'only members of this index, as of each day')
    .option('--currency <code>', 'convert amounts to this currency')
    .option('--shape <shape>', `${SHAPES.join(' or ')}; the long form explains null values`, 'wide')
    .option('--format <format>', FORMATS.join(' or '), 'csv')
    .addHelpText(
      'after',
      `
Memory grows with the companies, not with the days. A command that is stopped leaves no file under the name.

Example:
  npm run asfiled -- panel --out panel.csv --market-id us --measures revenue_ttm,price_to_earnings --start 2015-01-01 --step quarter
${EXIT_HELP}`,
    )
    .action(runPanel);
}

async function runPanel(flags: Flags): Promise<void> {
  const now = new Date();
  const input = readOptions(flags);
  await withStore('panel', async store => {
    const plan = await planOf(store.db, input, now).catch(refuse);
    const { rows, sha256 } = await writePanel(store, plan, flags.out);
    print(`${flags.out}: ${formatInteger(rows)} rows, SHA-256 ${sha256}`);
  });
}

const LISTS = ['days', 'market_id', 'company_type', 'industry', 'listing_status'];

const options = z.strictObject(panelFields);

/** The parameters of a panel as options. Throws {@link OperatorError} with all that is wrong with them. */
function readOptions({ out: _out, ...flags }: Flags): z.output<typeof options> {
  const given = Object.entries(flags).flatMap(([name, value]) => {
    const parameter = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
    return value === undefined ? [] : [[parameter, LISTS.includes(parameter) ? value.split(',') : value]];
  });
  const input = options.safeParse(Object.fromEntries(given));
  if (input.success) return input.data;
  const problems = input.error.issues.map(
    ({ path, message }) => `--${String(path[0]).replaceAll('_', '-')} ${message}`,
  );
  throw new OperatorError('wrong_setting', problems.join('\n'));
}

async function planOf(db: Database, input: z.output<typeof options>, now: Date): Promise<PanelPlan> {
  return planPanel(db, await toPanelQuestion(db, input, now, MOST_DAYS), now);
}

/** Reports what is wrong with a question as a wrong command line. */
function refuse(error: unknown): never {
  if (!(error instanceof AsfiledError)) throw error;
  throw new OperatorError('wrong_setting', messageWithOption(error), error);
}

function messageWithOption({ message, details }: AsfiledError): string {
  const [problem] = (details.detail ?? []) as { loc: string[] }[];
  return problem === undefined ? message : `--${problem.loc[1]?.replaceAll('_', '-')} ${message}`;
}

/** Writes the file and its manifest under their names once both are complete. */
async function writePanel({ db, signal }: Store, plan: PanelPlan, out: string): Promise<PanelManifest> {
  const writer = new PanelWriter(db, plan);
  const manifestFile = `${out}.manifest.json`;
  try {
    await writeText(`${out}.part`, writer.pieces(), signal);
    await writeFile(`${manifestFile}.part`, `${JSON.stringify(writer.manifest, null, 2)}\n`, { flush: true });
    // A process that is killed between the renames must not leave a manifest of another file.
    await rm(manifestFile, { force: true });
    await rename(`${out}.part`, out);
    await rename(`${manifestFile}.part`, manifestFile);
    return writer.manifest;
  } finally {
    await Promise.all([out, manifestFile].map(file => rm(`${file}.part`, { force: true })));
  }
}

async function writeText(path: string, pieces: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'w');
  const progress = createProgress({ label: 'panel', unit: 'bytes' });
  let written = 0;
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      await file.write(piece);
      written += piece.length;
      progress.update(written, null);
    }
    await file.sync();
  } finally {
    progress.finish();
    await file.close();
  }
}
