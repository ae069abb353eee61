import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from './service/service.ts';

const pages = globSync('**/*.md', {
  cwd: PROJECT,
  exclude: path => /(^|\/)(node_modules|dist|\.git)$/.test(path) || path === 'data',
});

it('every relative link of a page leads to a file and a heading that exist', () => {
  const broken = pages.flatMap(page =>
    linksOf(page)
      .filter(link => !exists(page, link))
      .map(link => `${page}: ${link}`),
  );
  expect(pages.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});

function linksOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target));
}

function exists(page: string, link: string): boolean {
  const [path = '', heading = ''] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(PROJECT, target))) return false;
  return heading === '' || !target.endsWith('.md') || headingIdsOf(target).includes(heading);
}

/** The ids that GitHub gives headings. A repeated heading gets a number, which no page links to. */
function headingIdsOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(page: string): string {
  return readFileSync(join(PROJECT, page), 'utf8').replace(/```.*?```/gs, '');
}
