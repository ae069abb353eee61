import { AsfiledError } from '../../kernel/errors.ts';

/** How many calls of one account run at once in a process. */
export interface GateLimits {
  callsAtOnce: number;
}

/** The caller in whose name a call runs. */
export interface GateCaller {
  /** Account id, or the address of a caller without credentials. */
  name: string;
  limits: GateLimits;
  /** Whether the caller no longer waits for the response. */
  isGone?: () => boolean;
}

export interface CallGateOptions {
  /** Calls of all accounts that run at once in this process. */
  maxRunning?: number;
  /** How long a call may wait for its start. */
  maxWaitMs?: number;
  /** Whether the event loop is late; while it is, the gate starts a call only after another has ended. */
  isLate?: () => boolean;
}

interface Waiting {
  isGone: () => boolean;
  start: () => void;
  refuse: (error: AsfiledError) => void;
}

interface Lane {
  running: number;
  limit: number;
  queue: Waiting[];
}

const MAX_RUNNING = 64;
const MAX_WAIT_MS = 10_000;
/** Calls that may wait for each one that may run. */
const WAITING_PER_RUNNING = 16;
/** Calls that run while the event loop is late: enough to continue, too few to make it later. */
const RUNNING_WHILE_LATE = 2;
const RETRY_AFTER_SECONDS = 1;
/** The loop may recover while no call ends: how often waiting calls are looked at. */
const RECHECK_MS = 50;

/**
 * Bounds the calls that run at once, by account and in total, over REST and MCP. Further calls wait. Accounts take turns,
 * so that many calls of one account delay another account by at most one call. A call that would wait too long is refused
 * with `rate_limited`. The state is per process: n processes together run n times as many.
 */
export class CallGate {
  readonly #maxRunning: number;
  readonly #maxWaitMs: number;
  readonly #isLate: () => boolean;
  /** In the order in which accounts take turns. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #recheck: NodeJS.Timeout | null = null;

  constructor({ maxRunning = MAX_RUNNING, maxWaitMs = MAX_WAIT_MS, isLate = () => false }: CallGateOptions = {}) {
    this.#maxRunning = maxRunning;
    this.#maxWaitMs = maxWaitMs;
    this.#isLate = isLate;
  }

  /** Runs a call as soon as the limits allow it. */
  async run<T>(caller: GateCaller, call: () => Promise<T>): Promise<T> {
    const lane = this.#laneOf(caller);
    if (lane.queue.length === 0 && lane.running < lane.limit && this.#hasRoom()) this.#count(lane);
    else await this.#wait(lane, caller);
    try {
      return await call();
    } finally {
      this.#running -= 1;
      lane.running -= 1;
      if (lane.running === 0 && lane.queue.length === 0) this.#lanes.delete(caller.name);
      this.#startWaiting();
    }
  }

  #laneOf({ name, limits }: GateCaller): Lane {
    const known = this.#lanes.get(name);
    const lane = known ?? { running: 0, limit: limits.callsAtOnce, queue: [] };
    lane.limit = limits.callsAtOnce;
    if (known === undefined) this.#lanes.set(name, lane);
    return lane;
  }

  #hasRoom(): boolean {
    return this.#running < (this.#isLate() ? RUNNING_WHILE_LATE : this.#maxRunning);
  }

  #count(lane: Lane): void {
    this.#running += 1;
    lane.running += 1;
  }

  #wait(lane: Lane, { isGone = () => false }: GateCaller): Promise<void> {
    if (lane.queue.length >= WAITING_PER_RUNNING * lane.limit) {
      const message = `This account already has ${lane.running} calls running and ${lane.queue.length} waiting. Send fewer at once.`;
      return Promise.reject(new AsfiledError('rate_limited', message, { retry_after_seconds: RETRY_AFTER_SECONDS }));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        lane.queue.splice(lane.queue.indexOf(waiting), 1);
        const message = `The call did not start within ${this.#maxWaitMs / 1000} s, because too many calls are running.`;
        reject(new AsfiledError('rate_limited', message, { retry_after_seconds: RETRY_AFTER_SECONDS }));
      }, this.#maxWaitMs);
      const waiting: Waiting = {
        isGone,
        start: () => {
          clearTimeout(timer);
          this.#count(lane);
          resolve();
        },
        refuse: error => {
          clearTimeout(timer);
          reject(error);
        },
      };
      lane.queue.push(waiting);
      this.#recheckLater();
    });
  }

  #recheckLater(): void {
    this.#recheck ??= setTimeout(() => {
      this.#recheck = null;
      this.#startWaiting();
      if ([...this.#lanes.values()].some(({ queue }) => queue.length > 0)) this.#recheckLater();
    }, RECHECK_MS);
  }

  /** Starts waiting calls while there is room. A lane that had its turn goes to the end. */
  #startWaiting(): void {
    for (let turns = this.#lanes.size; turns > 0 && this.#hasRoom(); turns--) {
      const [first] = this.#lanes;
      if (first === undefined) return;
      const [name, lane] = first;
      const next = lane.running < lane.limit ? nextOf(lane.queue) : undefined;
      this.#lanes.delete(name);
      if (next !== undefined || lane.running > 0 || lane.queue.length > 0) this.#lanes.set(name, lane);
      if (next === undefined) continue;
      next.start();
      turns = this.#lanes.size + 1;
    }
  }
}

/** Removes and returns the first call whose client still waits. */
function nextOf(queue: Waiting[]): Waiting | undefined {
  for (;;) {
    const next = queue.shift();
    if (next === undefined || !next.isGone()) return next;
    next.refuse(new AsfiledError('rate_limited', 'The client disconnected before the call started.'));
  }
}
