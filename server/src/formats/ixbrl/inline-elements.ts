import type { TagAttributes } from './attributes.ts';
import { detached } from './capture.ts';
import { decimalOrder } from './fact-value.ts';
import {
  type Close,
  clean,
  conceptName,
  openFraction,
  openNumber,
  openTerm,
  openText,
  references,
  relateFootnotes,
  statesNil,
} from './inline-facts.ts';
import { checkAttributes, checkHeaderOrder, checkParent } from './inline-rules.ts';
import type { PendingTuple } from './inline-set.ts';
import { Content, type ReadingPlace } from './reading-place.ts';

/** Handles the start tag of an inline element; the returned function handles its end. */
export function openInline(
  place: ReadingPlace,
  name: string,
  attributes: TagAttributes,
  start: number,
  isEmpty: boolean,
): Close | null {
  place.hasInline = true;
  checkAttributes(place, name, attributes, start);
  checkParent(place, name, start);
  switch (name) {
    case 'nonFraction':
      return openNumber(place, attributes, start);
    case 'nonNumeric':
      return openText(place, attributes, start);
    case 'fraction':
      return openFraction(place, attributes, start);
    case 'numerator':
    case 'denominator':
      return openTerm(place, name, attributes, start);
    case 'continuation':
      return openContinuation(place, attributes, start);
    case 'footnote':
      return openFootnote(place, attributes, start);
    case 'exclude':
      return openExclude(place, start);
    case 'tuple':
      return openTuple(place, attributes, start);
    case 'header':
      return openHeader(place, start, isEmpty);
    case 'hidden':
      return openHidden(place, start);
    case 'references':
      return openReferences(place, attributes, start);
    case 'resources':
      checkHeaderOrder(place, name, start);
      place.set.hasResources = true;
      return null;
    case 'relationship':
      addRelationship(place, attributes, start);
      return null;
    default:
      place.problem('unknown_inline_element', start, `ix:${name.slice(0, 80)} is not an element of inline XBRL`);
      return null;
  }
}

function openHeader(place: ReadingPlace, start: number, isEmpty: boolean): Close | null {
  place.set.hasHeader = true;
  if (place.isInHead) place.problem('misplaced_header', start, 'ix:header is in the head');
  if (isEmpty) return null;
  place.headerPart = -1;
  const close = openApart(place);
  place.content.isHeader = true;
  return close;
}

function openHidden(place: ReadingPlace, start: number): Close {
  checkHeaderOrder(place, 'hidden', start);
  place.hiddenDepth++;
  place.hiddenFacts = 0;
  return () => {
    place.hiddenDepth--;
    if (place.hiddenFacts === 0) place.problem('empty_hidden', start, 'ix:hidden contains no fact');
  };
}

/** A document set has one ix:references for each target and document; more are treated as an attack. */
const MAX_COMPARED_REFERENCES = 1_000;

function openReferences(place: ReadingPlace, attributes: TagAttributes, start: number): Close {
  checkHeaderOrder(place, 'references', start);
  const id = attributes.get('id')?.trim();
  const locator = id ?? `@${start}`;
  if (id !== undefined) place.claimId(detached(id), 'ix:references', locator);
  compareReferences(place, attributes, locator);
  place.referenceCount = 0;
  return () => {
    if (place.referenceCount === 0)
      place.anomaly('empty_references', locator, 'ix:references names no schema and no linkbase');
  };
}

/** All ix:references of a target become one element, so they must not contradict one another. */
function compareReferences(place: ReadingPlace, attributes: TagAttributes, locator: string): void {
  const { set, scope } = place;
  const target = attributes.get('target')?.trim() ?? null;
  const known = set.references.get(target);
  const own = known ?? { attributes: new Set<string>(), hasId: false, prefixes: new Map<string, string>() };
  if (known === undefined) set.references.set(target === null ? null : set.intern(target), own);
  if (set.comparedReferences++ >= MAX_COMPARED_REFERENCES) return;
  const differ = (detail: string): void => place.anomaly('references_differ', locator, detail);
  if (own.hasId && attributes.get('id') !== undefined) differ('another ix:references of this target has an id too');
  own.hasId ||= attributes.get('id') !== undefined;
  for (let at = 0; at < attributes.size; at++) {
    const { prefix, localName, namespace } = scope.qualify(attributes.nameAt(at));
    if (prefix === '' || prefix === 'xmlns' || prefix === 'xml' || namespace === undefined) continue;
    const name = `{${namespace}}${localName}`;
    if (own.attributes.has(name)) differ(`another ix:references of this target has attribute ${localName} too`);
    own.attributes.add(name);
  }
  for (const [prefix, namespace] of scope.bindings()) {
    const other = own.prefixes.get(prefix);
    if (other === undefined) own.prefixes.set(prefix, namespace);
    else if (other !== namespace)
      differ(`prefix "${prefix}" is ${namespace} here and ${other} in another ix:references`);
  }
}

/** Its content belongs to none of the enclosing elements. */
function openApart(place: ReadingPlace): Close {
  place.content = new Content(place.content);
  return () => {
    place.content = place.content.outer ?? place.content;
  };
}

function openExclude(place: ReadingPlace, start: number): Close {
  if (!place.content.isKept)
    place.problem('misplaced_exclude', start, 'ix:exclude is outside text that it could be excluded from');
  const number = place.content.numbers.at(-1);
  if (number !== undefined) place.anomaly('misplaced_exclude', number.locator, 'ix:exclude is inside a number');
  return openApart(place);
}

function openContinuation(place: ReadingPlace, attributes: TagAttributes, start: number): Close {
  const id = attributes.get('id')?.trim();
  const locator = id ?? `@${start}`;
  if (id === undefined) place.anomaly('continuation_without_id', locator, 'a continuation has no id');
  const continuedAt = attributes.get('continuedAt')?.trim() ?? null;
  const made = { document: place.document, locator, start, end: start, text: '', markup: '', continuedAt };
  if (id !== undefined) {
    const key = detached(id);
    place.claimId(key, 'ix:continuation', locator);
    if (!place.set.continuations.has(key)) place.set.continuations.set(key, made);
  }
  const form = place.set.awaited.get(id ?? '');
  if (form !== undefined && continuedAt !== null) place.set.awaited.set(detached(continuedAt), form);
  const { text, markup } = place.content;
  const textAt = form === 'markup' ? null : text.open();
  const markupAt = form === 'text' ? null : markup.open();
  return end => {
    made.end = end;
    if (textAt !== null) {
      text.close(textAt, content => {
        made.text = content;
      });
    }
    if (markupAt !== null) {
      markup.close(markupAt, content => {
        made.markup = content;
      });
    }
  };
}

function openFootnote(place: ReadingPlace, attributes: TagAttributes, start: number): Close {
  const id = attributes.get('id') ?? attributes.get('footnoteID') ?? null;
  const locator = id ?? `@${start}`;
  place.hiddenFacts++;
  if (id === null) place.anomaly('footnote_without_id', locator, 'a footnote has no id');
  else place.claimId(detached(id), 'ix:footnote', locator);
  if (place.language === null) place.anomaly('footnote_without_language', locator, 'no language holds for a footnote');
  const footnote = { id: id === null ? null : detached(id), language: place.language, text: '', factIds: [] };
  const continuedAt = attributes.get('continuedAt')?.trim() ?? null;
  if (continuedAt !== null) place.set.awaited.set(continuedAt, 'markup');
  const pending = { footnote, document: place.document, start, end: start, continuedAt };
  place.set.footnotes.push(pending);
  const { markup } = place.content;
  const position = markup.open();
  return end => {
    pending.end = end;
    markup.close(position, content => {
      footnote.text = clean(place, content, locator);
    });
  };
}

function addRelationship(place: ReadingPlace, attributes: TagAttributes, start: number): void {
  const from = references(attributes.get('fromRefs'));
  const to = references(attributes.get('toRefs'));
  if (from.length === 0 || to.length === 0) {
    place.problem('invalid_relationship', start, 'a relationship needs fromRefs and toRefs');
  }
  const order = attributes.get('order');
  if (order !== undefined && decimalOrder(order) === null)
    place.problem('invalid_order', start, `order "${order.slice(0, 40)}" is not a decimal number`);
  place.set.relationships.push({ document: place.document, locator: `@${start}`, from, to });
}

function openTuple(place: ReadingPlace, attributes: TagAttributes, start: number): Close {
  const writtenId = attributes.get('id');
  const elementId = writtenId === undefined ? null : detached(writtenId);
  const locator = elementId ?? attributes.get('tupleID') ?? `@${start}`;
  place.hiddenFacts++;
  place.set.hasTuples = true;
  const outer = place.tuple;
  const parent = place.element === 'tuple' ? outer : null;
  if (parent !== null) parent.hasMembers = true;
  const name = conceptName(place, attributes, locator, 'tuple');
  if (name === null) {
    // Its members belong to no tuple, rather than to the one around it.
    place.tuple = null;
    return () => {
      place.tuple = outer;
    };
  }
  if (elementId !== null) place.claimId(elementId, 'ix:tuple', locator);
  relateFootnotes(place, attributes, locator);
  const target = place.targetOf(attributes, locator);
  const tuple = {
    ...name,
    document: place.document,
    elementId,
    start,
    end: start,
    facts: [],
    tuples: [],
  };
  const own: PendingTuple = {
    tuple,
    locator,
    target,
    isNil: statesNil(place, attributes, locator),
    hasMembers: false,
    tupleId: attributes.get('tupleID')?.trim() ?? null,
    parent,
    tupleRef: attributes.get('tupleRef')?.trim() ?? null,
    order: attributes.get('order')?.trim() ?? null,
  };
  place.set.tuples.push(own);
  place.tuple = own;
  return end => {
    tuple.end = end;
    place.tuple = outer;
  };
}
