import type { XbrlFact } from '../xbrl/report.ts';
import type { TagAttributes } from './attributes.ts';
import { detached } from './capture.ts';
import { escapeText } from './character-references.ts';
import { Content, type OpenNumber } from './content.ts';
import { isProblem, numberOf, readAccuracy, readFormat, readScaleAndSign, textOf } from './fact-value.ts';
import type { PendingFact } from './inline-set.ts';
import type { OpenFraction, ReadingPlace } from './reading-place.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Handles the end of an inline element; `isWhole` is false if its end tag is missing. */
export type Close = (end: number, isWhole: boolean) => void;

const NO_ENTITY = { scheme: '', identifier: '' };

interface NumberRules {
  transform: ((text: string) => string | null) | null;
  scale: number;
  isNegative: boolean;
  decimalsFor: (value: string) => number | 'INF' | null;
}

/** The fact with the properties of its tag; null, and reported, if it has no usable name or context. */
function newFact(
  place: ReadingPlace,
  attributes: TagAttributes,
  start: number,
  isNumeric: boolean,
): { pending: PendingFact; locator: string } | null {
  const elementId = attributes.get('id') ?? null;
  const locator = elementId ?? `@${start}`;
  const name = attributes.get('name')?.trim() ?? '';
  const { prefix, localName, namespace } = place.scope.qualify(name);
  place.hiddenFacts++;
  if (localName === '') {
    place.anomaly('fact_without_name', locator, 'a fact has no name');
    return null;
  }
  if (namespace === undefined) {
    place.anomaly('undeclared_prefix', locator, `the prefix of ${name} is not declared; the fact is left out`);
    return null;
  }
  const contextId = attributes.get('contextRef')?.trim() ?? '';
  if (contextId === '') {
    place.anomaly('missing_context', locator, `${name} names no context; the fact is left out`);
    return null;
  }
  const { set } = place;
  const target = attributes.get('target');
  const unitRef = attributes.get('unitRef')?.trim();
  const fact: XbrlFact = {
    prefix,
    namespace,
    localName,
    contextId: set.intern(contextId),
    entity: NO_ENTITY,
    periodStart: null,
    periodEnd: null,
    dimensions: [],
    unit: null,
    isNumeric,
    value: null,
    decimals: null,
    language: isNumeric ? null : place.language,
    target: target === undefined ? null : set.intern(target),
    isHidden: place.hiddenDepth > 0,
    document: place.document,
    elementId: elementId === null ? null : detached(elementId),
    start,
    end: start,
  };
  relateFootnotes(place, attributes, fact);
  const pending: PendingFact = {
    fact,
    unitRef: unitRef === undefined ? null : set.intern(unitRef),
    continuedAt: null,
    complete: null,
    isMarkup: false,
    tuple: place.tuple,
    tupleRef: attributes.get('tupleRef') ?? null,
    order: attributes.get('order') ?? null,
  };
  return { pending, locator };
}

/** Inline XBRL 1.0 references the footnotes at the fact. */
function relateFootnotes(place: ReadingPlace, attributes: TagAttributes, fact: XbrlFact): void {
  const to = references(attributes.get('footnoteRefs'));
  if (to.length === 0) return;
  const locator = fact.elementId ?? `@${fact.start}`;
  place.set.relationships.push({ document: place.document, locator, from: [locator], to });
}

function statesNil(place: ReadingPlace, attributes: TagAttributes, locator: string): boolean {
  for (let at = 0; at < attributes.size; at++) {
    const name = attributes.nameAt(at);
    if (!name.endsWith(':nil') || place.scope.resolve(name.slice(0, -4)) !== XSI) continue;
    const value = attributes.valueAt(at);
    if (value === 'true' || value === '1') return true;
    if (value !== 'false' && value !== '0') place.anomaly('invalid_nil', locator, `xsi:nil "${value}" is no boolean`);
  }
  return false;
}

/**
 * Starts `ix:nonFraction` (Inline XBRL 1.1 §10); the returned function ends it. The text of a nested number belongs to
 * the outer one too.
 */
export function openNumber(place: ReadingPlace, attributes: TagAttributes, start: number): Close {
  const created = newFact(place, attributes, start, true);
  const { text, numbers } = place.content;
  const index = place.set.facts.length;
  if (created !== null) place.set.facts.push(created.pending);
  const locator = created?.locator ?? `@${start}`;
  const outer = numbers.at(-1);
  const own: OpenNumber = {
    index: created === null ? -1 : index,
    locator,
    unitRef: created?.pending.unitRef ?? null,
    scale: attributes.get('scale')?.trim() ?? '',
    format: attributes.get('format')?.trim() ?? null,
    nested: null,
  };
  if (outer !== undefined) compareNested(place, outer, own);
  if (created !== null && own.unitRef === null) place.reject(index, 'missing_unit', locator, 'a number names no unit');
  const isNil = statesNil(place, attributes, locator);
  const rules = numberRules(place, attributes, index, locator, isNil);
  const position = text.open();
  numbers.push(own);
  return (end, isWhole) => {
    numbers.pop();
    if (created !== null) created.pending.fact.end = end;
    if (!isWhole) place.reject(index, 'unclosed_fact', locator, 'the end tag of a number is missing');
    text.close(position, content => {
      if (outer !== undefined) outer.nested = content;
      checkNested(place, own, content, index);
      if (created !== null && rules !== null)
        finishNumber(place, created.pending.fact, index, locator, content, isNil, rules);
    });
  };
}

function compareNested(place: ReadingPlace, outer: OpenNumber, inner: OpenNumber): void {
  if (outer.unitRef === inner.unitRef && outer.scale === inner.scale && outer.format === inner.format) return;
  const detail = `a number inside ${outer.locator} has another unit, scale or format than that`;
  place.anomaly('nested_number_differs', inner.locator, detail);
}

function checkNested(place: ReadingPlace, own: OpenNumber, content: string, index: number): void {
  if (own.nested === null || own.nested.trim() === content.trim()) return;
  place.reject(
    index,
    'text_beside_nested_number',
    own.locator,
    'a number holds both another number and text of its own',
  );
}

function numberRules(
  place: ReadingPlace,
  attributes: TagAttributes,
  index: number,
  locator: string,
  isNil: boolean,
): NumberRules | null {
  const format = formatOf(place, attributes, locator);
  const scaled = readScaleAndSign(attributes);
  const accuracy = readAccuracy(attributes);
  if (isProblem(format) || isProblem(scaled) || isProblem(accuracy)) {
    for (const found of [format, scaled, accuracy]) {
      if (isProblem(found)) place.reject(index, found.kind, locator, found.detail);
    }
    return null;
  }
  if (accuracy.areBoth) place.anomaly('decimals_and_precision', locator, 'both decimals and precision are given');
  if (accuracy.isStated && isNil) place.anomaly('nil_with_decimals', locator, 'a nil number states how exact it is');
  if (!accuracy.isStated && !isNil) place.anomaly('no_decimals', locator, 'neither decimals nor precision is given');
  return { transform: format.transform, ...scaled, decimalsFor: accuracy.decimalsFor };
}

function formatOf(place: ReadingPlace, attributes: TagAttributes, locator: string): ReturnType<typeof readFormat> {
  const found = readFormat(attributes.get('format'), place.scope);
  if (!isProblem(found) && found.remark !== null) place.anomaly('format_of_other_registry', locator, found.remark);
  return found;
}

function finishNumber(
  place: ReadingPlace,
  fact: XbrlFact,
  index: number,
  locator: string,
  content: string,
  isNil: boolean,
  rules: NumberRules,
): void {
  if (isNil) {
    if (content.trim() !== '') place.anomaly('nil_with_content', locator, 'a nil number has content');
    return;
  }
  const number = numberOf(content, rules);
  if (isProblem(number)) {
    place.reject(index, number.kind, locator, `${fact.prefix}:${fact.localName}: ${number.detail}`);
    return;
  }
  fact.value = number.value;
  fact.decimals = rules.decimalsFor(number.value);
}

/**
 * Starts `ix:nonNumeric` (Inline XBRL 1.1 §11), whose text may continue in `ix:continuation`; the returned function
 * ends it.
 */
export function openText(place: ReadingPlace, attributes: TagAttributes, start: number): Close {
  const created = newFact(place, attributes, start, false);
  const index = place.set.facts.length;
  if (created !== null) place.set.facts.push(created.pending);
  const locator = created?.locator ?? `@${start}`;
  const isMarkup = isTrue(attributes.get('escape'));
  const capture = isMarkup ? place.content.markup : place.content.text;
  const next = attributes.get('continuedAt')?.trim();
  if (next !== undefined) place.set.awaited.set(detached(next), isMarkup ? 'markup' : 'text');
  const isNil = statesNil(place, attributes, locator);
  const format = formatOf(place, attributes, locator);
  if (isProblem(format)) place.reject(index, format.kind, locator, format.detail);
  const position = capture.open();
  return (end, isWhole) => {
    if (created !== null) created.pending.fact.end = end;
    if (!isWhole) place.reject(index, 'unclosed_fact', locator, 'the end tag of a fact is missing');
    capture.close(position, content => {
      if (created === null || isProblem(format)) return;
      const finish = (whole: string): void =>
        finishText(place, created.pending.fact, index, locator, whole, isNil, format.transform);
      if (next === undefined) {
        finish(content);
        return;
      }
      created.pending.continuedAt = next;
      created.pending.isMarkup = isMarkup;
      created.pending.complete = rest => finish(content + rest);
    });
  };
}

function finishText(
  place: ReadingPlace,
  fact: XbrlFact,
  index: number,
  locator: string,
  content: string,
  isNil: boolean,
  transform: NumberRules['transform'],
): void {
  if (isNil) {
    if (content.trim() !== '') place.anomaly('nil_with_content', locator, 'a nil fact has content');
    return;
  }
  const text = textOf(clean(place, content, locator), transform);
  if (!isProblem(text)) {
    fact.value = text.value;
    return;
  }
  place.reject(index, text.kind, locator, `${fact.prefix}:${fact.localName}: ${text.detail}`);
}

/** Normalises line ends as in XML; removes and reports characters that XML forbids. */
export function clean(place: ReadingPlace, content: string, locator: string): string {
  if (!place.mayNeedCleaning) return content;
  const lines = content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content;
  if (!CONTROL.test(lines)) return lines;
  place.anomaly('control_characters', locator, 'characters that XML forbids are taken out of the text');
  return lines.replace(ALL_CONTROL, '');
}

/** Starts `ix:fraction` (Inline XBRL 1.1 §7); the returned function ends it. */
export function openFraction(place: ReadingPlace, attributes: TagAttributes, start: number): Close {
  const created = newFact(place, attributes, start, true);
  const index = place.set.facts.length;
  if (created !== null) place.set.facts.push(created.pending);
  const locator = created?.locator ?? `@${start}`;
  if (created !== null && created.pending.unitRef === null)
    place.reject(index, 'missing_unit', locator, 'a fraction names no unit');
  const isNil = statesNil(place, attributes, locator);
  const outer = place.fraction;
  const own: OpenFraction = outer ?? { numerators: [], denominators: [] };
  place.fraction = own;
  return end => {
    place.fraction = outer;
    if (created === null) return;
    created.pending.fact.end = end;
    if (isNil) return;
    const [numerator, denominator] = [own.numerators[0], own.denominators[0]];
    const areTwo = own.numerators.length === 1 && own.denominators.length === 1;
    if (areTwo && numerator != null && denominator != null) created.pending.fact.fraction = { numerator, denominator };
    else place.reject(index, 'invalid_fraction', locator, 'a fraction needs one numerator and one denominator');
  };
}

/** Starts the numerator or denominator of a fraction; the returned function ends it. */
export function openTerm(
  place: ReadingPlace,
  name: 'numerator' | 'denominator',
  attributes: TagAttributes,
  start: number,
): Close {
  const locator = attributes.get('id') ?? `@${start}`;
  const fraction = place.fraction;
  if (fraction === null) place.anomaly('invalid_fraction', locator, `ix:${name} stands in no fraction`);
  const terms = name === 'numerator' ? fraction?.numerators : fraction?.denominators;
  const format = formatOf(place, attributes, locator);
  const scaled = readScaleAndSign(attributes);
  // A fraction needs its terms when it closes, whatever encloses it.
  const content = new Content(place.content);
  place.content = content;
  const position = content.text.open();
  return () => {
    place.content = content.outer ?? content;
    content.text.close(position, text => {
      if (isProblem(format)) place.anomaly(format.kind, locator, format.detail);
      if (isProblem(scaled)) place.anomaly(scaled.kind, locator, scaled.detail);
      if (isProblem(format) || isProblem(scaled)) {
        terms?.push(null);
        return;
      }
      const term = numberOf(text, { transform: format.transform, ...scaled });
      if (isProblem(term)) place.anomaly(term.kind, locator, term.detail);
      terms?.push(isProblem(term) ? null : term.value);
      if (place.content.text.isOpen) place.content.text.push(text);
      if (place.content.markup.isOpen) place.content.markup.push(escapeText(text));
    });
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const ALL_CONTROL = new RegExp(CONTROL.source, 'g');

function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1';
}

/** The ids listed in an attribute. */
export function references(list: string | undefined): string[] {
  return (list ?? '').split(/\s+/).filter(id => id !== '');
}
