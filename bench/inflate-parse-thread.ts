import { closeSync, openSync } from 'node:fs';
import { readZipMemberSync, type ZipMember } from '../server/src/formats/zip.ts';

/** What nobody can do without: each member inflated and its JSON parsed. Returns the characters read. */
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
