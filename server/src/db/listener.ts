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

const RECONNECT_DELAY_MS = 250;

/**
 * Connects on the first subscription and reconnects whenever the connection is lost; subscribers are then notified that
 * notifications may have been missed. A notification only signals that there is something to read: it never carries
 * data that is stored nowhere else.
 */
export function createListener(connection: ConnectionSettings, applicationName: string): Listener {
  const channels = new Map<string, Set<NotificationHandler>>();
  const closing = new AbortController();
  let client: pg.Client | null = null;
  let running: Promise<void> | null = null;

  function notifyAll(): void {
    for (const listeners of channels.values()) for (const notified of listeners) notified(null);
  }

  async function listen(connected: pg.Client, channel: string): Promise<void> {
    await connected.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  /** Resolves when the connection ends. */
  async function hold(): Promise<void> {
    const connected = new pg.Client({ ...connection, application_name: applicationName, keepAlive: true });
    const ended = new Promise<void>(resolve => connected.once('end', resolve));
    connected.on('error', () => undefined);
    connected.on('notification', ({ channel, payload }) => {
      for (const notified of channels.get(channel) ?? []) notified(payload ?? '');
    });
    const end = (): void => void connected.end().catch(() => undefined);
    try {
      await connected.connect();
      closing.signal.addEventListener('abort', end, { once: true });
      if (closing.signal.aborted) end();
      for (const channel of channels.keys()) await listen(connected, channel);
      client = connected;
      notifyAll();
      await ended;
    } finally {
      client = null;
      closing.signal.removeEventListener('abort', end);
      end();
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await hold().catch(() => undefined);
      await sleep(RECONNECT_DELAY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    on(channel, notified) {
      const known = channels.get(channel);
      const listeners = known ?? new Set();
      if (known === undefined) {
        channels.set(channel, listeners);
        if (client !== null) listen(client, channel).then(notifyAll, () => undefined);
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
