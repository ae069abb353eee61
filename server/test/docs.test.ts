import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../src/capabilities/operations.ts';
import EXAMPLE_ANSWERS from '../src/transports/openapi/example-answers.json' with { type: 'json' };
import { answersAllAlike, exampleUrl } from '../src/transports/openapi/openapi-document.ts';
import { cleanUpAfterEach, PROJECT, run, temporaryFolder } from './service.ts';

cleanUpAfterEach();

const pages = ['README.md', 'CONTRIBUTING.md', ...listMarkdown('docs'), ...listMarkdown('sample')];

it('the calls that the pages and the API reference show answer as shown, over the sample pack', async () => {
  const calls = pages.flatMap(documentedCalls);
  expect(calls.some(call => call.page === 'README.md')).toBe(true);
  const service = run(['serve'], { ASFILED_DATA: temporaryFolder(), ASFILED_SAMPLE: '1' });
  const [, base = ''] = await service.says(/asfiled is at (\S+)/, 60_000);
  const [, key = ''] = await service.says(/API key of this machine: (\S+)/);

  const failed: string[] = [];
  for (const { page, url } of calls) {
    const answer = await fetch(url.replace('http://127.0.0.1:8080', base), { headers: { 'X-API-Key': key } });
    const body = await answer.text();
    const isEmpty = (JSON.parse(body) as { empty_reason?: string | null }).empty_reason ?? null;
    if (answer.status !== 200 || isEmpty !== null) failed.push(`${page}: ${url}\n${body.slice(0, 500)}`);
  }
  expect(failed).toEqual([]);

  for (const operation of OPERATIONS.filter(answersAllAlike)) {
    const answer = await fetch(base + exampleUrl(operation), { headers: { 'X-API-Key': key } });
    const shown = (EXAMPLE_ANSWERS as Record<string, unknown>)[operation.name];
    expect(withoutLoadTime(await answer.json()), operation.name).toEqual(withoutLoadTime(shown));
  }
}, 90_000);

it('links lead to files that exist', () => {
  const broken = pages.flatMap(page =>
    [...readFileSync(join(PROJECT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target = '']) => join(dirname(page), target))
      .filter(path => !existsSync(join(PROJECT, path)))
      .map(path => `${page}: ${path}`),
  );
  expect(broken).toEqual([]);
});

function listMarkdown(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name));
}

/** The URLs of the `curl` lines in a page's `bash` blocks. */
function documentedCalls(page: string): { page: string; url: string }[] {
  const blocks = readFileSync(join(PROJECT, page), 'utf8').matchAll(/```bash\n(.*?)```/gs);
  const urls = [...blocks].flatMap(([, block = '']) => [...block.matchAll(/^curl .*"(http:[^"]+)"/gm)]);
  return urls.map(([, url = '']) => ({ page, url }));
}

/** Entities are as new as the moment at which they were loaded. */
function withoutLoadTime(answer: unknown): unknown {
  return { ...(answer as object), data_as_of: null };
}
