/** Prints a command's result: one line on standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a message beside the result: one line on standard error. */
export function printStatus(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A closed pipe (`asfiled status | head`) is not an error and must not end a service. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', error => {
      if (!('code' in error && error.code === 'EPIPE')) throw error;
    });
  }
}

export interface ProgressOptions {
  /** A label such as `ingest sec-edgar`. */
  label: string;
  /** The counted items in the plural: `companies`. */
  unit: string;
  /** Standard error by default. */
  stream?: { isTTY?: boolean; columns?: number; write(text: string): unknown };
  now?: () => number;
}

/** Shows the progress of long work: one updated line on a terminal, otherwise a line at intervals. */
export interface Progress {
  /** `total` is null while unknown; `note` is shown at the end of the line. */
  update(done: number, total: number | null, note?: string): void;
  /** Ends the display; the last state stays visible. */
  finish(): void;
}

const REDRAW_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
/** Window for rates and remaining times, since bulk work slows down and speeds up. */
const RATE_WINDOW_MS = 15_000;

export function createProgress(options: ProgressOptions): Progress {
  const stream = options.stream ?? process.stderr;
  const now = options.now ?? Date.now;
  const live = stream.isTTY === true;
  const startedAt = now();
  const samples: { at: number; done: number }[] = [{ at: startedAt, done: 0 }];
  let shownAt = live ? Number.NEGATIVE_INFINITY : startedAt;
  let latest: string | null = null;

  function show(line: string): void {
    stream.write(live ? `\r\x1b[K${shorten(line, (stream.columns ?? 80) - 1)}` : `${line}\n`);
    shownAt = now();
    latest = null;
  }

  return {
    update(done, total, note) {
      const at = now();
      if (at - (samples.at(-1)?.at ?? 0) >= REDRAW_EVERY_MS) samples.push({ at, done });
      while (samples.length > 2 && at - (samples[0]?.at ?? at) > RATE_WINDOW_MS) samples.shift();
      const since = samples[0] ?? { at: startedAt, done: 0 };
      const perSecond = at > since.at ? ((done - since.done) / (at - since.at)) * 1000 : null;
      latest = progressLine({ ...options, done, total, perSecond, note: note ?? null });
      if (at - shownAt >= (live ? REDRAW_EVERY_MS : LINE_EVERY_MS)) show(latest);
    },
    finish() {
      if (latest !== null) show(latest);
      if (live) stream.write('\n');
    },
  };
}

interface ProgressState {
  label: string;
  unit: string;
  done: number;
  total: number | null;
  perSecond: number | null;
  note: string | null;
}

/** `ingest sec-edgar: 1,200 of 8,000 companies · 40/s · 2 min 50 s left · note` */
export function progressLine({ label, unit, done, total, perSecond, note }: ProgressState): string {
  const parts = [`${label}: ${formatInteger(done)}${total === null ? '' : ` of ${formatInteger(total)}`} ${unit}`];
  if (perSecond !== null && perSecond > 0) {
    parts.push(`${perSecond >= 10 ? formatInteger(Math.round(perSecond)) : perSecond.toFixed(1)}/s`);
    if (total !== null && total > done) parts.push(`${formatDuration((total - done) / perSecond)} left`);
  }
  if (note !== null && note !== '') parts.push(note);
  return parts.join(' · ');
}

/** `45 s`, `2 min 50 s`, `3 h 5 min` */
export function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

/** `1,234,567` */
export function formatInteger(value: number): string {
  return value.toLocaleString('en-US');
}

/** Cuts a line that is wider than `width`, and marks the cut. */
function shorten(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}
