import { createTransport } from 'nodemailer';
import type { Log } from '../../kernel/log.ts';

/** A mail of plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface MailSettings {
  /** `smtp(s)://user:password@host:port`; null = mail is written to the log. */
  smtpUrl: string | null;
  /** The sender's address. */
  from: string;
}

export interface Mailer {
  /** Settles when the server has taken the mail over; throws where it did not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const CONNECTS_WITHIN_MS = 10_000;
const ANSWERS_WITHIN_MS = 20_000;

/** Sends by SMTP; without a server the operator finds each mail, with its link, in the log at level warn. */
export function createMailer({ smtpUrl, from }: MailSettings, log: Log): Mailer {
  if (smtpUrl === null) {
    return {
      send: async ({ to, subject, text }) => log.warn({ to, subject, text }, 'mail: no ASFILED_SMTP_URL is set'),
      close: () => undefined,
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECTS_WITHIN_MS,
    greetingTimeout: CONNECTS_WITHIN_MS,
    socketTimeout: ANSWERS_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      // As an object: text in the place of an address could name several.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}
