import type { JobSystem } from '../../jobs/job-system.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Dependencies of operations that test webhooks or replay deliveries. */
export interface WebhookService {
  sender: WebhookSender;
  jobs: JobSystem;
}
