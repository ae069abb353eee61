import type { Transaction } from '../../db/database.ts';
import type { NoticeType } from '../../domain/kit/event-types.ts';
import { queueEvents } from '../../domain/kit/store/outbox.ts';

/** A message to one account about its own resources. */
export interface Notice {
  accountId: string;
  noticeType: NoticeType;
  /** Identifies the notice; later notices with the same key are ignored. */
  key: string;
  title: string;
  summary: string | null;
}

/** Notifies an account when the transaction commits. Notices are not sent to webhooks. */
export async function queueNotice(tx: Transaction, notice: Notice): Promise<void> {
  const { accountId, noticeType, key, title, summary } = notice;
  await queueEvents(tx, [
    {
      eventType: noticeType,
      eventKey: key,
      data: {},
      title,
      summary,
      category: null,
      categoryGroup: null,
      formType: null,
      filingId: null,
      url: null,
      marketIds: null,
      knownAt: new Date().toISOString(),
      to: { accountId },
    },
  ]);
}
