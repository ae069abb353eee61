import { Command } from 'commander';
import { removeSample } from '../../pipeline/remove-sample.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { print } from '../terminal.ts';
import { withStore } from '../with-store.ts';

/** `asfiled sample`: the sample pack that `serve` loads into an empty store. */
export function sampleCommand(): Command {
  const sample = new Command('sample').description('Remove the fictional data of the sample pack');
  sample
    .command('remove')
    .description('Delete the fictional companies, prices and outlook of the sample; real data of the sample remains')
    .addHelpText('after', EXIT_HELP)
    .action(runRemove);
  return sample;
}

async function runRemove(): Promise<void> {
  const { issuers, rows } = await withStore('sample', ({ db }) => removeSample(db));
  print(`Removed ${issuers} fictional companies (${rows} rows).`);
}
