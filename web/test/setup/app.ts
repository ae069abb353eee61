import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { BROWSER_ARGUMENTS, CHROMIUM } from '../../../server/test/service/browser.ts';
import { PROJECT, run, temporaryFolder } from '../../../server/test/service/service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What all tests of the web app share; null without Chromium. */
    app: SharedApp | null;
  }
}

export interface SharedApp {
  /** URL of a service over the sample pack with the app built from the sources. */
  base: string;
  /** A key of the business plan. */
  key: string;
  dataFolder: string;
  /** WebSocket endpoint of the shared Chromium. */
  browser: string;
}

/** One service and one browser for all files, since starting them takes longer than most files. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (CHROMIUM === null) {
    project.provide('app', null);
    return undefined;
  }
  execFileSync(process.execPath, [join(PROJECT, 'scripts/build-web.ts')], { stdio: 'inherit' });
  const dataFolder = temporaryFolder();
  const service = run(['serve'], {
    ASFILED_DATA: dataFolder,
    ASFILED_SAMPLE: '1',
    // Webhook endpoints of tests listen on localhost.
    ASFILED_WEBHOOK_ALLOW_PRIVATE: '1',
  });
  const browser = await chromium.launchServer({ executablePath: CHROMIUM, args: BROWSER_ARGUMENTS });
  const end = async () => {
    await browser.close();
    service.child.kill('SIGTERM');
    await service.ended();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    const [, base = ''] = await service.says(/asfiled is running at (\S+)/, LOADED_WITHIN_MS);
    const [, key = ''] = await service.says(/API key {5}(\S+)/);
    project.provide('app', { base, key, dataFolder, browser: browser.wsEndpoint() });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** About ten seconds on an idle machine. */
const LOADED_WITHIN_MS = 300_000;
