import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { formOfResponse } from '../kit/http/response-form.ts';
import { readMembers } from '../kit/packages/read-members.ts';

/** A document of a set of accounts. */
export interface AccountsFile {
  name: string;
  bytes: Buffer;
  /** The decoded text; empty if the document is too large to be read. */
  source: string;
  /** True for plain XBRL, which has figures without text. */
  isPlain: boolean;
}

/** Larger accounts are kept and not read. */
const MOST_READ_BYTES = 128 << 20;
const LOOKED_AT_CHARS = 4_096;

/**
 * The documents of a set of accounts: one file, or those of a zip, inline XBRL first. Members of a zip that are neither
 * documents nor belong to them are an anomaly `unread_member`.
 */
export function readAccountsFiles(name: string, bytes: Buffer, log: AnomalyLog): AccountsFile[] {
  if (formOfResponse(bytes) !== 'zip') return [toFile(name, bytes, log)];
  const unread: string[] = [];
  const isDocument = (member: string): boolean => {
    const document = /\.(?:x?html?|xml|xbrl)$/i.test(member) && !member.startsWith('__MACOSX/');
    if (!document && !BELONGS_TO_DOCUMENTS.test(member)) unread.push(member);
    return document;
  };
  const files = [...readMembers(bytes, isDocument, log)].map(member => toFile(member.name, member.bytes, log));
  for (const member of unread) log.add('unread_member', `${name}/${member}`, 'not a document of accounts');
  const inline = files.filter(file => /\.x?html?$/i.test(file.name));
  // The other XML files are linkbases: accounts are read without the filer's own taxonomy.
  const found = inline.length > 0 ? inline : files.filter(({ isPlain }) => isPlain);
  if (found.length === 0)
    log.add('no_accounts', name, `no document of accounts among ${files.length} files of the zip`);
  return found;
}

/** Pictures, styles, the filer's taxonomy, folders, and shadows of members that a Mac made. */
const BELONGS_TO_DOCUMENTS = /\.(?:xsd|css|png|jpe?g|gif|svg|json)$|\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/i;

function toFile(name: string, bytes: Buffer, log: AnomalyLog): AccountsFile {
  const isTooLarge = bytes.length > MOST_READ_BYTES;
  if (isTooLarge) log.add('too_large_to_read', name, `${bytes.length} bytes`);
  const source = isTooLarge ? '' : decodeDocument(bytes);
  return { name, bytes, source, isPlain: /<(?:\w+:)?xbrl[\s>]/.test(source.slice(0, LOOKED_AT_CHARS)) };
}
