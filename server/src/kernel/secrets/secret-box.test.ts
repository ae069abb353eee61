import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SecretBox } from './secret-box.ts';

const box = new SecretBox(randomBytes(32));

it('opens what it sealed, and seals the same secret differently each time', () => {
  const [one, other] = [box.seal('ключ', 'webhook 1'), box.seal('ключ', 'webhook 1')];
  expect(box.open(one, 'webhook 1')).toBe('ключ');
  expect(one.equals(other)).toBe(false);
  expect(one.includes('ключ')).toBe(false);
});

it('rejects changed bytes, another context and another key', () => {
  const sealed = box.seal('secret', 'webhook 1');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.open(changed, 'webhook 1'), `byte ${at}`).toThrow();
  }
  expect(() => box.open(sealed, 'webhook 2')).toThrow();
  expect(() => new SecretBox(randomBytes(32)).open(sealed, 'webhook 1')).toThrow();
  expect(() => box.open(Buffer.alloc(0), 'webhook 1')).toThrow();
});

it('computes a stable digest that depends on the key and the context', () => {
  expect(box.digest('text', 'answer 1')).toEqual(box.digest('text', 'answer 1'));
  expect(box.digest('text', 'answer 1')).not.toEqual(box.digest('text', 'answer 2'));
  expect(box.digest('text', 'answer 1')).not.toEqual(new SecretBox(randomBytes(32)).digest('text', 'answer 1'));
});
