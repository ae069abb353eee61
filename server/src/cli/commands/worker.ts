import { once } from 'node:events';
import { Command } from 'commander';
import { loadOrCreateKey } from '../../kernel/secrets/load-or-create-key.ts';
import { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { startWorker } from '../../pipeline/worker.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { printStatus } from '../terminal.ts';
import { withStore } from '../with-store.ts';

export function workerCommand(): Command {
  return new Command('worker')
    .description('Process the queues without serving the API; any number of workers may share a store')
    .addHelpText(
      'after',
      `
\`serve\` includes a worker. Further workers on the same PostgreSQL share its jobs and the registries' rate limits.

Example:
  DATABASE_URL=postgres://asfiled@db/asfiled ASFILED_CONTACT="Example Ltd admin@example.com" npm run asfiled -- worker
${EXIT_HELP}`,
    )
    .action(runWorker);
}

const STOP_TIMEOUT_MS = 6_000;

async function runWorker(): Promise<void> {
  await withStore('worker', async ({ config, connection, log, signal }) => {
    const secretBox = new SecretBox(await loadOrCreateKey(config.dataFolder, 'secrets', config.secretKey));
    const webhooks = { secretBox, allowPrivate: config.webhooksMayBePrivate };
    const worker = await startWorker({ ...config, connection, webhooks, asksModel: true, log });
    try {
      printStatus(`The worker is running with ${config.workers} threads; press Ctrl-C to stop.`);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await worker.stop(STOP_TIMEOUT_MS);
    }
  });
}
