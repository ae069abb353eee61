import { listZipBuffer, readZipBufferMember, ZipError } from '../../../formats/zip.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { baseName } from '../../../kernel/base-name.ts';
import type { SourceDocument } from '../../kit/source.ts';
import { decodeCodePage949 } from '../code-page-949.ts';
import { addressOf } from '../endpoints.ts';
import { readRefusal } from '../read-response.ts';

/** A file of a filing, out of its zip. */
export interface ContainedFile {
  /** Path in the zip, with `/`. */
  name: string;
  /** Of the zip, and the path behind `#`. */
  url: string;
  bytes: Buffer;
  /** Whether it came with the documents or with the XBRL package. */
  part: 'document' | 'xbrl';
}

/** The files of a filing, and why some may be missing. */
export interface FilingContainer {
  files: ContainedFile[];
  damage: string | null;
}

/** More than any file of a filing has. */
const MAX_BYTES = 512 << 20;

/** Opens the documents of one filing: the zip of its documents, its XBRL package, or single files of them. */
export function openContainer(documents: readonly SourceDocument[], log: AnomalyLog): FilingContainer {
  const container: FilingContainer = { files: [], damage: null };
  for (const { url, bytes } of documents) {
    const address = addressOf(url);
    const part = address?.endpoint === 'fnlttXbrl' ? 'xbrl' : 'document';
    if (address === null) {
      container.files.push({ name: baseName(url), url, bytes, part });
      continue;
    }
    container.damage ??= addMembers(container.files, url, bytes, part, log);
  }
  return container;
}

/** The reason why files are missing; null if all are present, or if the registry has none. */
function addMembers(
  files: ContainedFile[],
  url: string,
  bytes: Buffer,
  part: ContainedFile['part'],
  log: AnomalyLog,
): string | null {
  if (bytes.toString('latin1', 0, 2) !== 'PK') return readRefusal(bytes, log).failure;
  try {
    for (const member of listZipBuffer(bytes)) {
      const name = koreanName(member.name);
      files.push({ name, url: `${url}#${name}`, bytes: readZipBufferMember(bytes, member, MAX_BYTES), part });
    }
    return null;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, '', error.message);
    return error.kind;
  }
}

/** Names that no flag calls UTF-8 are of code page 949, and were read byte by byte. */
function koreanName(name: string): string {
  const isBytes = /[\u0080-\u00ff]/.test(name) && !/[\u0100-\uffff]/.test(name);
  if (!isBytes) return name;
  const decoded = decodeCodePage949(Buffer.from(name, 'latin1'));
  return decoded.includes('\ufffd') ? name : decoded;
}
