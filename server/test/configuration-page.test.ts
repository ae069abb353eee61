import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONFIGURATION_PAGE, configurationPage } from '../../scripts/write-configuration.ts';

it('docs/reference/configuration.md says what the program reads (node scripts/write-configuration.ts writes it)', () => {
  expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(configurationPage());
});
