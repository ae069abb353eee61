import { parseContext } from '../xbrl/contexts.ts';
import { XLINK } from '../xbrl/qualified-attribute.ts';
import { parseUnit } from '../xbrl/units.ts';
import type { XmlElement } from '../xbrl/xml-element.ts';
import type { TagAttributes } from './attributes.ts';
import type { ReadingPlace } from './reading-place.ts';

/** Adds a completely read context or unit; `isCut` if it is larger than any real one. */
export function addResource(place: ReadingPlace, element: XmlElement, offset: number, isCut: boolean): void {
  const id = element.attributes.get('id');
  const locator = id ?? `@${offset}`;
  if (isCut) place.anomaly('too_large', locator, `${element.name} holds more than any real one`);
  if (element.localName === 'unit') {
    const unit = parseUnit(element);
    if (typeof unit !== 'string' && unit.remark !== null) place.anomaly('questionable_unit', locator, unit.remark);
    define(place, { kind: 'unit', known: place.set.units, id, locator }, unit);
  } else {
    define(place, { kind: 'context', known: place.set.contexts, id, locator }, parseContext(element));
  }
}

interface Definition<T> {
  kind: string;
  known: Map<string, T | null>;
  id: string | undefined;
  locator: string;
}

function define<T extends object>(
  place: ReadingPlace,
  { kind, known, id, locator }: Definition<T>,
  parsed: T | string,
): void {
  if (typeof parsed === 'string') place.anomaly(`invalid_${kind}`, locator, parsed);
  if (id === undefined) return;
  if (known.has(id)) {
    place.anomaly(`duplicate_${kind}`, locator, `${kind} ${id} is defined more than once; the first one holds`);
    return;
  }
  const key = place.set.intern(id);
  place.claimId(key, kind, locator);
  known.set(key, typeof parsed === 'string' ? null : parsed);
}

/** Elements of linkbases that a header may contain, by the inline element that they belong to. */
const LINK_ELEMENTS = new Map([
  ['schemaRef', 'references'],
  ['linkbaseRef', 'references'],
  ['roleRef', 'resources'],
  ['arcroleRef', 'resources'],
]);

/** A schema, linkbase or role that the document references. */
export function addReference(place: ReadingPlace, localName: string, attributes: TagAttributes, start: number): void {
  const { set, element } = place;
  const belongsTo = LINK_ELEMENTS.get(localName);
  if (belongsTo === undefined || element !== belongsTo) {
    const where = element === null ? 'outside of the header' : `inside ix:${element}`;
    place.problem('misplaced_element', start, `link:${localName.slice(0, 80)} is ${where}`);
  } else if (belongsTo === 'references') place.referenceCount++;
  const address = hrefOf(place, attributes);
  if (address === undefined || address === '') {
    if (belongsTo !== undefined) place.problem('reference_without_href', start, `link:${localName} has no xlink:href`);
    return;
  }
  if (localName === 'schemaRef') set.schemaRefs.add(set.intern(address));
  if (localName === 'linkbaseRef') set.linkbaseRefs.add(set.intern(address));
}

function hrefOf(place: ReadingPlace, attributes: TagAttributes): string | undefined {
  for (let at = 0; at < attributes.size; at++) {
    const name = attributes.nameAt(at);
    if (name.endsWith(':href') && place.scope.resolve(name.slice(0, -5)) === XLINK)
      return attributes.valueAt(at).trim();
  }
  return undefined;
}
