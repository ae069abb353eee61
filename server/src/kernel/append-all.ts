/** Appends any number of values to a list. `list.push(...values)` overflows the stack at some 120,000. */
export function appendAll<Value>(list: Value[], values: Iterable<Value>): void {
  for (const value of values) list.push(value);
}
