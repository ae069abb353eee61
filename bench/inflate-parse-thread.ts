import { closeSync, openSync } from 'node:fs';
import { readZipMemberSync, type ZipMember } from '../server/src/formats/zip.ts';

/** The minimum of any load: inflates each member and parses its JSON. Returns the number of characters. */
export default function inflateAndParse({ path, members }: { path: string; members: ZipMember[] }): number {
  const fd = openSync(path, 'r');
  let byteSize = 0;
  for (const member of members) {
    const bytes = readZipMemberSync(fd, member);
    JSON.parse(bytes.toString('utf8'));
    byteSize += bytes.length;
  }
  closeSync(fd);
  return byteSize;
}
