import { listZipBuffer, readZipBufferMember, ZipError } from '../../../formats/zip.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/** The total size to which the members of a zip may unpack in memory; larger zips are loaded as bulk files. */
const MAX_UNPACKED_BYTES = 256 << 20;

/**
 * Unpacks the requested members of a zip in memory one by one. A damaged or too large zip has no members; a damaged member
 * is skipped. Both are anomalies.
 */
export function* readMembers(
  zip: Buffer,
  isWanted: (name: string) => boolean,
  log: AnomalyLog,
): Generator<{ name: string; bytes: Buffer }> {
  for (const member of listWanted(zip, isWanted, log)) {
    const bytes = tryRead(() => readZipBufferMember(zip, member), member.name, log);
    if (bytes !== null) yield { name: member.name, bytes };
  }
}

function listWanted(zip: Buffer, isWanted: (name: string) => boolean, log: AnomalyLog) {
  const members = tryRead(() => listZipBuffer(zip).filter(({ name }) => isWanted(name)), '', log) ?? [];
  const unpacked = members.reduce((sum, { byteSize }) => sum + byteSize, 0);
  if (unpacked <= MAX_UNPACKED_BYTES) return members;
  log.add('too_large_to_read', '', `${members.length} members of ${unpacked} bytes: load the zip with --bulk`);
  return [];
}

function tryRead<T>(read: () => T, locator: string, log: AnomalyLog): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, locator, error.message);
    return null;
  }
}
