/** Adds a value to the list that a map holds under a key, a new one where there is none. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
