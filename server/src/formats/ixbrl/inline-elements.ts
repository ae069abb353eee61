import type { TagAttributes } from './attributes.ts';
import { detached } from './capture.ts';
import { Content } from './content.ts';
import { type Close, clean, openFraction, openNumber, openTerm, openText, references } from './inline-facts.ts';
import type { PendingTuple } from './inline-set.ts';
import type { ReadingPlace } from './reading-place.ts';

/** Handles the start tag of an inline element; the returned function handles its end. */
export function openInline(
  place: ReadingPlace,
  name: string,
  attributes: TagAttributes,
  start: number,
  isEmpty: boolean,
): Close | null {
  place.hasInline = true;
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
      return openReferences(place, start);
    case 'resources':
      place.set.hasResources = true;
      return null;
    case 'relationship':
      addRelationship(place, attributes, start);
      return null;
    default:
      place.problem('unknown_inline_element', start, `ix:${name.slice(0, 80)} is no element of inline XBRL`);
      return null;
  }
}

function openHeader(place: ReadingPlace, start: number, isEmpty: boolean): Close | null {
  place.set.hasHeader = true;
  if (place.isInHead) place.problem('misplaced_header', start, 'ix:header stands in the head');
  if (isEmpty) return null;
  return openApart(place);
}

function openHidden(place: ReadingPlace, start: number): Close {
  place.hiddenDepth++;
  place.hiddenFacts = 0;
  return () => {
    place.hiddenDepth--;
    if (place.hiddenFacts === 0) place.problem('empty_hidden', start, 'ix:hidden holds no fact');
  };
}

function openReferences(place: ReadingPlace, start: number): null {
  if (place.set.hasResources && !place.set.hasReferences) {
    place.problem('misplaced_references', start, 'ix:references stands behind ix:resources');
  }
  place.set.hasReferences = true;
  return null;
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
    place.problem('misplaced_exclude', start, 'ix:exclude stands in no text that it could be excluded from');
  const number = place.content.numbers.at(-1);
  if (number !== undefined) place.anomaly('misplaced_exclude', number.locator, 'ix:exclude stands inside a number');
  return openApart(place);
}

function openContinuation(place: ReadingPlace, attributes: TagAttributes, start: number): Close {
  const id = attributes.get('id')?.trim();
  const locator = id ?? `@${start}`;
  if (id === undefined) place.anomaly('continuation_without_id', locator, 'a continuation has no id');
  const continuedAt = attributes.get('continuedAt')?.trim() ?? null;
  const made = { document: place.document, locator, text: '', markup: '', continuedAt };
  if (id !== undefined && place.set.continuations.has(id)) {
    place.anomaly('duplicate_id', locator, `two continuations have the id ${id}; the first one holds`);
  } else if (id !== undefined) {
    place.set.continuations.set(detached(id), made);
  }
  const form = place.set.awaited.get(id ?? '');
  if (form !== undefined && continuedAt !== null) place.set.awaited.set(detached(continuedAt), form);
  const { text, markup } = place.content;
  const textAt = form === 'markup' ? null : text.open();
  const markupAt = form === 'text' ? null : markup.open();
  return () => {
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
  if (id === null) place.anomaly('footnote_without_id', locator, 'a footnote has no id');
  if (place.language === null) place.anomaly('footnote_without_language', locator, 'no language holds for a footnote');
  const footnote = { id: id === null ? null : detached(id), language: place.language, text: '', factIds: [] };
  const continuedAt = attributes.get('continuedAt')?.trim() ?? null;
  if (continuedAt !== null) place.set.awaited.set(continuedAt, 'markup');
  place.set.footnotes.push({ footnote, document: place.document, continuedAt });
  const { markup } = place.content;
  const position = markup.open();
  return () =>
    markup.close(position, content => {
      footnote.text = clean(place, content, locator);
    });
}

function addRelationship(place: ReadingPlace, attributes: TagAttributes, start: number): void {
  const from = references(attributes.get('fromRefs'));
  const to = references(attributes.get('toRefs'));
  if (from.length === 0 || to.length === 0) {
    place.problem('invalid_relationship', start, 'a relationship needs fromRefs and toRefs');
  }
  place.set.relationships.push({ document: place.document, locator: `@${start}`, from, to });
}

function openTuple(place: ReadingPlace, attributes: TagAttributes, start: number): Close | null {
  const elementId = attributes.get('id') ?? null;
  const locator = elementId ?? attributes.get('tupleID') ?? `@${start}`;
  const name = attributes.get('name')?.trim() ?? '';
  const { prefix, localName, namespace } = place.scope.qualify(name);
  if (namespace === undefined || localName === '') {
    place.anomaly('undeclared_prefix', locator, `the prefix of tuple ${name} is not declared; it is left out`);
    return null;
  }
  const outer = place.tuple;
  const tuple = {
    prefix,
    namespace,
    localName,
    document: place.document,
    elementId,
    start,
    end: start,
    facts: [],
    tuples: [],
  };
  const own: PendingTuple = {
    tuple,
    tupleId: attributes.get('tupleID') ?? null,
    parent: outer,
    tupleRef: attributes.get('tupleRef') ?? null,
    order: attributes.get('order') ?? null,
  };
  place.set.tuples.push(own);
  place.tuple = own;
  return end => {
    tuple.end = end;
    place.tuple = outer;
  };
}
