import { expect, it } from 'vitest';
import { verificationCode } from './verification-code.ts';

it('shows the documented code in each language', () => {
  expect(verificationCode('typescript')).toMatch(/^import .*export function isGenuine\(.*\}\n$/s);
  expect(verificationCode('python')).toMatch(/^import .*def is_genuine\(.*\n$/s);
  expect(verificationCode('go')).toMatch(/^package main.*func IsGenuine\(.*\}\n$/s);
});
