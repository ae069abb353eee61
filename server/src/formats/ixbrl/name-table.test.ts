import { expect, it } from 'vitest';
import { NameTable } from './name-table.ts';

it('NameTable finds the most recent name of a slot and never confuses two names', () => {
  const table = new NameTable();
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const names = [...letters].flatMap(first =>
    [...letters].flatMap(middle => [`${first}${middle}d`, `${first}:${middle}`]),
  );
  for (const name of names) {
    const source = `<${name} `;
    expect([undefined, name]).toContain(table.find(source, 1, 1 + name.length));
    expect(table.add(source, 1, 1 + name.length)).toBe(name);
    expect(table.find(`</${name}>`, 2, 2 + name.length)).toBe(name);
    expect(table.find(`</${name}`, 2, 3 + name.length)).toBeUndefined();
  }
  for (const name of names) expect([undefined, name]).toContain(table.find(name, 0, name.length));
});

it('NameTable keeps no names longer than those of a vocabulary', () => {
  const table = new NameTable();
  const long = 'n'.repeat(10_000);
  expect(table.add(long, 0, long.length)).toBe(long);
  expect(table.find(long, 0, long.length)).toBeUndefined();
});
