/** The first of the items of each key, in their order. */
export function firstOfEach<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Item[] {
  const kept = new Map<Key, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!kept.has(key)) kept.set(key, item);
  }
  return [...kept.values()];
}
