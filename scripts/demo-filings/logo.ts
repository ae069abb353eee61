import { crc32, deflateSync } from 'node:zlib';

const SIDE = 48;

/** A small PNG: a frame and a bar in the issuer's colour. */
export function drawLogo(colour: readonly [number, number, number]): Buffer {
  const rows: Buffer[] = [];
  for (let y = 0; y < SIDE; y++) {
    const row = Buffer.alloc(1 + SIDE * 3, 0xff);
    row[0] = 0;
    for (let x = 0; x < SIDE; x++) if (isInk(x, y)) row.set(colour, 1 + x * 3);
    rows.push(row);
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(SIDE, 0);
  size.writeUInt32BE(SIDE, 4);
  // Eight bits a channel, three channels.
  size.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function isInk(x: number, y: number): boolean {
  const isFrame = x < 4 || y < 4 || x >= SIDE - 4 || y >= SIDE - 4;
  return isFrame || Math.abs(x - y) < 5;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
