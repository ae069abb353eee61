/**
 * Caches the result of an asynchronous `read` per subject for a number of milliseconds, shared by all callers. Failures
 * are not cached.
 */
export function memoizeFor<Subject extends object, Result>(
  goodForMs: number,
  read: (subject: Subject) => Promise<Result>,
  nowMs: () => number = () => performance.now(),
): (subject: Subject) => Promise<Result> {
  const known = new WeakMap<Subject, { result: Promise<Result>; atMs: number }>();
  return subject => {
    const kept = known.get(subject);
    if (kept && nowMs() - kept.atMs < goodForMs) return kept.result;
    const result = read(subject);
    known.set(subject, { result, atMs: nowMs() });
    result.catch(() => known.delete(subject));
    return result;
  };
}
