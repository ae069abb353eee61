import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { testMail } from '../../../test/stand-ins/mail.ts';
import { sql } from '../../db/database.ts';
import { createLog } from '../../kernel/log.ts';
import { createAccount } from '../accounts.ts';
import { queueMail, sendQueuedMail, startMailSender } from './mail-queue.ts';
import { createMailer, type Mail } from './mailer.ts';

const database = useTestDatabase();
let server: SMTPServer | null = null;
let now = new Date('2026-03-31T12:00:00Z');

interface Received {
  from: string;
  to: string[];
  user: string;
  text: string;
}

/** A mail server that stores what it accepts, and rejects the first `refusals` mails. */
async function startServer({ refusals = 0 } = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  let refused = 0;
  const made = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 's3cret:/@' ? done(null, { user: username }) : done(new Error('wrong')),
    onData(stream, session, done) {
      let text = '';
      stream.on('data', chunk => {
        text += chunk;
      });
      stream.on('end', () => {
        if (refused++ < refusals) return done(new Error('busy, come again'));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: String(session.user),
          text,
        });
        done();
      });
    },
  });
  made.on('error', () => undefined);
  made.listen(0, '127.0.0.1');
  await once(made.server, 'listening');
  server = made;
  const { port } = made.server.address() as AddressInfo;
  return { url: `smtp://post:${encodeURIComponent('s3cret:/@')}@127.0.0.1:${port}`, received };
}

beforeEach(async () => {
  now = new Date('2026-03-31T12:00:00Z');
  await database.db.execute(sql`delete from mails`);
});

afterEach(async () => {
  const open = server;
  server = null;
  if (open !== null) await new Promise<void>(done => open.close(done));
});

const MAIL: Mail = {
  to: 'someone@example.org',
  subject: 'A link',
  text: 'Open https://filings.example.org/reset#token=x\n',
};

describe('createMailer', () => {
  it('sends to one recipient through an authenticated mail server', async () => {
    const { url, received } = await startServer();
    const mailer = createMailer({ smtpUrl: url, from: 'filings@example.org' }, createLog('silent'));
    await mailer.send(MAIL);
    mailer.close();
    expect(received).toEqual([
      { from: 'filings@example.org', to: ['someone@example.org'], user: 'post', text: expect.any(String) },
    ]);
    expect(received[0]?.text).toContain('Subject: A link');
    expect(received[0]?.text).toContain('https://filings.example.org/reset#token');
  });

  it('adds no header and no recipient injected through its input', async () => {
    const { url, received } = await startServer();
    const mailer = createMailer({ smtpUrl: url, from: 'filings@example.org' }, createLog('silent'));
    await mailer.send({ ...MAIL, subject: 'A link\r\nBcc: other@example.org\r\n\r\nbody' });
    expect(received[0]?.to).toEqual(['someone@example.org']);
    expect(received[0]?.text).not.toMatch(/^Bcc:/im);
    await mailer.send({ ...MAIL, to: 'a@example.org, b@example.org' }).catch(() => undefined);
    await mailer.send({ ...MAIL, to: 'a@example.org\r\nRCPT TO:<b@example.org>' }).catch(() => undefined);
    expect(received.flatMap(({ to }) => to)).not.toContain('b@example.org');
    mailer.close();
  });

  it('without a mail server, logs the text with its link as a warning', async () => {
    const lines: string[] = [];
    const out = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    await createMailer({ smtpUrl: null, from: 'filings@example.org' }, pino({ level: 'warn' }, out)).send(MAIL);
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 40, to: MAIL.to, text: MAIL.text });
  });
});

describe('the mail queue', () => {
  it('retries rejected mail later, and discards it after the last attempt', async () => {
    const { url, received } = await startServer({ refusals: 2 });
    const { db } = database;
    await createAccount(db, { email: 'waits@example.org', plan: 'free' }, now);
    await queueMail(db, { kind: 'reset', email: 'waits@example.org' }, now);
    const mailer = createMailer({ smtpUrl: url, from: 'filings@example.org' }, createLog('silent'));
    const services = { ...testMail(() => ({ db, now: () => now })).services(), mailer };
    const after: number[] = [];
    for (let minute = 0; minute <= 8; minute++) {
      await sendQueuedMail(services);
      if (received.length > 0 && after.length === 0) after.push(minute);
      now = new Date(now.getTime() + 60_000);
    }
    expect(after).toEqual([3]);
    expect(received).toHaveLength(1);

    await new Promise<void>(done => server?.close(done));
    server = null;
    await queueMail(db, { kind: 'reset', email: 'waits@example.org' }, now);
    for (let day = 0; day < 9; day++) {
      await sendQueuedMail(services);
      now = new Date(now.getTime() + 86_400_000);
    }
    expect(await db.query(sql`select from mails`)).toEqual([]);
  });

  it('assigns each mail to one of many senders', async () => {
    const { db } = database;
    const mail = testMail(() => ({ db, now: () => now }));
    for (let one = 0; one < 20; one++) {
      await createAccount(db, { email: `many${one}@example.org`, plan: 'free' }, now);
      await queueMail(db, { kind: 'password_set', email: `many${one}@example.org` }, now);
    }
    await Promise.all([1, 2, 3, 4].map(() => sendQueuedMail(mail.services())));
    expect(mail.all.map(({ to }) => to).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `many${index}@example.org`).sort(),
    );
  });

  it('sends queued mail until it is stopped', async () => {
    const { db } = database;
    const mail = testMail(() => ({ db, now: () => new Date() }));
    await createAccount(db, { email: 'soon@example.org', plan: 'free' }, now);
    const sender = startMailSender(mail.services());
    await queueMail(db, { kind: 'reset', email: 'soon@example.org' }, new Date());
    await expect.poll(() => mail.all.length).toBe(1);
    await sender.stop();
  });
});
