/** Binary types by their first bytes, which are more reliable than names. */
const MAGIC: readonly [bytes: Buffer, contentType: string][] = [
  [Buffer.from('%PDF-'), 'application/pdf'],
  [Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg'],
  [Buffer.from('GIF8'), 'image/gif'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'image/png'],
  [Buffer.from('II*\u0000', 'latin1'), 'image/tiff'],
  [Buffer.from('MM\u0000*', 'latin1'), 'image/tiff'],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'application/vnd.ms-office'],
  [Buffer.from([0x1f, 0x8b, 0x08]), 'application/gzip'],
];

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

const BY_EXTENSION: Readonly<Record<string, string>> = {
  htm: 'text/html',
  html: 'text/html',
  txt: 'text/plain',
  nc: 'text/plain',
  xml: 'application/xml',
  xsd: 'application/xml',
  xsl: 'application/xml',
  xhtml: 'application/xhtml+xml',
  json: 'application/json',
  js: 'text/javascript',
  css: 'text/css',
  csv: 'text/csv',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  png: 'image/png',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
  zip: 'application/zip',
  xls: 'application/vnd.ms-excel',
  doc: 'application/msword',
  ppt: 'application/vnd.ms-powerpoint',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

const LOOKED_AT_BYTES = 1024;

/**
 * The media type of a file of a filing, without parameters: by its first bytes if they are conclusive, else by its name,
 * else by its text. Files are named `.txt` whether their text is plain or HTML. Binary content is `application/octet-stream`.
 */
export function contentTypeOf(fileName: string, bytes: Buffer): string {
  const named = BY_EXTENSION[/\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''];
  const magic = MAGIC.find(([start]) => bytes.subarray(0, start.length).equals(start))?.[1];
  // Current Office formats are zip files, and old ones share their first bytes: the name is more specific.
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return isArchiveType(named) ? named : 'application/zip';
  if (magic === 'application/vnd.ms-office') return isOldOfficeType(named) ? named : magic;
  if (magic !== undefined) return magic;
  const looked = lookedAt(bytes.subarray(0, LOOKED_AT_BYTES));
  return named === 'text/plain' && looked === 'text/html' ? looked : (named ?? looked);
}

function isArchiveType(contentType: string | undefined): contentType is string {
  return contentType !== undefined && (/openxmlformats/.test(contentType) || contentType === 'application/zip');
}

function isOldOfficeType(contentType: string | undefined): contentType is string {
  return contentType !== undefined && /ms-|msword/.test(contentType);
}

function lookedAt(start: Buffer): string {
  if (start.includes(0)) return 'application/octet-stream';
  const text = start.toString('latin1');
  if (/<html[\s>]|<!doctype html/i.test(text)) return 'text/html';
  if (/^\s*<\?xml/.test(text)) return 'application/xml';
  return 'text/plain';
}
