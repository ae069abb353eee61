const MAX_REMEMBERED = 4_000;

/** A function of a text that keeps its results: tables repeat their headings and labels. It must be pure. */
export function remember<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return text => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const result = read(text);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(text, result);
    return result;
  };
}
