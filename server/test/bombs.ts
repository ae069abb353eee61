import { constants, crc32, deflateRawSync } from 'node:zlib';

const MB = 1 << 20;

/** A member of an archive whose directory may state anything. */
export interface BombMember {
  name: string;
  packed: Buffer;
  /** As the directory states it. */
  byteSize: number;
  crc32: number;
}

/** An honest member. */
export function honestMember(name: string, content: string | Buffer): BombMember {
  const plain = Buffer.from(content);
  return { name, packed: deflateRawSync(plain), byteSize: plain.length, crc32: crc32(plain) };
}

/** A member of `megabytes` that repeat one of text, at some 1:900. `statedBytes` misstates its size. */
export function bombMember(name: string, megabytes: number, content = ' ', statedBytes = megabytes * MB): BombMember {
  return { name, packed: repeatDeflated(content, megabytes), byteSize: statedBytes, crc32: 0 };
}

/** A deflate stream of `megabytes`, made by repeating one compressed megabyte. */
function repeatDeflated(content: string, megabytes: number): Buffer {
  const block = Buffer.from(content.repeat(Math.ceil(MB / content.length)).slice(0, MB));
  const packed = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH });
  // An empty last block ends the stream.
  return Buffer.concat([...Array.from({ length: megabytes }, () => packed), Buffer.from([0x03, 0x00])]);
}

/** A gzip file of `megabytes`, with a checksum that is wrong: nothing that is bounded comes to it. */
export function gzipBomb(megabytes: number, content = ' '): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([header, repeatDeflated(content, megabytes), Buffer.alloc(8)]);
}

/** An archive of the members; `shares` lists the first member again so many times over the same bytes. */
export function bombZip(members: readonly BombMember[], shares = 0): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [at, member] of members.entries()) {
    const name = Buffer.from(member.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(member.crc32, 10);
    common.writeUInt32LE(member.packed.length, 14);
    common.writeUInt32LE(Math.min(member.byteSize, 0xfffffffe), 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    const listed = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, entry, name]);
    directory.push(listed, ...(at === 0 ? Array.from({ length: shares }, () => listed) : []));
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, member.packed]);
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length + shares, 8);
  end.writeUInt16LE(members.length + shares, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}

/** Runs `work` and returns by how many megabytes the process grew meanwhile, at most. */
export async function memoryPeak(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(look);
  }
  return Math.round((Math.max(peak, process.memoryUsage.rss()) - before) / MB);
}
