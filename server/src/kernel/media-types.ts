/** Media types (IANA) by file extension, for the formats that registries publish. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  htm: 'text/html',
  html: 'text/html',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  xsd: 'application/xml',
  xbrl: 'application/xml',
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  css: 'text/css',
  js: 'text/javascript',
  pdf: 'application/pdf',
  zip: 'application/zip',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  png: 'image/png',
  svg: 'image/svg+xml',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const EXTENSIONS = new Map(Object.entries(BY_EXTENSION).map(([extension, type]) => [type, extension]));
EXTENSIONS.set('text/html', 'htm');
EXTENSIONS.set('application/xml', 'xml');
EXTENSIONS.set('image/jpeg', 'jpg');

const EXTENSION = /\.([A-Za-z0-9]{1,8})$/;

/** The media type of a file name's extension; `application/octet-stream` if unknown. */
export function mediaTypeOf(fileName: string): string {
  const extension = EXTENSION.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? UNKNOWN) : UNKNOWN;
}

const UNKNOWN = 'application/octet-stream';

/** The extension of a file name, otherwise the usual one of its media type; `bin` if both are unknown. */
export function extensionOf(fileName: string, contentType: string): string {
  return EXTENSION.exec(fileName)?.[1]?.toLowerCase() ?? EXTENSIONS.get(contentType) ?? 'bin';
}
