import type { FilingContents, FilingFile } from '../../../domain/filings/filings/model/filing-contents.ts';
import { xbrlFormOf } from '../../../formats/xbrl/xbrl-form.ts';
import { baseName } from '../../../kernel/base-name.ts';
import { addTo } from '../../../kernel/tally.ts';
import { reasonLeftOut } from './left-out.ts';

/** What became of the files of a filing. */
export interface FilingFiles {
  read: number;
  explained: Record<string, number>;
  /** Ids of files, or paths of members, that nothing reads and no rule explains. */
  unread: string[];
}

/** Parts of an opened filing that every connector states; all others are reports that a subject read from a form. */
const COMMON = new Set(['nativeId', 'filing', 'filers', 'files', 'text', 'report', 'exhibits', 'earningsRelease']);

/**
 * Sorts the files of an opened filing: read if facts, statements, sections, an exhibit or a report of a form come from them,
 * or labels and order from a taxonomy. A primary document without sections is explained by the reason that the filing states.
 */
export function sortFiles(contents: FilingContents): FilingFiles {
  const sources = documentsRead(contents);
  const hasFacts = (contents.report?.facts.length ?? 0) > 0;
  const sorted: FilingFiles = { read: 0, explained: {}, unread: [] };
  const settle = (file: Omit<FilingFile, 'members'>, isMember: boolean): void => {
    const form = xbrlFormOf(file.bytes) ?? '';
    const isTaxonomy = hasFacts && (form === 'schema' || form === 'linkbase');
    if (sources.has(file.fileName) || isTaxonomy) {
      if (!isMember) sorted.read++;
      return;
    }
    const isLost = form === 'instance' && !hasFacts;
    const rule = isLost ? null : reasonLeftOut({ path: file.fileId, type: file.nativeType, form });
    const reason = rule ?? statedReason(contents, file);
    if (reason === null) sorted.unread.push(file.fileId);
    else addTo(sorted.explained, reason);
  };
  for (const { members, ...file } of contents.files) {
    if (members === undefined) settle(file, false);
    else if (sources.size === 0) sorted.unread.push(file.fileId);
    else {
      sorted.read++;
      const own = new Set(contents.files.map(filingFile => filingFile.fileName));
      for (const { path } of members) if (!own.has(baseName(path))) settleMember(path, sorted);
    }
  }
  return sorted;
}

/** Members of a package that are not files of the filing: the reader of the package takes reports and taxonomy. */
function settleMember(path: string, sorted: FilingFiles): void {
  const reason = reasonLeftOut({ path, type: '', form: /\.(?:xsd|xml)$/i.test(path) ? 'schema' : '' });
  if (reason === null) sorted.unread.push(path);
  else addTo(sorted.explained, reason);
}

/** The names of documents from which something was read. */
function documentsRead(contents: FilingContents): Set<string> {
  const { text, report, exhibits = [], files } = contents;
  const names = new Set<string>();
  for (const { document } of report?.facts ?? []) names.add(document);
  for (const { document, resolvedFrom } of text.sections) {
    names.add(document);
    if (resolvedFrom !== null) names.add(resolvedFrom);
  }
  for (const { fileName } of exhibits) names.add(fileName);
  const isFormRead = Object.entries(contents).some(([part, value]) => !COMMON.has(part) && value != null);
  for (const { fileName, contentType, role } of files) {
    if (isFormRead && (role === 'primary' || contentType === 'application/xml')) names.add(fileName);
  }
  return names;
}

/** A filing states why its text has no sections. Further pages may lack tags and headings, the primary document may not. */
function statedReason({ text }: FilingContents, { contentType, role }: Omit<FilingFile, 'members'>): string | null {
  if (!/^text\/|html/.test(contentType)) return null;
  if (text.reason !== null) return 'no_sections';
  return role === 'primary' ? null : 'page_without_tags_or_headings';
}
