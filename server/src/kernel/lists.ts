/** Appends any number of values to a list. `list.push(...values)` overflows the stack at some 120,000. */
export function appendAll<Value>(list: Value[], values: Iterable<Value>): void {
  for (const value of values) list.push(value);
}

/** Appends a value to the list under a key of a map, creating the list if the key is new. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The first item of each key, in input order. */
export function uniqueBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Item[] {
  const kept = new Map<Key, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!kept.has(key)) kept.set(key, item);
  }
  return [...kept.values()];
}

/** The largest of any number of values; -Infinity of none. `Math.max(...values)` overflows the stack at some 120,000. */
export function maxOf(values: Iterable<number>): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The smallest of any number of values; Infinity of none. */
export function minOf(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** The number of items at the start of a list for which a test holds, by binary search: it must fail for all items behind them. */
export function countLeading<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
