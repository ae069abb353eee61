/** The first item of each key, in input order. */
export function uniqueBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Item[] {
  const kept = new Map<Key, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!kept.has(key)) kept.set(key, item);
  }
  return [...kept.values()];
}
