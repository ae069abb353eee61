import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { fetch, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  BlockedAddressError,
  createGuardedDispatcher,
  findUrlProblem,
  isPublicAddress,
  type ResolveName,
} from './guarded-dispatcher.ts';

const STRICT = { allowPrivate: false };
const OPEN = { allowPrivate: true };
let sink: Server;
let port = 0;
let received = 0;
let connections = 0;

beforeAll(async () => {
  sink = createServer((requested, response) => {
    received++;
    if (requested.url === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (requested.url === '/endless') endlessly(() => response.write('x'.repeat(16_384)), response);
    else response.end('ok');
  });
  sink.on('connection', () => connections++);
  await new Promise<void>(done => sink.listen(0, '127.0.0.1', done));
  port = (sink.address() as AddressInfo).port;
});
afterAll(() => new Promise(done => sink.close(done)));

function endlessly(write: () => void, response: { on(event: 'close', then: () => void): unknown }): void {
  const timer = setInterval(write, 5);
  response.on('close', () => clearInterval(timer));
}

/** The outcome of a request to an address. */
async function ask(url: string, options: { allowPrivate: boolean; resolve?: ResolveName }): Promise<unknown> {
  const dispatcher = createGuardedDispatcher(options);
  try {
    const { statusCode, body } = await request(url, { dispatcher, method: 'POST', body: 'x' });
    return `${statusCode} ${await body.text()}`;
  } catch (error) {
    return error;
  } finally {
    await dispatcher.destroy();
  }
}

const LITERALS = {
  loopback: ['127.0.0.1', '127.1', '0', '0.0.0.0', '[::1]', '[::]', 'localhost', 'LOCALHOST.', 'a.localhost'],
  'decimal, octal and hexadecimal': ['2130706433', '017700000001', '0x7f000001', '0177.0.0.1', '0x7f.1', '%31%32%37.1'],
  private: ['10.1.2.3', '172.20.0.1', '192.168.0.1', '[fd00::1]', 'printer.local', 'db.internal', 'nas.home.arpa'],
  'link-local and metadata': ['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '168.63.129.16'],
  'CGNAT and multicast': ['100.64.0.1', '224.0.0.1', '255.255.255.255', '[ff02::1]'],
  'IPv4 inside IPv6': [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  ],
};

it.each(Object.entries(LITERALS))('refuses non-public addresses in the URL: %s', async (_kind, hosts) => {
  const before = connections;
  for (const host of hosts) {
    expect(findUrlProblem(`https://${host}/x`, STRICT), host).toMatch(/not a public (address|host)/);
    expect(await ask(`https://${host}/x`, STRICT), host).toBeInstanceOf(BlockedAddressError);
  }
  expect(connections).toBe(before);
});

it('refuses other schemes and ports, credentials and fragments', async () => {
  const refused = {
    'http://hooks.example.com/': /https/,
    'ftp://hooks.example.com/': /https/,
    'file:///etc/passwd': /https/,
    'https://hooks.example.com:22/': /port/,
    'https://hooks.example.com:6379/': /port/,
    'https://me:secret@hooks.example.com/': /password/,
    'https://me@hooks.example.com/': /password/,
    'https://hooks.example.com/#part': /fragment/,
    'hooks.example.com': /URL/,
  };
  for (const [url, why] of Object.entries(refused)) expect(findUrlProblem(url, STRICT), url).toMatch(why);
  for (const url of ['http://hooks.example.com/', 'https://hooks.example.com:6379/']) {
    expect(await ask(url, { ...STRICT, resolve: async () => ['127.0.0.1'] })).toBeInstanceOf(BlockedAddressError);
  }
  const allowed = ['https://hooks.example.com/', 'https://hooks.example.com:8443/a?b=c', 'https://1.1.1.1/'];
  for (const url of allowed) expect(findUrlProblem(url, STRICT), url).toBeNull();
});

it('refuses a name whose addresses are not all public when it connects', async () => {
  for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::ffff:127.0.0.1'], ['64:ff9b::7f00:1']]) {
    const error = await ask('https://hooks.example.com/', { ...STRICT, resolve: async () => addresses });
    expect(error, addresses.join()).toBeInstanceOf(BlockedAddressError);
  }
  expect(await ask('https://hooks.example.com/', { ...STRICT, resolve: async () => [] })).toMatchObject({
    code: 'ENOTFOUND',
  });
});

it('connects to the address that it checked, resolving the name once', async () => {
  let requested = 0;
  const resolve = async () => (requested++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
  expect(await ask(`http://hooks.example.com:${port}/`, { ...OPEN, resolve })).toBe('200 ok');
  expect(requested).toBe(1);
});

it('refuses the second connection to a name that became private after the first', async () => {
  const responses = [['93.184.215.14'], ['127.0.0.1']];
  const resolve = async () => responses.shift() ?? [];
  expect(findUrlProblem('https://hooks.example.com/', STRICT)).toBeNull();
  await resolve();
  const before = received;
  expect(await ask('https://hooks.example.com/', { ...STRICT, resolve })).toBeInstanceOf(BlockedAddressError);
  expect(received).toBe(before);
});

it('follows no redirects and cuts off responses beyond 64 KiB', async () => {
  const before = received;
  expect(await ask(`http://127.0.0.1:${port}/moved`, OPEN)).toBe('302 ');
  expect(received).toBe(before + 1);
  expect(await ask(`http://127.0.0.1:${port}/endless`, OPEN)).toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
});

it('guards fetch as well, including every redirect target', async () => {
  const dispatcher = createGuardedDispatcher(STRICT);
  await expect(fetch(`https://127.0.0.1:${port}/`, { dispatcher })).rejects.toMatchObject({
    cause: { code: 'address_not_public' },
  });
  await dispatcher.destroy();
});

it('times out if the server accepts no connection', async () => {
  const closed = createSocketServer();
  await new Promise<void>(done => closed.listen(0, '127.0.0.1', done));
  const { port: gone } = closed.address() as AddressInfo;
  await new Promise(done => closed.close(done));
  expect(await ask(`http://127.0.0.1:${gone}/`, OPEN)).toMatchObject({ code: 'ECONNREFUSED' });
});

const NOT_PUBLIC = {
  'of this host and "no address"': ['0.0.0.0', '0.1.2.3', '::', '127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456:789a::1', 'fec0::1'],
  'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'of clouds (metadata)': ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  'of carriers (CGNAT)': ['100.64.0.1', '100.127.255.255'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved, for tests or documentation': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '240.0.0.1',
    '192.88.99.1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '100::1',
    '5f00::1',
    '4000::1',
  ],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:93.184.215.14'],
  'IPv4-compatible and -translated': ['::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::a00:1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'no addresses at all': [
    '',
    'localhost',
    '1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '256.1.1.1',
    '1.2.3.4.5',
  ],
};

it.each(Object.entries(NOT_PUBLIC))('treats addresses %s as not public', (_kind, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it('treats globally reachable addresses as public', () => {
  const addresses = ['1.1.1.1', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];
  expect(addresses.filter(address => !isPublicAddress(address))).toEqual([]);
});
