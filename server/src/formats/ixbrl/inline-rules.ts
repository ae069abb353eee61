import type { TagAttributes } from './attributes.ts';
import type { ReadingPlace } from './reading-place.ts';

/** The namespaces of Inline XBRL 1.1 and 1.0. */
export const INLINE: ReadonlySet<string> = new Set([
  'http://www.xbrl.org/2013/inlineXBRL',
  'http://www.xbrl.org/2008/inlineXBRL',
]);

const XML = 'http://www.w3.org/XML/1998/namespace';
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
/** Attributes of these namespaces belong to the target document only. */
const XBRL = new Set([
  'http://www.xbrl.org/2003/instance',
  'http://www.xbrl.org/2003/linkbase',
  'http://www.xbrl.org/2003/XLink',
  'http://www.w3.org/1999/xlink',
]);

interface AttributeRule {
  /** Names without a prefix. */
  names: ReadonlySet<string>;
  /** Which prefixed attributes are allowed, apart from those of XML Schema instances. */
  others: 'none' | 'xml' | 'any';
}

const MEMBER = 'id name order target tupleRef footnoteRefs';
const NUMBER = 'format scale sign';

/** What the schemas of Inline XBRL 1.0 and 1.1 allow together. */
const ATTRIBUTES: ReadonlyMap<string, AttributeRule> = new Map([
  ['nonFraction', rule(`contextRef unitRef decimals precision ${NUMBER} ${MEMBER}`, 'any')],
  ['nonNumeric', rule(`contextRef continuedAt escape format ${MEMBER}`, 'any')],
  ['fraction', rule(`contextRef unitRef ${MEMBER}`, 'any')],
  ['tuple', rule(`tupleID ${MEMBER}`, 'any')],
  ['references', rule('id target', 'any')],
  ['footnote', rule('id footnoteID continuedAt arcrole footnoteLinkRole footnoteRole title', 'xml')],
  ['relationship', rule('arcrole fromRefs linkRole order toRefs', 'xml')],
  ['continuation', rule('id continuedAt', 'none')],
  ['numerator', rule(NUMBER, 'none')],
  ['denominator', rule(NUMBER, 'none')],
  ['exclude', rule('', 'none')],
  ['header', rule('', 'none')],
  ['hidden', rule('', 'none')],
  ['resources', rule('', 'none')],
]);

function rule(names: string, others: AttributeRule['others']): AttributeRule {
  return { names: new Set(names.split(' ')), others };
}

/** Reports attributes that the specification does not allow on an inline element; they are not read. */
export function checkAttributes(place: ReadingPlace, element: string, attributes: TagAttributes, start: number): void {
  const allowed = ATTRIBUTES.get(element);
  if (allowed === undefined) return;
  for (let at = 0; at < attributes.size; at++) {
    const name = attributes.nameAt(at);
    if (allowed.names.has(name) || name.startsWith('xmlns')) continue;
    if (isForbidden(place, name, allowed.others)) {
      const locator = attributes.get('id')?.trim() || `@${start}`;
      place.anomaly('unknown_attribute', locator, `ix:${element} has attribute ${name.slice(0, 80)}`);
    }
  }
}

function isForbidden(place: ReadingPlace, name: string, others: AttributeRule['others']): boolean {
  const colon = name.indexOf(':');
  const namespace = colon < 0 ? undefined : place.scope.resolve(name.slice(0, colon));
  if (namespace === undefined || INLINE.has(namespace) || XBRL.has(namespace)) return true;
  if (namespace === SCHEMA_INSTANCE) return false;
  return others === 'none' || (others === 'xml' && namespace !== XML);
}

/** The inline elements that may be children of an element; those not listed may contain any but header parts. */
const CHILDREN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['header', new Set(['hidden', 'references', 'resources'])],
  ['hidden', new Set(['footnote', 'fraction', 'nonFraction', 'nonNumeric', 'tuple'])],
  ['references', new Set<string>()],
  ['resources', new Set(['relationship'])],
  // ix:exclude inside a number has an anomaly of its own.
  ['nonFraction', new Set(['nonFraction', 'exclude'])],
  ['fraction', new Set(['fraction', 'numerator', 'denominator'])],
  ['numerator', new Set<string>()],
  ['denominator', new Set<string>()],
]);

const PARENTS: ReadonlyMap<string, string> = new Map([
  ['hidden', 'header'],
  ['references', 'header'],
  ['resources', 'header'],
  ['relationship', 'resources'],
]);

/** Reports an inline element that is inside one that must not contain it, or outside of the one it belongs to. */
export function checkParent(place: ReadingPlace, element: string, start: number): void {
  const { element: parent } = place;
  const belongsTo = PARENTS.get(element);
  if (belongsTo !== undefined && parent !== belongsTo) {
    const kind = element === 'references' ? 'misplaced_references' : 'misplaced_element';
    place.problem(kind, start, `ix:${element} is not inside ix:${belongsTo}`);
    return;
  }
  if (parent !== null && CHILDREN.get(parent)?.has(element) === false)
    place.problem('misplaced_element', start, `ix:${element} is inside ix:${parent}`);
  else if (element === 'continuation' && place.hiddenDepth > 0)
    place.problem('misplaced_element', start, 'ix:continuation is inside ix:hidden');
}

/** Elements without markup or elements of other namespaces, except those of linkbases and instances. */
export const HOLDS_NO_MARKUP: ReadonlySet<string> = new Set(['header', 'hidden', 'references', 'resources']);

const HEADER_PARTS = ['hidden', 'references', 'resources'];

/** Reports a part of the header that follows a part which must come after it, or repeats one that must not repeat. */
export function checkHeaderOrder(place: ReadingPlace, element: string, start: number): void {
  if (place.element !== 'header') return;
  const rank = HEADER_PARTS.indexOf(element);
  const isRepeated = rank === place.headerPart && element !== 'references';
  if (rank < place.headerPart || isRepeated) {
    const kind = element === 'references' ? 'misplaced_references' : 'misplaced_element';
    place.problem(kind, start, `ix:${element} follows ix:${HEADER_PARTS[place.headerPart]}`);
  }
  place.headerPart = Math.max(rank, place.headerPart);
}
