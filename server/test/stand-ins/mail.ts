import { type MailServices, sendQueuedMail } from '../../src/accounts/mail/mail-queue.ts';
import type { Mail } from '../../src/accounts/mail/mailer.ts';
import { createLog } from '../../src/kernel/log.ts';

/** A mailbox in memory: sent messages in order. */
export interface TestMail {
  all: Mail[];
  services(): MailServices;
  /** Sends queued mail and returns the newest message to an address; undefined if there is none. */
  to(email: string): Promise<Mail | undefined>;
  /** The token in the link of that message. */
  tokenTo(email: string): Promise<string>;
}

export const TEST_ORIGIN = 'https://filings.example.org';

/** `part` is a function because test databases exist only while tests run. */
export function testMail(part: () => Pick<MailServices, 'db' | 'now'>): TestMail {
  const all: Mail[] = [];
  const services = (): MailServices => ({
    ...part(),
    mailer: {
      send: async mail => {
        all.push(mail);
      },
      close: () => undefined,
    },
    log: createLog('silent'),
    origin: () => TEST_ORIGIN,
  });
  const to = async (email: string) => {
    await sendQueuedMail(services());
    return all.findLast(mail => mail.to === email);
  };
  return {
    all,
    services,
    to,
    async tokenTo(email) {
      const text = (await to(email))?.text ?? '';
      const token = /#(?:confirm|token)=([\w-]+)/.exec(text)?.[1];
      if (token === undefined) throw new Error(`No link was sent to ${email}.`);
      return token;
    },
  };
}
