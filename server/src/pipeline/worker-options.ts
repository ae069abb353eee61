import type { ArchiveSettings } from '../archive/archive.ts';
import type { ConnectionSettings } from '../db/connection.ts';
import type { WebhookSenderOptions } from '../delivery/webhooks/webhook-sender.ts';
import type { Log } from '../kernel/log.ts';
import type { RequestedForms } from '../sources/kit/source.ts';
import type { StreamTimings } from './registry/follow-stream.ts';
import type { GatewayOptions } from './registry/registry-gateway.ts';
import type { RegistryKeys } from './registry/registry-keys.ts';
import type { ModelSettings } from './second-reader/model-client.ts';
import type { Threads } from './tasks/thread-pool.ts';

export interface WorkerOptions {
  connection: ConnectionSettings;
  /** Absolute path; holds files of this machine only. */
  dataFolder: string;
  /** Where the archive is; `archive/` in the data folder by default. */
  archive?: ArchiveSettings;
  /** Number of threads that parse and normalise. */
  workers: number;
  /** These threads, which outlive this worker; by default it starts its own and stops them. */
  threads?: Threads;
  /** Registries whose jobs this process runs; all by default. Each has queues that are polled. */
  registries?: readonly string[];
  /** Contact stated to registries; null disables outgoing requests. */
  contact: string | null;
  /** Keys of registries by setting; none by default. */
  keys?: RegistryKeys;
  /** Whether channels are discovered on schedule (requires a contact). */
  discoversOnSchedule: boolean;
  /** Seconds between readings of feeds whose registries allow so many; 60 by default. */
  pollSeconds?: number;
  /** Forms whose documents are fetched when a schedule finds a new filing; null or absent = each registry's default. */
  documentForms?: RequestedForms | null;
  log: Log;
  /** Filings that became known longer ago are not announced; 48 hours by default. */
  announcesForHours?: number;
  /** How webhooks are sent; if absent, they are queued for another process. */
  webhooks?: WebhookSenderOptions;
  /** The model that reads passages of filings a second time; null or absent = none. */
  model?: ModelSettings | null;
  /** Whether this process asks that model; otherwise it only queues passages for another process. False by default. */
  asksModel?: boolean;
  /** Maximum number of attempts of a task, fifteen seconds apart; 4 by default. */
  attempts?: number;
  originOverrides?: GatewayOptions['originOverrides'];
  now?: () => Date;
  clientTimings?: GatewayOptions['clientTimings'];
  /** Timings of streams; defaults apply otherwise. */
  streamTimings?: Partial<StreamTimings>;
}
