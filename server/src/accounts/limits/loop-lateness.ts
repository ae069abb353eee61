const SAMPLE_EVERY_MS = 50;
/** Later than this, new work makes every caller wait. */
const LATE_MS = 100;

/**
 * Samples how late the event loop runs its timers. Returns whether the last sample was late; a sample that is overdue
 * counts as late, too.
 */
export function watchLoop(nowMs: () => number = () => performance.now()): { isLate: () => boolean; stop: () => void } {
  let sampledAtMs = nowMs();
  let lateMs = 0;
  const timer = setInterval(() => {
    const atMs = nowMs();
    lateMs = Math.max(0, atMs - sampledAtMs - SAMPLE_EVERY_MS);
    sampledAtMs = atMs;
  }, SAMPLE_EVERY_MS).unref();
  return {
    isLate: () => Math.max(lateMs, nowMs() - sampledAtMs - SAMPLE_EVERY_MS) > LATE_MS,
    stop: () => clearInterval(timer),
  };
}
