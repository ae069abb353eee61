/** Writes documents and files to the archive in a folder until it is killed: `node write-until-killed.ts FOLDER`. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskArchive } from '../../src/archive/disk-archive.ts';

const [folder = ''] = process.argv.slice(2);
const archive = new DiskArchive(join(folder, 'archive'));
const source = join(folder, `source-${process.pid}`);

for (let round = 0; ; round++) {
  const bytes = randomBytes(200_000 + (round % 7) * 300_000);
  writeFileSync(source, bytes);
  const puts = [archive.put(bytes), archive.put(bytes.subarray(1)), archive.putFile(source)];
  process.stdout.write('.');
  for (const { sha256 } of await Promise.all(puts)) process.stdout.write(`${sha256}\n`);
}
