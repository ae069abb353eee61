import { ZipError } from '../../../formats/zip.ts';
import type { BulkReader } from '../source.ts';

/** The first piece of a member, some 64 KiB; empty if the member is damaged, which the task of its document reports. */
export async function startOfMember(reader: BulkReader, member: string): Promise<Buffer> {
  try {
    for await (const chunk of reader.stream(member)) return chunk;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
  }
  return Buffer.alloc(0);
}
