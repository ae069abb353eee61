import { parseContext } from '../xbrl/contexts.ts';
import { parseUnit } from '../xbrl/units.ts';
import type { XmlElement } from '../xbrl/xml-element.ts';
import type { TagAttributes } from './attributes.ts';
import type { InlineSet } from './inline-set.ts';
import type { ReadingPlace } from './reading-place.ts';

/** Adds a completely read context or unit; `isCut` if it is larger than any real one. */
export function addResource(place: ReadingPlace, element: XmlElement, offset: number, isCut: boolean): void {
  const id = element.attributes.get('id');
  const locator = id ?? `@${offset}`;
  if (isCut) place.anomaly('too_large', locator, `${element.name} holds more than any real one`);
  if (element.localName === 'unit') {
    define(place, { what: 'unit', known: place.set.units, id, locator }, parseUnit(element));
  } else {
    define(place, { what: 'context', known: place.set.contexts, id, locator }, parseContext(element));
  }
}

interface Definition<T> {
  what: string;
  known: Map<string, T | null>;
  id: string | undefined;
  locator: string;
}

function define<T extends object>(
  place: ReadingPlace,
  { what, known, id, locator }: Definition<T>,
  parsed: T | string,
): void {
  if (typeof parsed === 'string') place.anomaly(`invalid_${what}`, locator, parsed);
  if (id === undefined) return;
  if (known.has(id)) {
    place.anomaly(`duplicate_${what}`, locator, `${what} ${id} is defined more than once; the first one holds`);
    return;
  }
  known.set(place.set.intern(id), typeof parsed === 'string' ? null : parsed);
}

/** A schema or linkbase that the document references. */
export function addReference(set: InlineSet, localName: string, attributes: TagAttributes): void {
  const address = attributes.get('xlink:href')?.trim();
  if (address === undefined) return;
  if (localName === 'schemaRef') set.schemaRefs.add(set.intern(address));
  if (localName === 'linkbaseRef') set.linkbaseRefs.add(set.intern(address));
}
