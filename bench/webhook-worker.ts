/** The announcer and deliverer of `bench/webhooks.ts` in a separate process: those parts of a worker. */
import { applicationName, type ConnectionSettings } from '../server/src/db/connection.ts';
import { createListener } from '../server/src/db/listener.ts';
import { createPool } from '../server/src/db/pool.ts';
import { Announcer } from '../server/src/delivery/events/announcer.ts';
import { queueDeliveries } from '../server/src/delivery/webhooks/webhook-deliveries.ts';
import { startWebhookPump } from '../server/src/delivery/webhooks/webhook-pump.ts';
import { WebhookSender } from '../server/src/delivery/webhooks/webhook-sender.ts';
import { JobSystem } from '../server/src/jobs/job-system.ts';
import { createLog } from '../server/src/kernel/log.ts';
import { SecretBox } from '../server/src/kernel/secrets/secret-box.ts';

const { connection, key } = JSON.parse(process.argv[2] ?? '') as { connection: ConnectionSettings; key: string };
const log = createLog('error');
const db = createPool(connection, { applicationName: applicationName('worker'), maxConnections: 8 });
const jobs = await JobSystem.start({ db, connection, log, firesSchedules: false });
const listener = createListener(connection, applicationName('announcer'));
const announcer = new Announcer({
  db,
  listener,
  log,
  onAnnounced: async (tx, eventIds) => void (await queueDeliveries(tx, jobs, eventIds)),
});
// Every endpoint has its own host name, and so its own connections; all lead to the sink.
const sender = new WebhookSender({
  secretBox: new SecretBox(Buffer.from(key, 'hex')),
  allowPrivate: true,
  resolve: async () => ['127.0.0.1'],
});
const pump = await startWebhookPump({ db, jobs, listener, sender });
process.send?.('ready');
process.on('message', async () => {
  await announcer.stop();
  await pump.stop(500);
  await sender.close();
  await listener.close();
  await jobs.stop(500);
  await db.close();
  process.send?.({ cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1_000 });
  process.disconnect();
});
