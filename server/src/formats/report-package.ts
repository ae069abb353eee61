import { appendAll } from '../kernel/lists.ts';
import { isXbrlJson } from './xbrl/parse-xbrl-json.ts';
import { xbrlFormOf } from './xbrl/xbrl-form.ts';
import { listZipBuffer, readZipBufferMember, ZipError, type ZipMember } from './zip.ts';

/** An unpacked file of a package. */
export interface PackageFile {
  /** Path inside the package, with `/`. */
  path: string;
  bytes: Buffer;
}

/** One report of a package: a document, or a set of inline documents that belong together. */
export interface PackagedReport {
  kind: 'inline' | 'json' | 'instance';
  /** Ordered by name. */
  documents: PackageFile[];
}

/** The contents of a report package (Report Package 1.0; ESEF Reporting Manual 2.6 for earlier ones). */
export interface ReportPackage {
  /** `documentInfo.documentType` of `META-INF/reportPackage.json`; null if the package has none, as before 2023. */
  documentType: string | null;
  /** Ordered by path under `reports/`. */
  reports: PackagedReport[];
  /** Schemas and linkbases of the filer's own taxonomy. */
  taxonomy: PackageFile[];
  problems: { kind: string; locator: string; detail: string }[];
}

/** Inline reports with embedded pictures reach 100 MB. */
const MAX_DOCUMENT_BYTES = 256 << 20;
const MAX_UNPACKED_BYTES = 512 << 20;

const PACKAGE_FILE = /(?:^|\/)META-INF\/(?:reportPackage\.json|taxonomyPackage\.xml)$/;
const SAMPLED_BYTES = 1 << 12;

/**
 * Opens a report package in memory. Each report directly under `reports/` is separate; those of a folder in it form one
 * set. In a package without that folder, any tagged document is a report. Other files, such as pictures and style sheets, stay packed. Throws ZipError if the archive is unsafe or damaged
 * (a path that leaves it, a zip bomb); a member that cannot be read is a problem of the result.
 */
export function openReportPackage(bytes: Buffer): ReportPackage {
  const members = listZipBuffer(bytes);
  const opened: ReportPackage = { documentType: null, reports: [], taxonomy: [], problems: [] };
  const read = memberReader(bytes, opened.problems);
  const top = topFolderOf(members.map(member => member.name));
  if (top === '')
    opened.problems.push({ kind: 'package_layout', locator: '', detail: 'no single folder holds it all' });
  const reports: PackageFile[] = [];
  const reportPaths = new Set(reportPathsOf(members.map(member => member.name)));
  for (const member of [...members].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = member.name.slice(top.length);
    if (path === 'META-INF/reportPackage.json') opened.documentType = documentTypeOf(read(member));
    else if (reportPaths.has(member.name)) addFile(reports, read(member));
    else if (isTaxonomyFile(path)) addFile(opened.taxonomy, read(member));
  }
  appendAll(opened.reports, groupReports(reports));
  const documents = new Set(opened.reports.flatMap(report => report.documents));
  const others = reports.filter(file => !documents.has(file) && isTaxonomyFile(file.path.slice(top.length)));
  appendAll(opened.taxonomy, others);
  return opened;
}

/** Whether an archive has the layout of a report or taxonomy package. Never throws. */
export function isReportPackage(bytes: Buffer): boolean {
  try {
    const paths = listZipBuffer(bytes).map(member => member.name);
    const top = topFolderOf(paths);
    return paths.some(path => PACKAGE_FILE.test(path) || isReportFile(path.slice(top.length)));
  } catch (error) {
    if (error instanceof ZipError) return false;
    throw error;
  }
}

type MemberReader = (member: ZipMember) => PackageFile | null;

function memberReader(archive: Buffer, problems: ReportPackage['problems']): MemberReader {
  let unpackedBytes = 0;
  return member => {
    unpackedBytes += member.byteSize;
    if (unpackedBytes > MAX_UNPACKED_BYTES) {
      throw new ZipError('zip_bomb', `more than ${MAX_UNPACKED_BYTES} bytes of reports and taxonomy`);
    }
    try {
      return { path: member.name, bytes: readZipBufferMember(archive, member, MAX_DOCUMENT_BYTES) };
    } catch (error) {
      if (!(error instanceof ZipError) || error.kind === 'zip_bomb') throw error;
      problems.push({ kind: error.kind, locator: member.name, detail: error.message });
      return null;
    }
  };
}

/** The paths of documents that may be reports: those in `reports/`, or all of a package without that folder. */
export function reportPathsOf(paths: readonly string[]): string[] {
  const top = topFolderOf(paths);
  const filed = paths.filter(path => isReportFile(path.slice(top.length)));
  return (filed.length > 0 ? filed : paths.filter(path => isDocument(path) && !META.test(path))).sort();
}

/** The paths of taxonomy files among the members of a package. */
export function taxonomyPathsOf(paths: readonly string[]): string[] {
  const top = topFolderOf(paths);
  return paths.filter(path => isTaxonomyFile(path.slice(top.length))).sort();
}

/** Groups report documents into reports by their folders. */
export function groupReports(files: readonly PackageFile[]): PackagedReport[] {
  return [...Map.groupBy(files, file => folderOf(file.path)).values()].flatMap(toReports);
}

/** The single top-level folder, with its `/`; '' if there is none. */
function topFolderOf(paths: readonly string[]): string {
  const first = paths[0] ?? '';
  const top = first.slice(0, first.indexOf('/') + 1);
  const isRoot = top === '' || top === 'META-INF/' || top === 'reports/';
  return !isRoot && paths.every(path => path.startsWith(top)) ? top : '';
}

function isReportFile(path: string): boolean {
  return path.startsWith('reports/') && isDocument(path);
}

const META = /(?:^|\/)META-INF\//;

function isDocument(path: string): boolean {
  return /\.(?:xhtml|html|htm|xbrl|xml|json)$/i.test(path) && !/ixbrlviewer/i.test(path);
}

function isTaxonomyFile(path: string): boolean {
  return /\.(?:xsd|xml)$/i.test(path) && !/^(?:META-INF|reports)\//.test(path);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function addFile(files: PackageFile[], file: PackageFile | null): void {
  if (file !== null) files.push(file);
}

function documentTypeOf(file: PackageFile | null): string | null {
  return /"documentType"\s*:\s*"([^"]{1,200})"/.exec(file?.bytes.toString('utf8', 0, SAMPLED_BYTES) ?? '')?.[1] ?? null;
}

/** The inline documents of one folder below `reports/` form one set; every other document is separate. */
function toReports(files: readonly PackageFile[]): PackagedReport[] {
  const kinds = files.map(file => ({ kind: kindOf(file), file }));
  const inline = kinds.filter(({ kind }) => kind === 'inline').map(({ file }) => file);
  const isSet = inline.length > 0 && !/(?:^|\/)reports\/[^/]+$/.test(inline[0]?.path ?? '');
  const sets = isSet ? [inline] : inline.map(file => [file]);
  const reports = sets.map((documents): PackagedReport => ({ kind: 'inline', documents }));
  for (const { kind, file } of kinds) {
    if (kind === 'json' || kind === 'instance') reports.push({ kind, documents: [file] });
  }
  return reports;
}

function kindOf({ path, bytes }: PackageFile): PackagedReport['kind'] | null {
  const form = xbrlFormOf(bytes);
  if (form === 'instance' || form === 'inline') return form;
  if (/\.json$/i.test(path)) return isXbrlJson(bytes) ? 'json' : null;
  // A page in the folder of reports may lack tags, which its reader reports.
  return /(?:^|\/)reports\/.*\.x?html?$/i.test(path) ? 'inline' : null;
}
