import type { JobSystem } from '../../jobs/job-system.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Sends test pings and queues deliveries again. */
export interface WebhookService {
  sender: WebhookSender;
  jobs: JobSystem;
}

declare module '../../domain/kit/operation.ts' {
  interface OperationContext {
    /** Absent if this process sends no webhooks. */
    webhooks?: WebhookService | undefined;
  }
}
