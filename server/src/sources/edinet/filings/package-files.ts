import { listZipBuffer, readZipBufferMember, ZipError } from '../../../formats/zip.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { baseName } from '../../../kernel/base-name.ts';
import type { SourceDocument } from '../../kit/source.ts';
import { type DocumentForm, documentAddressOf, withoutNote } from '../addresses.ts';
import { classifyResponse } from '../response.ts';
import { instanceNameOf } from './package-names.ts';

/** A file of a filing, out of one of the packages in which the registry gives it. */
export interface PackageFile {
  /** The path from `XBRL/` or `XBRL_TO_CSV/` on. A document that is not a package has its filing's number. */
  path: string;
  bytes: Buffer;
  url: string;
  form: DocumentForm | null;
}

/** Packages unpack to this at most, all their members together: the largest reports have some 100 MB. */
const MAX_BYTES = 1 << 30;

/** The id of a file in its filing. */
export function fileIdOf({ path, form }: PackageFile): string {
  return form === null || form === 1 ? path : `${form}/${path}`;
}

/**
 * The files of a filing from its documents: packages taken apart, members of a package as they are, a PDF as one file. Of two
 * copies of a package, such as one as filed and one from the registry, the first counts; another content is an anomaly.
 */
export function packageFiles(documents: readonly SourceDocument[], log: AnomalyLog): PackageFile[] {
  const files = new Map<string, PackageFile>();
  for (const file of unpackAll(documents, log)) {
    const known = files.get(fileIdOf(file));
    if (known === undefined) files.set(fileIdOf(file), file);
    else if (!known.bytes.equals(file.bytes)) log.add('repeated_file', file.path, `${known.url} has another content`);
  }
  return [...files.values()];
}

function unpackAll(documents: readonly SourceDocument[], log: AnomalyLog): PackageFile[] {
  return documents.flatMap(document => {
    const address = documentAddressOf(document.url);
    const { bytes } = document;
    const url = withoutNote(document.url);
    if (address === null) return [];
    if (address.path !== null) return [{ path: address.path, bytes, url, form: address.form }];
    const response = classifyResponse(bytes);
    switch (response.kind) {
      case 'zip':
        return unpack({ url, bytes, form: address.form }, log);
      case 'pdf':
        return [{ path: `${address.filingId}.pdf`, bytes, url, form: address.form }];
      case 'error':
        log.add('error_answer', url, `${response.status} ${response.message}`);
        return [];
      default:
        log.add('unexpected_content', url, bytes.toString('latin1', 0, 40));
        return [];
    }
  });
}

function unpack(
  { url, bytes, form }: { url: string; bytes: Buffer; form: DocumentForm | null },
  log: AnomalyLog,
): PackageFile[] {
  const files: PackageFile[] = [];
  let left = MAX_BYTES;
  try {
    for (const member of listZipBuffer(bytes)) {
      const path = pathInside(member.name);
      if (path === null) continue;
      const content = readMember(bytes, member, left, log);
      if (content === null) continue;
      left -= content.length;
      files.push({ path, bytes: content, url: `${url}#${path}`, form });
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, url, error.message);
  }
  return files;
}

function readMember(
  bytes: Buffer,
  member: ReturnType<typeof listZipBuffer>[number],
  maxBytes: number,
  log: AnomalyLog,
): Buffer | null {
  try {
    return readZipBufferMember(bytes, member, maxBytes);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, member.name, error.message);
    return null;
  }
}

/** Folders before `XBRL/` depend on where the file was downloaded; files next to these folders are lists of the download. */
function pathInside(name: string): string | null {
  if (/(?:^|\/)XbrlSearchDlInfo\.csv$/.test(name)) return null;
  return /(?:^|\/)((?:XBRL|XBRL_TO_CSV|AttachDoc|EnglishDoc)\/.+)$/.exec(name)?.[1] ?? oldPathInside(name) ?? name;
}

/** Packages before 2014 have no folders: their files have the paths of current instances. */
function oldPathInside(name: string): string | null {
  return instanceNameOf(name)?.isOld === true ? `XBRL/PublicDoc/${baseName(name)}` : null;
}
