import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync, gunzipSync } from 'node:zlib';

const RECORDED = '../shared/data/us/companyfacts';
const SAMPLE = 'sample/data.sec.gov/api/xbrl/companyfacts';

export interface RepeatedZip {
  companies: number;
  /** Of the JSON text. */
  byteSize: number;
  zipBytes: number;
}

/**
 * Writes a companyfacts.zip of `count` companies: real ones, repeated under unassigned CIKs. Only the head of a text
 * differs, so the rest is deflated once and appended after a full flush.
 */
export function writeRepeatedZip(path: string, count: number): RepeatedZip {
  const folder = existsSync(RECORDED) ? RECORDED : SAMPLE;
  const originals = readdirSync(folder)
    .filter(name => name.endsWith('.json.gz'))
    .map(name => gunzipSync(readFileSync(join(folder, name))).toString('utf8'))
    .map(text => {
      const rest = text.replace(/^\s*\{\s*"cik"\s*:\s*"?\d+"?/, '');
      return { rest: Buffer.from(rest), packed: deflateRawSync(Buffer.from(rest)) };
    });
  const file = openSync(path, 'w');
  const directory: Buffer[] = [];
  let offset = 0;
  let byteSize = 0;
  for (let n = 0; n < count; n++) {
    const original = originals[n % originals.length];
    if (original === undefined) throw new Error(`no companies in ${folder}`);
    const cik = 8_000_001 + n;
    const head = Buffer.from(`{"cik": ${cik}`);
    const packedHead = deflateRawSync(head, { finishFlush: constants.Z_FULL_FLUSH });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(original.rest, crc32(head)), 10);
    fields.writeUInt32LE(packedHead.length + original.packed.length, 14);
    fields.writeUInt32LE(head.length + original.rest.length, 18);
    const name = Buffer.from(`CIK000${cik}.json`);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, entry, name);
    for (const part of [Buffer.from('PK\x03\x04', 'latin1'), fields, name, packedHead, original.packed]) {
      offset += writeSync(file, part);
    }
    byteSize += head.length + original.rest.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  writeSync(file, entries);
  writeSync(file, end);
  closeSync(file);
  return { companies: count, byteSize, zipBytes: offset + entries.length + end.length };
}
