/**
 * What `read` gives of a subject, such as a database, read once in so many milliseconds for all who ask; what failed is
 * read again.
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
