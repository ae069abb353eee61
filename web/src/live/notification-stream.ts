import type { NotificationItem } from '@asfiled/client';
import { client } from '../api/client.ts';
import { isSignedIn, onSessionChange } from '../session/session.ts';
import { readEvents } from './server-sent-events.ts';

/** Gets null where a stream begins that continues none: what was told before it has to be read. */
type Listener = (item: NotificationItem | null) => unknown;

/** After a stream that broke: at first at once, then later and later. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000];

const listeners = new Set<Listener>();
let running: AbortController | null = null;
let lastId: string | undefined;

/**
 * Calls back for each notification as it comes; returns what ends that. All of a tab share one stream, which is open while
 * somebody listens, is signed in and looks at the tab: an account has no more than ten.
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
      const answer = await client.streamNotifications({ last_event_id: lastId }, { signal });
      failures = 0;
      if (lastId === undefined) tell(null);
      for await (const { id, data } of readEvents(answer)) {
        lastId = id;
        tell(JSON.parse(data) as NotificationItem);
      }
    } catch {
      // Broken, refused or ended by us: the list of notifications has what is missed.
      lastId = undefined;
    }
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0, signal);
  }
}

function tell(item: NotificationItem | null): void {
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
