import type { NotificationItem } from '@asfiled/client';
import { client } from '../api/client.ts';
import { isSignedIn, onSessionChange } from '../session/session.ts';
import { readEvents } from './server-sent-events.ts';

/** Called with null when a new stream starts without a resume point: earlier notifications must be fetched. */
type Listener = (item: NotificationItem | null) => unknown;

/** Reconnect delays after a broken stream. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000];

const listeners = new Set<Listener>();
let running: AbortController | null = null;
let lastId: string | undefined;

/**
 * Subscribes to live notifications; returns the unsubscribe function. All listeners of a tab share one stream, open only
 * while there are listeners, a session and a visible tab, since an account may have ten streams.
 */
export function onNotification(listener: Listener): () => void {
  listeners.add(listener);
  startOrStop();
  return () => {
    listeners.delete(listener);
    startOrStop();
  };
}

document.addEventListener('visibilitychange', startOrStop);
onSessionChange(() => {
  lastId = undefined;
  running?.abort();
  running = null;
  startOrStop();
});

function startOrStop(): void {
  const isWanted = listeners.size > 0 && isSignedIn() && document.visibilityState === 'visible';
  if (isWanted && running === null) {
    running = new AbortController();
    void keepOpen(running.signal);
  } else if (!isWanted && running !== null) {
    running.abort();
    running = null;
  }
}

async function keepOpen(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const response = await client.streamNotifications({ last_event_id: lastId }, { signal });
      failures = 0;
      if (lastId === undefined) notify(null);
      for await (const { id, data } of readEvents(response)) {
        lastId = id;
        notify(JSON.parse(data) as NotificationItem);
      }
    } catch {
      // Broken, refused or aborted: the notification list returns what was missed.
      lastId = undefined;
    }
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0, signal);
  }
}

function notify(item: NotificationItem | null): void {
  for (const listener of listeners) listener(item);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
