import { join } from 'node:path';
import { Command } from 'commander';
import { startHousekeeping } from '../../accounts/housekeeping.ts';
import { startMailSender } from '../../accounts/mail/mail-queue.ts';
import { createMailer } from '../../accounts/mail/mailer.ts';
import type { Delivery } from '../../archive/delivery.ts';
import { openDelivery } from '../../archive/open-delivery.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { applicationName } from '../../db/connection.ts';
import type { Database } from '../../db/database.ts';
import { lockHolder, tryLock } from '../../db/embedded/file-lock.ts';
import { createListener } from '../../db/listener.ts';
import { migrate } from '../../db/migrate.ts';
import { createPool } from '../../db/pool.ts';
import { openPostgres } from '../../db/postgres.ts';
import { priced } from '../../domain/kit/priced.ts';
import { withoutDataSets } from '../../domain/kit/responses/data-sets.ts';
import { countJobs } from '../../jobs/job-system.ts';
import type { QueueCounts } from '../../jobs/queue.ts';
import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { memoizeFor } from '../../kernel/memoize-for.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { loadOrCreateKey } from '../../kernel/secrets/load-or-create-key.ts';
import { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { FactRereader } from '../../pipeline/proofs/fact-rereader.ts';
import { removeSample } from '../../pipeline/remove-sample.ts';
import { loadSamplePack } from '../../pipeline/runs/ingest.ts';
import { startWorker, type Worker } from '../../pipeline/worker.ts';
import { SAMPLED_REGISTRIES } from '../../sources/sampled-registries.ts';
import { createHttpServer, type HttpServer } from '../../transports/http/create-http-server.ts';
import type { GaugeSource } from '../../transports/http/metrics.ts';
import { OPERATIONS } from '../../transports/operations.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { loadOrCreateLocalKey } from '../local-key.ts';
import { showProgress } from '../run-command.ts';
import { listenForShutdown } from '../shutdown.ts';
import { countStored, startBanner } from '../start-banner.ts';
import { print } from '../terminal.ts';
import { openLog } from '../with-store.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run everything: PostgreSQL, a worker and the API')
    .addHelpText(
      'after',
      `
Stops on SIGTERM or Ctrl-C within ten seconds, finishing what it can.

Examples:
  npm start
  ASFILED_PORT=9000 ASFILED_DATA=/srv/asfiled npm start
  DATABASE_URL=postgres://asfiled@db/asfiled npm start
${EXIT_HELP}`,
    )
    .action(runServe);
}

/** How long to wait for other processes that use our PostgreSQL before it is stopped; they restart it themselves. */
const OTHERS_MAY_FINISH_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** With the time for the HTTP server before it and PostgreSQL after it, less than ten seconds. */
const WORKER_STOP_TIMEOUT_MS = 5_000;

const SAMPLE_PACK = join(import.meta.dirname, '../../../../sample');
/** The web app, which `npm start` builds before it runs this command. */
const WEB_APP = join(import.meta.dirname, '../../../../web/dist');

async function runServe(): Promise<void> {
  const config = readConfig();
  const shutdown = listenForShutdown(EXIT.ok);
  const opened = new AsyncDisposableStack();
  opened.defer(shutdown.done);
  try {
    await start(config, opened, shutdown.signal);
    await shutdown.requested;
  } finally {
    await opened.disposeAsync();
  }
}

/** Everything opened is closed in reverse order. */
async function start(config: Config, opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const log = openLog(config);
  const operations = withoutDataSets(priced(OPERATIONS, config.prices), config.switchedOff);
  const postgres = await openPostgres({ ...config, role: 'serve', log });
  opened.defer(() => postgres.close({ waitForOthersMs: OTHERS_MAY_FINISH_MS }));
  if (config.databaseUrl === null) opened.defer(holdDataFolder(config.dataFolder));
  for (const name of await migrate(postgres.connection)) log.info({ migration: name }, 'schema migrated');

  const db = createPool(postgres.connection, {
    applicationName: applicationName('serve'),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    plansOnce: true,
  });
  opened.defer(() => db.close());
  const secretBox = new SecretBox(await loadOrCreateKey(config.dataFolder, 'secrets', config.secretKey));
  const webhooks = { secretBox, allowPrivate: config.webhooksMayBePrivate };
  const worker = await startWorker({ ...config, connection: postgres.connection, webhooks, asksModel: true, log });
  opened.defer(() => worker.stop(WORKER_STOP_TIMEOUT_MS));
  const listener = createListener(postgres.connection, applicationName('listener'));
  opened.defer(() => listener.close());
  const factReader = new FactRereader(config.archive);
  opened.defer(() => factReader.close());
  const http = await createHttpServer({
    db,
    listener,
    operations,
    log,
    plans: config.plans,
    trustProxy: config.trustProxy,
    delivery: await deliveryOf(config),
    secretBox,
    factReader,
    ...(worker.webhooks === null ? {} : { webhooks: worker.webhooks }),
    gauges: jobGauges(db),
    metricsToken: config.metricsToken,
    webFolder: WEB_APP,
    publicUrl: config.publicUrl,
    allowsSignUp: config.allowsSignUp,
  });
  opened.defer(() => http.close());
  const url = await listen(http, config);
  const mailer = createMailer(config.mail, log);
  const mails = startMailSender({ db, mailer, log, now: () => new Date(), origin: http.origin });
  opened.defer(() => mails.stop());
  const housekeeping = startHousekeeping({ db, log, now: () => new Date() });
  opened.defer(() => housekeeping.stop());
  if (config.loadsSample) await loadSample(worker, log, signal);
  else await removeLoadedSample(worker, log);

  if (signal.aborted) return;
  const { key, file: keyFile } = await loadOrCreateLocalKey(db, config.dataFolder);
  for (const line of startBanner({ url, key, keyFile, stored: await countStored(db) })) print(line);
}

const COUNTED_EVERY_MS = 1_000;

/** Queue metrics for /metrics, summed over all registries. */
export function jobGauges(db: Database): GaugeSource[] {
  const counts = memoizeFor(COUNTED_EVERY_MS, countJobs);
  const total = async (state: 'waiting' | 'active' | 'dead'): Promise<number> => {
    const queues: QueueCounts[] = await counts(db);
    return queues.reduce((sum, queue) => sum + queue[state], 0);
  };
  return [
    { name: 'jobs_waiting', help: 'Jobs that wait for a worker.', read: () => total('waiting') },
    { name: 'jobs_active', help: 'Jobs that a worker is running.', read: () => total('active') },
    {
      name: 'jobs_dead',
      help: 'Jobs that failed for good; `asfiled status` lists the reasons.',
      read: () => total('dead'),
    },
  ];
}

async function deliveryOf({ archive, dataFolder, downloadKey }: Config): Promise<Delivery> {
  return openDelivery(archive, await loadOrCreateKey(dataFolder, 'downloads', downloadKey));
}

/** With ASFILED_SAMPLE=0 the store has no fictional data, whatever it was loaded with. */
async function removeLoadedSample(worker: Worker, log: Log): Promise<void> {
  const removed = await removeSample(worker.tools.db);
  if (removed.rows > 0) log.info(removed, 'removed the fictional data of the sample pack');
}

/** A store with any data stays unchanged. Failing to load the sample does not prevent serving. */
async function loadSample(worker: Worker, log: Log, signal: AbortSignal): Promise<void> {
  const progress = showProgress('sample pack');
  try {
    const result = await loadSamplePack(worker, SAMPLED_REGISTRIES, SAMPLE_PACK, progress.update, signal);
    if (result === null) return;
    progress.finish();
    if (result.failed > 0 || result.failure !== null)
      log.warn(
        { failed: result.failed, failure: result.failure },
        'part of the sample pack failed; run `asfiled status` for the reason',
      );
  } catch (error) {
    if (!signal.aborted) log.error({ error: messageOf(error) }, 'the sample pack could not be loaded');
  }
}

/** Listens and returns the URL for a browser on this machine. */
async function listen(http: HttpServer, { host, port }: Config): Promise<string> {
  try {
    await http.listen({ host, port });
    return http.origin();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        'in_use',
        `Port ${port} of ${host} is in use by another program. Set ASFILED_PORT to a free one.`,
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
      throw new OperatorError('wrong_setting', `ASFILED_HOST ${host}, ASFILED_PORT ${port}: ${messageOf(error)}.`);
    }
    throw error;
  }
}

/**
 * Locks the data folder and returns a function that unlocks it. Throws {@link OperatorError} if another process serves
 * it.
 */
function holdDataFolder(dataFolder: string): () => void {
  const path = join(dataFolder, 'run', 'serve.lock');
  const held = tryLock(path);
  if (held) return () => held.release();
  throw new OperatorError(
    'in_use',
    `${dataFolder} is already served by process ${lockHolder(path) ?? 'unknown'}. ` +
      'Stop it first, or give this one another folder and port (ASFILED_DATA, ASFILED_PORT).',
  );
}
