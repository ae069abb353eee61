import type { Transaction } from '../../db/database.ts';
import type { NoticeType } from '../../domain/kit/event-types.ts';
import { queueEvents } from '../events/outbox.ts';

/** Something that an account is to know of its own things. */
export interface Notice {
  accountId: string;
  noticeType: NoticeType;
  /** What makes it one and the same; the second of the same key is not told. */
  key: string;
  title: string;
  summary: string | null;
}

/** Tells an account, by notification alone, once the transaction is committed. */
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
