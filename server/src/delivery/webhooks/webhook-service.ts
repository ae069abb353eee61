import type { JobSystem } from '../../jobs/job-system.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** What those take who have webhooks tried or deliveries made again. */
export interface WebhookService {
  sender: WebhookSender;
  jobs: JobSystem;
}
