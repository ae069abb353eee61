import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '../server/src/db/pool.ts';
import { openPostgres } from '../server/src/db/postgres.ts';
import { createLog } from '../server/src/kernel/log.ts';
import { exportStore } from '../server/src/pipeline/export.ts';
import { type CommandOptions, runCommand, runWithKills } from '../server/test/service/kill-during-load.ts';
import { writeRepeatedZip } from './repeated-zip.ts';
import type { BenchReport } from './report.ts';

const KILLS = 10;
const COMPANIES = 120;

/** A bulk load killed (SIGKILL) ten times at random moments and restarted, against an undisturbed one. */
export async function benchFaults(companies = COMPANIES, kills = KILLS): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), 'asfiled-faults-'));
  try {
    const zip = join(folder, 'companyfacts.zip');
    writeRepeatedZip(zip, companies);
    const calm = loadInto(join(folder, 'calm'), zip);
    const startedAt = performance.now();
    const undisturbed = await runCommand(calm);
    const calmMs = performance.now() - startedAt;
    if (undisturbed.code !== 0) throw new Error(`The undisturbed load failed: ${undisturbed.output}`);
    const moments = Array.from({ length: kills }, () => 200 + (Math.random() * calmMs) / 3);
    const rough = loadInto(join(folder, 'rough'), zip);
    const end = await runWithKills(rough, kills, (kill, elapsedMs) => elapsedMs >= (moments[kill] ?? 0));
    if (end.code !== 0) throw new Error(`The load did not finish: ${end.output}`);
    const digests = [await digestOf(join(folder, 'calm')), await digestOf(join(folder, 'rough'))];
    const isSame = digests[0] === digests[1];
    const at = moments.map(moment => `${(moment / 1000).toFixed(1)}`).join(', ');
    return {
      title: 'Kill -9 during a bulk load',
      how:
        `${companies} companies; the process is killed ${end.killed} times, ${at} s after its start, and restarted each ` +
        'time. Then the exports of both stores are compared byte by byte.',
      rows: [
        {
          name: 'export of the disturbed load',
          figure: isSame ? 'equal' : `differs (${digests.join(' ')})`,
          aim: 'equal',
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function loadInto(dataFolder: string, zip: string): CommandOptions {
  return { environment: { ASFILED_DATA: dataFolder }, args: ['ingest', 'sec-edgar', '--bulk', zip] };
}

async function digestOf(dataFolder: string): Promise<string> {
  const log = createLog('error');
  const postgres = await openPostgres({ dataFolder, databaseUrl: null, role: 'bench', log });
  const db = createPool(postgres.connection, { applicationName: 'asfiled bench' });
  try {
    const hash = createHash('sha256');
    for await (const line of exportStore(db)) hash.update(line);
    return hash.digest('hex');
  } finally {
    await db.close();
    await postgres.close({ waitForOthersMs: 0 });
  }
}
