import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionSettings } from './connection.ts';

/** Receives the payload of a notification (NOTIFY), or null after an interval in which some may have been missed. */
export type NotificationHandler = (payload: string | null) => void;

/** Receives PostgreSQL notifications on a dedicated connection. */
export interface Listener {
  /** Subscribes to a channel shortly after this call; the returned function unsubscribes. */
  on(channel: string, notified: NotificationHandler): () => void;
  close(): Promise<void>;
}

const CONNECT_AGAIN_MS = 250;

/**
 * Connects on the first subscription and reconnects whenever the connection is lost; subscribers are then told that
 * notifications may have been missed. A notification only signals that there is something to read: it never carries
 * data that is stored nowhere else.
 */
export function createListener(connection: ConnectionSettings, applicationName: string): Listener {
  const channels = new Map<string, Set<NotificationHandler>>();
  const closing = new AbortController();
  let client: pg.Client | null = null;
  let running: Promise<void> | null = null;

  function tellAll(): void {
    for (const listeners of channels.values()) for (const notified of listeners) notified(null);
  }

  async function listen(one: pg.Client, channel: string): Promise<void> {
    await one.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  /** Resolves when the connection ends. */
  async function hold(): Promise<void> {
    const one = new pg.Client({ ...connection, application_name: applicationName, keepAlive: true });
    const over = new Promise<void>(resolve => one.once('end', resolve));
    one.on('error', () => undefined);
    one.on('notification', ({ channel, payload }) => {
      for (const notified of channels.get(channel) ?? []) notified(payload ?? '');
    });
    const end = (): void => void one.end().catch(() => undefined);
    try {
      await one.connect();
      closing.signal.addEventListener('abort', end, { once: true });
      if (closing.signal.aborted) end();
      for (const channel of channels.keys()) await listen(one, channel);
      client = one;
      tellAll();
      await over;
    } finally {
      client = null;
      closing.signal.removeEventListener('abort', end);
      end();
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await hold().catch(() => undefined);
      await sleep(CONNECT_AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    on(channel, notified) {
      const known = channels.get(channel);
      const listeners = known ?? new Set();
      if (known === undefined) {
        channels.set(channel, listeners);
        if (client !== null) listen(client, channel).then(tellAll, () => undefined);
      }
      listeners.add(notified);
      running ??= keepListening();
      return () => listeners.delete(notified);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
