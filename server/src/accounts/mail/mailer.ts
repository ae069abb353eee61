import { createTransport } from 'nodemailer';
import type { Log } from '../../kernel/log.ts';

/** A plain-text mail. */
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
  /** Resolves when the SMTP server has accepted the mail; throws if it rejects it. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Sends by SMTP. Without a server, writes each mail with its link to the log at level warn. */
export function createMailer({ smtpUrl, from }: MailSettings, log: Log): Mailer {
  if (smtpUrl === null) {
    return {
      send: async ({ to, subject, text }) =>
        log.warn({ to, subject, text }, 'ASFILED_SMTP_URL is not set: mail written to the log'),
      close: () => undefined,
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      // As an object, because a string could contain several addresses.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}
