/** Writes docs/reference/configuration.md from the settings that the program reads: `node scripts/write-configuration.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_MEANINGS } from '../server/src/cli/exit-codes.ts';
import { SETTINGS, type Setting } from '../server/src/settings.ts';

export const CONFIGURATION_PAGE = join(import.meta.dirname, '../docs/reference/configuration.md');

/** The page as it should be. */
export function configurationPage(): string {
  return `# Configuration

<!-- Written by scripts/write-configuration.ts from server/src/config.ts: change that, not this. -->

Everything is set by environment variables. They are checked at the start: a wrong value, or a variable that begins with
\`ASFILED_\` and is not in this list, is refused by its name. A variable set to nothing counts as not set.

| variable | default | allowed | |
|---|---|---|---|
${SETTINGS.map(settingRow).join('\n')}

## Exit codes

| code | meaning |
|---|---|
${EXIT_MEANINGS.map(({ code, meaning }) => `| ${code} | ${meaning} |`).join('\n')}
`;
}

function settingRow(setting: Setting): string {
  const value = setting.default === null ? '' : `\`${setting.default}\``;
  return `| \`${setting.name}\` | ${setting.defaultInWords ?? value} | ${setting.allowed} | ${setting.description} |`;
}

if (import.meta.main) writeFileSync(CONFIGURATION_PAGE, configurationPage());
