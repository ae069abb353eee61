import { baseName } from '../../kernel/base-name.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { unpackedName } from '../kit/manifest.ts';
import { isMotleyFool } from './read-motley-fool.ts';
import { plainNameOf } from './read-plain.ts';
import { isStreetEvents } from './read-street-events.ts';

/** Nobody publishes a file of the operator's own: it goes by its form and its name, which may say whose call it is. */
export const TEXT_FORMS = ['streetevents', 'motley-fool', 'plain'] as const;
export type TextForm = (typeof TEXT_FORMS)[number];

/** The form of a text; null where it is none that is read. */
export function formOf(fileName: string, text: string): TextForm | null {
  if (isStreetEvents(text)) return 'streetevents';
  if (isMotleyFool(text)) return 'motley-fool';
  return plainNameOf(fileName) !== null && !isMemo(text) ? 'plain' : null;
}

/** Notes that a program made of a call say of themselves that they are none of its words. */
function isMemo(text: string): boolean {
  return /^#{1,3} Memo\s*$/m.test(text) || text.trimStart().startsWith('{');
}

/** The address of a file; throws AsfiledError `bad_request` for one of no known form. */
export function identifyImport(path: string, bytes: Buffer): string {
  const name = unpackedName(path);
  const form = formOf(name, bytes.toString('utf8'));
  if (form !== null) return `${form}/${encodeURIComponent(name)}`;
  throw new AsfiledError(
    'bad_request',
    `${name} is no transcript that is read: texts of StreetEvents and of the Motley Fool are, and bare words in a file that is called <company>_<YYYYMMDD>.txt. Answers of services go in by their own connectors: import alphavantage, import earningscall.`,
  );
}

/** The form and the name of the file at an address; null for another address. */
export function fileAt(url: string): { form: TextForm; name: string } | null {
  const form = TEXT_FORMS.find(one => url.startsWith(`${one}/`));
  return form === undefined ? null : { form, name: decodeURIComponent(baseName(url)) };
}

/** The ticker in the names that people give texts of StreetEvents: `2018-Apr-26-MSFT.txt`; null in others. */
export function tickerInName(name: string): string | null {
  return /^\d{4}-[A-Z][a-z]{2}-\d{2}-([A-Z][A-Z.-]{0,7})\.txt$/.exec(name)?.[1] ?? null;
}
