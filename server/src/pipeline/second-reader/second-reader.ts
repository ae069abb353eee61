import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { SecondReader as Identity } from '../../domain/filings/proposals/model.ts';
import {
  type ClaimedPassage,
  claimPassages,
  correctTokens,
  type PassageResult,
  registriesToReadAgain,
  reserveTokens,
  settlePassage,
} from '../../domain/filings/proposals/store.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { startRun } from '../runs/start-run.ts';
import { hasOpenRun } from '../store/runs.ts';
import {
  estimateTokens,
  MAX_ANSWER_TOKENS,
  type ModelAnswer,
  ModelClient,
  type ModelSettings,
} from './model-client.ts';
import { PROMPT, PROMPT_DIGEST } from './prompt.ts';

export interface SecondReaderOptions {
  db: Database;
  jobs: JobSystem;
  log: Log;
  settings: ModelSettings;
  /** Registries whose filings this process reads again. */
  registries: readonly string[];
  now?: () => Date;
  /** Time between two rounds; ten seconds by default. */
  everyMs?: number;
  /** From the first byte sent to the last one received; two minutes by default. */
  timeoutMs?: number;
}

/** The name of the runs that read filings again. */
const COMMAND = 'second reader';
const EVERY_MS = 10_000;
const AT_ONCE = 4;
/** Longer than the time limit of a request. */
const LEASE_SECONDS = 300;
/** Maximum number of responses that cannot be read. */
const MAX_ATTEMPTS = 4;
/** Maximum number of requests without a response: with the pauses between them, more than half a day. */
const MAX_UNAVAILABLE = 20;
const FIRST_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3_600;
/** Delay before passages are tried again once the budget is used up. */
const BUDGET_PAUSE_SECONDS = 600;
/** Delay before the next request after a wrong address or key. */
const REFUSED_PAUSE_SECONDS = 900;

/** The result of a round. */
export interface Round {
  answered: number;
  /** Answered, failed or left for later. */
  asked: number;
  /** Runs that read filings again. */
  runs: number;
}

/** The name and the prompt by which answers are kept. */
export function identityOf({ name }: Pick<ModelSettings, 'name'>): Identity {
  return { model: name, prompt: PROMPT_DIGEST };
}

/**
 * Asks a model about the queued passages, a few at a time and within the budget of the day, and has the filings of answers read
 * again. Any number of processes may run one.
 */
export class SecondReader {
  readonly #options: SecondReaderOptions;
  readonly #client: ModelClient;
  readonly #identity: Identity;
  readonly #stopping = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #round: Promise<unknown> | null = null;
  /** No request is sent before: milliseconds of `performance.now()`. */
  #pausedUntilMs = 0;
  #failures = 0;

  constructor(options: SecondReaderOptions) {
    this.#options = options;
    this.#client = new ModelClient(options.settings, options.timeoutMs);
    this.#identity = identityOf(options.settings);
    this.#timer = setInterval(() => this.#tick(), options.everyMs ?? EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#round;
    await this.#client.close();
  }

  #tick(): void {
    if (this.#stopping.signal.aborted) return;
    this.#round ??= this.round()
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.#options.log.warn({ error: messageOf(error) }, 'the second reader failed');
      })
      .finally(() => {
        this.#round = null;
      });
  }

  /** Asks until nothing is due, the budget is used up, or the address needs a pause. */
  async round(): Promise<Round> {
    const round: Round = { answered: 0, asked: 0, runs: 0 };
    for (;;) {
      const results = await Promise.all(Array.from({ length: AT_ONCE }, () => this.#askNext()));
      const asked = results.filter(result => result !== null);
      round.asked += asked.length;
      round.answered += asked.filter(result => result.state === 'answered').length;
      if (asked.length < AT_ONCE || this.#isPaused()) break;
    }
    round.runs = await this.#readAgain();
    return round;
  }

  #isPaused(): boolean {
    return this.#stopping.signal.aborted || performance.now() < this.#pausedUntilMs;
  }

  /** Null if nothing may be asked now. */
  async #askNext(): Promise<PassageResult | null> {
    const { db, settings, now = () => new Date() } = this.#options;
    if (this.#isPaused()) return null;
    const [claimed] = await claimPassages(db, this.#identity, 1, LEASE_SECONDS);
    if (claimed === undefined) return null;
    const day = now().toISOString().slice(0, 10);
    const reserved = estimateTokens(PROMPT + claimed.passage) + MAX_ANSWER_TOKENS;
    if (!(await reserveTokens(db, day, reserved, settings.dailyTokens))) {
      await this.#giveBack(claimed, 'the budget of the day is used up', BUDGET_PAUSE_SECONDS);
      return null;
    }
    const answer = await this.#client.ask(PROMPT, claimed.passage, this.#stopping.signal);
    const used = answer.state === 'answered' || answer.state === 'junk' ? answer.tokens : 0;
    await correctTokens(db, day, used - reserved);
    if (answer.state === 'answered') {
      this.#failures = 0;
      return this.#settle(claimed, answer);
    }
    const { reason } = answer;
    if (this.#stopping.signal.aborted) return this.#giveBack(claimed, reason, 0);
    if (answer.state !== 'junk') this.#pause(answer);
    // Not at once: a request that began before the pause would take it again.
    if (answer.state === 'refused') return this.#giveBack(claimed, reason, FIRST_PAUSE_SECONDS);
    const isLast = claimed.attempts >= (answer.state === 'junk' ? MAX_ATTEMPTS : MAX_UNAVAILABLE);
    if (isLast) {
      this.#options.log.warn({ passage: claimed.digest, reason }, 'second reader: a passage failed');
      return this.#settle(claimed, { state: 'failed', reason });
    }
    const delaySeconds = Math.max(pauseSeconds(claimed.attempts), askedPause(answer));
    return this.#settle(claimed, { state: 'waiting', reason, delaySeconds, isAttempt: true });
  }

  async #settle({ digest }: ClaimedPassage, result: PassageResult): Promise<PassageResult> {
    await settlePassage(this.#options.db, this.#identity, digest, result);
    return result;
  }

  #giveBack(claimed: ClaimedPassage, reason: string, delaySeconds: number): Promise<PassageResult> {
    return this.#settle(claimed, { state: 'waiting', reason, delaySeconds, isAttempt: false });
  }

  /**
   * Pauses all requests: longer after each failure in a row, at least as long as the address asks for (at most an hour), and as
   * long as it takes an operator to correct a setting.
   */
  #pause(answer: Extract<ModelAnswer, { state: 'unavailable' | 'refused' }>): void {
    const { state, reason } = answer;
    if (this.#stopping.signal.aborted) return;
    this.#failures += 1;
    const seconds =
      state === 'refused' ? REFUSED_PAUSE_SECONDS : Math.max(pauseSeconds(this.#failures), askedPause(answer));
    this.#pausedUntilMs = performance.now() + seconds * 1_000;
    const { log, settings } = this.#options;
    log.warn({ model: settings.name, reason, pausedSeconds: seconds }, 'the model did not answer');
  }

  /** Starts a run for each registry with filings whose records lack an answer, unless one is under way. */
  async #readAgain(): Promise<number> {
    const { db, jobs, registries } = this.#options;
    if (this.#stopping.signal.aborted) return 0;
    const due = (await registriesToReadAgain(db)).filter(registry => registries.includes(registry));
    let runs = 0;
    for (const registry of due) {
      if (await hasOpenRun(db, registry, COMMAND)) continue;
      const options = { mirror: null, record: null, force: true };
      const wanted = { kind: 'proposals' as const };
      await startRun(db, jobs, { runId: randomUUID(), registry, command: COMMAND, options, wanted });
      runs += 1;
    }
    return runs;
  }
}

function pauseSeconds(failures: number): number {
  return Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (failures - 1));
}

/** What the address asks for, up to an hour. */
function askedPause(answer: ModelAnswer): number {
  const seconds = answer.state === 'unavailable' ? answer.retryAfterSeconds : null;
  return Math.min(MAX_PAUSE_SECONDS, seconds ?? 0);
}
