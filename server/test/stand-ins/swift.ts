import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Settings } from '../../src/archive/archive.ts';
import { S3Client } from '../../src/archive/s3-client.ts';
import { freePort } from '../service/free-port.ts';

/** Whether OpenStack Swift is installed: an object store that speaks S3 and verifies signatures. */
export const HAS_SWIFT = [
  'swift-proxy-server',
  'swift-object-server',
  'swift-container-server',
  'swift-account-server',
  'memcached',
].every(program => existsSync(`/usr/bin/${program}`));

/** A Swift instance on loopback with an empty bucket. */
export interface Swift {
  settings: S3Settings;
  /** Makes the store unreachable, as in an outage. */
  stop(): Promise<void>;
}

/** Starting takes 5 s on an idle machine and 30 s on a busy one. */
const STARTS_WITHIN_MS = 90_000;
/** The limit of tests that start Swift. */
export const SWIFT_TIMEOUT_MS = 150_000;

/** Starts Swift in a temporary folder: one device, no replicas, users in its configuration. */
export async function startSwift(): Promise<Swift> {
  // Not in memory: object metadata are extended attributes, which tmpfs lacks on older kernels.
  const folder = mkdtempSync(join(tmpdir(), 'asfiled-swift-'));
  mkdirSync(join(folder, 'devices/d1'), { recursive: true });
  const children: ChildProcess[] = [];
  const ports = { object: await freePort(), container: await freePort(), account: await freePort() };
  makeRings(folder, ports);
  for (const [kind, port] of Object.entries(ports)) {
    const conf = writeConfiguration(folder, kind, serverConfiguration(folder, kind, port));
    children.push(start(`swift-${kind}-server`, conf));
  }
  const [port, cachePort] = [await freePort(), await freePort()];
  const user = userInfo().username;
  children.push(start('memcached', '-l', '127.0.0.1', '-p', String(cachePort), '-u', user, '-m', '16'));
  const proxy = writeConfiguration(folder, 'proxy', proxyConfiguration(folder, port, cachePort));
  children.push(start('swift-proxy-server', proxy));
  const stop = async (): Promise<void> => {
    const running = children.filter(child => child.exitCode === null && child.signalCode === null);
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(running.map(child => once(child, 'exit')));
    rmSync(folder, { recursive: true, force: true });
  };
  const settings: S3Settings = {
    kind: 's3',
    folder: join(folder, 'copies'),
    endpoint: `http://127.0.0.1:${port}`,
    publicEndpoint: `http://127.0.0.1:${port}`,
    bucket: 'filings',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
    prefix: 'raw/',
    pathStyle: true,
  };
  try {
    await makeBucket(settings);
  } catch (error) {
    await stop();
    throw error;
  }
  return { settings, stop };
}

/** Ends together with the test process that started it. */
function start(program: string, ...args: string[]): ChildProcess {
  return spawn('setpriv', ['--pdeathsig', 'KILL', `/usr/bin/${program}`, ...args], { stdio: 'ignore' });
}

/** Writes the rings directly: swift-ring-builder takes nine starts of Python. */
const MAKE_RINGS = `
import sys
from swift.common.ring import RingBuilder
for kind, port in (argument.split('=') for argument in sys.argv[1:]):
    builder = RingBuilder(4, 1, 1)
    device = {'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1, 'meta': ''}
    builder.add_dev({**device, 'replication_ip': '127.0.0.1', 'replication_port': int(port)})
    builder.rebalance()
    builder.get_ring().save(kind + '.ring.gz')
`;

function makeRings(folder: string, ports: Readonly<Record<string, number>>): void {
  const rings = Object.entries(ports).map(([kind, port]) => `${kind}=${port}`);
  execFileSync('/usr/bin/python3', ['-c', MAKE_RINGS, ...rings], { cwd: folder });
}

function writeConfiguration(folder: string, name: string, text: string): string {
  const path = join(folder, `${name}.conf`);
  writeFileSync(path, text);
  return path;
}

function common(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
user = ${userInfo().username}
workers = 0
`;
}

function serverConfiguration(folder: string, kind: string, port: number): string {
  return `${common(folder, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

function proxyConfiguration(folder: string, port: number, cachePort: number): string {
  return `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
}

async function makeBucket(settings: S3Settings): Promise<void> {
  const client = new S3Client(settings);
  const until = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    try {
      const response = await client.send({ method: 'PUT' });
      await response.body.dump();
      if (response.statusCode === 200) return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await sleep(100);
  }
}
