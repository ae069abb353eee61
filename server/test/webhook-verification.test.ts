import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../client/src/verify-webhook.ts';
import { useWebhookApi } from './accounts/webhook-api.ts';
import { PROJECT } from './service/service.ts';
import type { Receipt } from './stand-ins/webhook-sink.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

const service = useWebhookApi();
const SECRET = "the owner's secret, with a % and an é";
const PAGE = readFileSync(join(PROJECT, 'docs/guides/webhooks.md'), 'utf8');
const folder = useTemporaryFolder();

/** Writes the code that the page shows to a file. */
function shown(language: string, name: string, { before = '', after = '' } = {}): string {
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(PAGE) ?? [];
  if (code === undefined) throw new Error(`The page shows no code in ${language}.`);
  const path = join(folder.path, name);
  writeFileSync(path, before + code.replace("'@asfiled/client'", `'${join(PROJECT, 'client/src/index.ts')}'`) + after);
  return path;
}

function has(...command: [string, string]): boolean {
  return spawnSync(command[0], [command[1]]).status === 0;
}

const CLIENT_REQUEST = `
const given = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
const { secret } = given;
const body = Buffer.from(given.body, 'base64');
const request = new Request('https://hooks.example.com/', { method: 'POST', headers: given.headers, body });
`;
const CLIENT_EVENT = `
console.log(event.event === JSON.parse(body.toString()).event);
`;
const TYPESCRIPT = `
const { secret, headers, body } = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
console.log(isGenuine(secret, headers, Buffer.from(body, 'base64')));
`;
const PYTHON = `
import base64, json, sys
given = json.load(sys.stdin)
print(str(is_genuine(given["secret"], given["headers"], base64.b64decode(given["body"]))).lower())
`;
const GO = `package main

import ("encoding/json"; "fmt"; "net/http"; "os")

func main() {
	var given struct { Secret string; Headers map[string]string; Body []byte }
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil { panic(err) }
	headers := http.Header{}
	for name, value := range given.Headers { headers.Set(name, value) }
	fmt.Println(IsGenuine(given.Secret, headers, given.Body))
}
`;

interface Verifier {
  /** The command that reads a delivery and prints `true` if it is genuine. */
  prepare: () => [command: string, ...args: string[]];
  isThere: boolean;
}

const VERIFIERS: Record<string, Verifier> = {
  'TypeScript, by the client,': {
    prepare: () => [process.execPath, shown('ts', 'client.mts', { before: CLIENT_REQUEST, after: CLIENT_EVENT })],
    isThere: true,
  },
  TypeScript: {
    prepare: () => [process.execPath, shown('typescript', 'verify.mts', { after: TYPESCRIPT })],
    isThere: true,
  },
  Python: {
    prepare: () => ['python3', shown('python', 'verify.py', { after: PYTHON })],
    isThere: has('python3', '--version'),
  },
  Go: {
    prepare() {
      const [main, verifier] = [join(folder.path, 'main.go'), join(folder.path, 'verifier')];
      writeFileSync(main, GO);
      execFileSync('go', ['build', '-o', verifier, shown('go', 'verify.go'), main]);
      return [verifier];
    },
    isThere: has('go', 'version'),
  },
};

let plain: Receipt;
let rotating: Receipt;

/** One delivery, shared by the tests. */
async function receive(): Promise<void> {
  if (plain !== undefined) return;
  const id = await service.create({ secret: SECRET });
  await service.notify();
  plain = (await service.sink.received(1))[0] ?? plain;
  await service.call('PATCH', `/${id}`, { secret: 'the next secret' });
  await service.notify();
  rotating = (await service.sink.received(2))[1] ?? rotating;
}

describe.each(Object.entries(VERIFIERS))('the code of the page in %s', (_language, { prepare, isThere }) => {
  it.skipIf(!isThere)('accepts a genuine delivery and rejects an altered one', async () => {
    await receive();
    const [command, ...args] = prepare();
    const isGenuine = ({ headers, body }: Receipt, secret: string): boolean => {
      const input = JSON.stringify({ secret, headers, body: Buffer.from(body).toString('base64') });
      return spawnSync(command, args, { input, encoding: 'utf8' }).stdout.trim() === 'true';
    };
    expect(isGenuine(plain, SECRET)).toBe(true);
    expect(isGenuine(rotating, SECRET)).toBe(true);
    expect(isGenuine(rotating, 'the next secret')).toBe(true);
    expect(isGenuine(plain, 'the next secret')).toBe(false);
    expect(isGenuine({ ...plain, body: plain.body.replace('10-K', '10-Q') }, SECRET)).toBe(false);
    const old = { ...plain.headers, 'x-webhook-timestamp': '2026-01-01T00:00:00.000Z' };
    expect(isGenuine({ ...plain, headers: old }, SECRET)).toBe(false);
  });
});

it('the client accepts a genuine delivery', async () => {
  await receive();
  for (const [receipt, secret] of [
    [plain, SECRET],
    [rotating, SECRET],
    [rotating, 'the next secret'],
  ] as const) {
    const event = await verifyWebhook({ headers: receipt.headers, body: receipt.body, secret });
    expect(event).toEqual({ id: receipt.headers['webhook-id'], ...(JSON.parse(receipt.body) as object) });
  }
});

it.skipIf(!has('openssl', 'version'))('OpenSSL computes the same signature', async () => {
  await receive();
  const body = join(folder.path, 'body.json');
  writeFileSync(body, plain.body);
  const [, command = ''] = /^(\{ printf .* openssl dgst .*)$/m.exec(PAGE) ?? [];
  const env = { ...process.env, TIMESTAMP: String(plain.headers['x-webhook-timestamp']), SECRET };
  const output = execFileSync('sh', ['-c', command], { env, cwd: folder.path, encoding: 'utf8' });
  expect(`sha256=${output.trim().split('= ')[1]}`).toBe(plain.headers['x-webhook-signature']);
});
