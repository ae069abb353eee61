/**
 * Decompression bombs given to `import`, as loose files and disguised as known bulk files: each ends with exit code 1,
 * an anomaly and bounded memory, and the files next to it are imported.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bombMember, bombZip, gzipBomb, honestMember } from '../../server/test/bombs.ts';
import {
  companyFactsOf,
  type FictionalCompany,
  fictionalCompanies,
  memberOf,
} from '../../server/test/fictional/registry.ts';
import { MAIN } from './attacked-service.ts';
import { promise, skipped } from './promises.ts';

const MAX_MB = 1_000;
const folder = await mkdtemp(join(tmpdir(), 'asfiled-bombs-'));
const [first, second] = fictionalCompanies(2) as [FictionalCompany, FictionalCompany];
const facts = honestMember(memberOf(second), companyFactsOf(second));
const BOMBS: Readonly<Record<string, { registry: string; bytes: Buffer }>> = {
  'CIK0009000001.json.gz': { registry: 'sec-edgar', bytes: gzipBomb(1_200) },
  'companyfacts.zip': { registry: 'sec-edgar', bytes: bombZip([facts, bombMember(memberOf(first), 3_000)]) },
  'lying.zip': { registry: 'sec-edgar', bytes: bombZip([facts, bombMember(memberOf(first), 3_000, ' ', 900_000)]) },
  'shared.zip': { registry: 'sec-edgar', bytes: bombZip([facts], 5_000) },
  '2024q1.zip': {
    registry: 'sec-edgar',
    bytes: bombZip([honestMember('sub.txt', 'adsh\tcik\tfiled\n'), bombMember('num.txt', 3_000, 'a\tb\n')]),
  },
  'Accounts_Bulk_Data-2026-03-02.zip': {
    registry: 'companies-house',
    bytes: bombZip([bombMember('Prod223_3384_09355500_20221231.html', 3_000, '<p></p>')]),
  },
  'lei2.zip': {
    registry: 'gleif',
    bytes: bombZip([bombMember('20260101-gleif-goldencopy-lei2-golden-copy.csv', 3_000, 'a,b\n')]),
  },
};

try {
  for (const [name, { registry, bytes }] of Object.entries(BOMBS)) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    await importBomb(registry, name, path);
  }
  const status = await asfiled(['status', '--json']);
  const { anomalies } = JSON.parse(status.stdout) as { anomalies: { kind: string }[] };
  const kinds = new Set(anomalies.map(anomaly => anomaly.kind));
  const isRecorded = ['decompression_bomb', 'zip_bomb', 'corrupt_member'].every(kind => kinds.has(kind));
  promise('Bombs are recorded as anomalies', isRecorded, [...kinds].join(', '));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function importBomb(registry: string, name: string, path: string): Promise<void> {
  const { code, stderr, stdout, peakMb } = await asfiled(['import', registry, path]);
  const said = /(?:zip_bomb|corrupt_member|decompress|unpack)[^\n]*/.exec(stdout + stderr)?.[0] ?? 'nothing';
  promise(`${name} ends with exit code 1 and says why`, code === 1 && said !== 'nothing', said.slice(0, 120));
  const text = `${name} takes less than ${MAX_MB} MB`;
  if (peakMb === null) skipped(text, 'GNU time is not installed');
  else promise(text, peakMb < MAX_MB, `peak ${peakMb} MB`);
}

/** Runs a command under GNU time, if it is installed, to measure memory. */
async function asfiled(
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string; peakMb: number | null }> {
  const env = { PATH: process.env.PATH ?? '', ASFILED_DATA: join(folder, 'data'), ASFILED_LOG_LEVEL: 'fatal' };
  const run = promisify(execFile);
  const isTimed = await run('/usr/bin/time', ['--version']).then(
    () => true,
    () => false,
  );
  const command = [process.execPath, MAIN, ...args];
  const [file = '', ...rest] = isTimed ? ['/usr/bin/time', '-f', 'peak %M kB', ...command] : command;
  const ended = await run(file, rest, { env, maxBuffer: 64 << 20 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const peak = /peak (\d+) kB/.exec(ended.stderr)?.[1];
  return { ...ended, peakMb: peak === undefined ? null : Math.round(Number(peak) / 1_024) };
}
