import { parseJsonObject } from '../../../formats/json-object.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { documentTypeOf } from '../document-types.ts';
import { isEdinetCode } from '../issuer-keys.ts';

/** What the row of a manifest states of an imported document. */
export interface StatedFiling {
  /** docTypeCode: `120`. */
  form: string;
  /** EDINET code of the filer. */
  filer: string;
  filed: IsoDate;
  /** Empty if the row states none. */
  period: string;
}

const NAME = '-manifest.json';

/** The URL under which the statements are kept, beside the files of the filing. */
export function statedUrl(docId: string): string {
  return `package/${docId}/XBRL/${NAME}`;
}

/** True for the path of such statements. */
export function isStatedPath(path: string): boolean {
  return path === `XBRL/${NAME}`;
}

/** Whether a row states all that makes a filing: a known type, a code and a day. */
export function isStatedFiling({ form, filer, filed }: Readonly<Record<keyof StatedFiling, string>>): boolean {
  return documentTypeOf(form, null) !== null && isEdinetCode(filer) && dateOrNull(filed) !== null;
}

/** The statements in bytes; null if they do not make a filing. */
export function readStatedFiling(bytes: Buffer): StatedFiling | null {
  const root = parseJsonObject(bytes.toString('utf8')) ?? {};
  const text = (name: keyof StatedFiling): string => (typeof root[name] === 'string' ? root[name] : '');
  const stated = { form: text('form'), filer: text('filer'), filed: text('filed'), period: text('period') };
  return isStatedFiling(stated) ? stated : null;
}
