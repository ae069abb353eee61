import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cutPassages } from '../../../server/src/domain/filings/proposals/rules/passages.ts';
import { seedContents } from '../../../server/test/seeds/sections.ts';
import { propose, type StandInModel, say, startStandInModel } from '../../../server/test/stand-ins/stand-in-model.ts';
import { useTemporaryFolder } from '../../../server/test/temporary-folder.ts';
import { askAbout } from './model-answers.ts';
import { publishedOf } from './published.ts';

const BREACH = 'In November 2024, we overstepped the leverage covenant of our credit facility.';
const contents = seedContents({ item_3: `We own a mill in the north of the country. ${BREACH} It is old.` });
const passages = cutPassages(contents);

const folder = useTemporaryFolder();
let model: StandInModel;
beforeAll(async () => {
  model = await startStandInModel();
});
afterAll(() => model.close());
beforeEach(() => {
  model.requests.length = 0;
  model.answer = (_request, response) =>
    propose(response, { subject: 'red_flag', rule_id: 'covenant_breach', word: 'overstepped', quote: BREACH });
});

const settings = () => ({ url: model.url, name: 'example-1', key: null, dailyTokens: 100_000, allowPrivate: true });
const ask = (file: string, given = {}) => askAbout(passages, { ...settings(), ...given }, join(folder.path, file));

it('publishes what passes of the answers beside what the rules read', async () => {
  const { readings } = await ask('published.jsonl');
  const kinds = (of: typeof readings) => publishedOf({}, contents, of).map(({ subject, kind }) => `${subject} ${kind}`);
  expect(kinds(new Map())).toEqual([]);
  expect(kinds(readings)).toEqual(['red_flag covenant_breach']);
});

it('asks about a passage once for each model, and keeps the answers', async () => {
  const first = await ask('kept.jsonl');
  expect(first).toMatchObject({ passages: 1, unreadable: 0 });
  expect(await ask('kept.jsonl')).toEqual(first);
  expect(model.requests).toHaveLength(1);
  await ask('kept.jsonl', { name: 'example-2' });
  expect(model.requests).toHaveLength(2);
  expect(readFileSync(join(folder.path, 'kept.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
});

it('counts answers that cannot be read', async () => {
  model.answer = (_request, response) => say(response, 'Nothing to see.');
  expect(await ask('junk.jsonl')).toMatchObject({ passages: 1, unreadable: 1 });
});

it('gives no figures of a part: it fails if the address does not answer or the budget is used up', async () => {
  model.answer = (_request, response) => void response.writeHead(503).end();
  await expect(ask('down.jsonl')).rejects.toThrow('The model does not answer: HTTP 503.');
  await expect(ask('poor.jsonl', { dailyTokens: 0 })).rejects.toThrow('used up with 1 of 1 passages to go');
});
