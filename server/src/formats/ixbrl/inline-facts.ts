import type { XbrlFact } from '../xbrl/report.ts';
import type { TagAttributes } from './attributes.ts';
import { detached } from './capture.ts';
import { escapeText } from './character-references.ts';
import { isProblem, numberOf, readAccuracy, readFormat, readScaleAndSign, textOf } from './fact-value.ts';
import type { PendingFact } from './inline-set.ts';
import { Content, type NumberRules, type OpenFraction, type OpenNumber, type ReadingPlace } from './reading-place.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Handles the end of an inline element; `isWhole` is false if its end tag is missing. */
export type Close = (end: number, isWhole: boolean) => void;

export const XHTML = 'http://www.w3.org/1999/xhtml';

const NO_ENTITY = { scheme: '', identifier: '' };

/** The fact with the properties of its tag; null, and reported, if it has no usable name or context. */
function newFact(
  place: ReadingPlace,
  attributes: TagAttributes,
  start: number,
  isNumeric: boolean,
): { pending: PendingFact; locator: string } | null {
  const elementId = attributes.get('id') ?? null;
  const locator = elementId ?? `@${start}`;
  place.hiddenFacts++;
  const tuple = place.element === 'tuple' ? place.tuple : null;
  if (tuple !== null) tuple.hasMembers = true;
  const name = conceptName(place, attributes, locator, 'fact');
  if (name === null) return null;
  const contextId = attributes.get('contextRef')?.trim() ?? '';
  if (contextId === '') {
    place.anomaly(
      'missing_context',
      locator,
      `${name.prefix}:${name.localName} names no context; the fact is left out`,
    );
    return null;
  }
  const { set } = place;
  const unitRef = attributes.get('unitRef')?.trim();
  const fact: XbrlFact = {
    ...name,
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
    target: place.targetOf(attributes, locator),
    isHidden: place.hiddenDepth > 0,
    document: place.document,
    elementId: elementId === null ? null : detached(elementId),
    start,
    end: start,
  };
  if (fact.elementId !== null) place.claimId(fact.elementId, 'fact', locator);
  relateFootnotes(place, attributes, locator);
  const pending: PendingFact = {
    fact,
    unitRef: unitRef === undefined ? null : set.intern(unitRef),
    continuedAt: null,
    complete: null,
    isMarkup: false,
    tuple,
    tupleRef: attributes.get('tupleRef')?.trim() ?? null,
    order: attributes.get('order')?.trim() ?? null,
  };
  set.hasTuples ||= pending.tupleRef !== null || pending.order !== null;
  return { pending, locator };
}

/** The concept that a fact or tuple names; null, and reported, if it has no namespace. */
export function conceptName(
  place: ReadingPlace,
  attributes: TagAttributes,
  locator: string,
  kind: 'fact' | 'tuple',
): { prefix: string; namespace: string; localName: string } | null {
  const name = attributes.get('name')?.trim() ?? '';
  const { prefix, localName, namespace } = place.scope.qualify(name);
  if (localName === '') {
    place.anomaly('fact_without_name', locator, `a ${kind} has no name`);
    return null;
  }
  if (prefix === '' && (namespace === undefined || namespace === XHTML)) {
    place.anomaly('name_without_prefix', locator, `${name} has no prefix; the ${kind} is left out`);
    return null;
  }
  if (namespace === undefined) {
    place.anomaly('undeclared_prefix', locator, `the prefix of ${name} is not declared; the ${kind} is left out`);
    return null;
  }
  return { prefix, namespace, localName };
}

/** Inline XBRL 1.0 references the footnotes at the fact. */
export function relateFootnotes(place: ReadingPlace, attributes: TagAttributes, locator: string): void {
  const to = references(attributes.get('footnoteRefs'));
  if (to.length === 0) return;
  place.set.relationships.push({ document: place.document, locator, from: [locator], to });
}

export function statesNil(place: ReadingPlace, attributes: TagAttributes, locator: string): boolean {
  for (let at = 0; at < attributes.size; at++) {
    const name = attributes.nameAt(at);
    if (!name.endsWith(':nil') || place.scope.resolve(name.slice(0, -4)) !== XSI) continue;
    const value = attributes.valueAt(at);
    if (value === 'true' || value === '1') return true;
    if (value !== 'false' && value !== '0')
      place.anomaly('invalid_nil', locator, `xsi:nil "${value}" is not a boolean`);
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
  const index = place.add(created?.pending);
  const locator = created?.locator ?? `@${start}`;
  const outer = numbers.at(-1);
  const own: OpenNumber = {
    index: created === null ? -1 : index,
    locator,
    unitRef: created?.pending.unitRef ?? null,
    scale: Number(attributes.get('scale') ?? 0),
    format: attributes.get('format')?.trim() ?? null,
    scope: place.scope,
    nested: null,
  };
  if (outer !== undefined) compareNested(place, outer, own);
  if (created !== null && own.unitRef === null) place.reject(index, 'missing_unit', locator, 'a number names no unit');
  const isNil = statesNil(place, attributes, locator);
  if (isNil && outer !== undefined)
    place.anomaly('nil_inside_number', locator, `a nil number is inside number ${outer.locator}`);
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
  const isSameFormat = expandedFormat(outer) === expandedFormat(inner);
  if (outer.unitRef === inner.unitRef && outer.scale === inner.scale && isSameFormat) return;
  const detail = `a number inside ${outer.locator} has another unit, scale or format than that`;
  place.anomaly('nested_number_differs', inner.locator, detail);
}

function expandedFormat({ format, scope }: OpenNumber): string | null {
  if (format === null) return null;
  const { localName, namespace } = scope.qualify(format);
  return `{${namespace ?? ''}}${localName}`;
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

/** The attributes that {@link NumberRules} depend on. */
const RULE_ATTRIBUTES = ['format', 'scale', 'sign', 'decimals', 'precision'] as const;

function numberRules(
  place: ReadingPlace,
  attributes: TagAttributes,
  index: number,
  locator: string,
  isNil: boolean,
): NumberRules | null {
  const last = place.lastRules;
  if (
    !isNil &&
    last?.scope === place.scope &&
    RULE_ATTRIBUTES.every((name, at) => attributes.get(name) === last.from[at])
  )
    return last.rules;
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
  const rules = { transform: format.transform, ...scaled, decimalsFor: accuracy.decimalsFor };
  const isReported = isNil || accuracy.areBoth || !accuracy.isStated || format.remark !== null;
  if (!isReported)
    place.lastRules = { scope: place.scope, from: RULE_ATTRIBUTES.map(name => attributes.get(name)), rules };
  return rules;
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
  const index = place.add(created?.pending);
  const locator = created?.locator ?? `@${start}`;
  const escaped = attributes.get('escape')?.trim();
  const isMarkup = escaped === 'true' || escaped === '1';
  if (escaped !== undefined && !isMarkup && escaped !== 'false' && escaped !== '0')
    place.reject(index, 'invalid_escape', locator, `escape "${escaped.slice(0, 40)}" is not a boolean`);
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
  const index = place.add(created?.pending);
  const locator = created?.locator ?? `@${start}`;
  if (created !== null && created.pending.unitRef === null)
    place.reject(index, 'missing_unit', locator, 'a fraction names no unit');
  const isNil = statesNil(place, attributes, locator);
  const outer = place.fraction;
  const { numerators, denominators } = outer ?? { numerators: [], denominators: [] };
  const own: OpenFraction = { numerators, denominators, unitRef: created?.pending.unitRef ?? null };
  if (outer !== null && outer.unitRef !== own.unitRef)
    place.anomaly('nested_number_differs', locator, 'a fraction has another unit than the fraction around it');
  if (outer !== null && isNil) place.anomaly('nil_inside_number', locator, 'a nil fraction is inside a fraction');
  // The terms of a nested fraction belong to the fractions around it too.
  const [firstNumerator, firstDenominator] = [numerators.length, denominators.length];
  place.fraction = own;
  return (end, isWhole) => {
    place.fraction = outer;
    if (created === null) return;
    created.pending.fact.end = end;
    const counts = [numerators.length - firstNumerator, denominators.length - firstDenominator];
    if (!isWhole) {
      place.reject(index, 'unclosed_fact', locator, 'the end tag of a fraction is missing');
      return;
    }
    if (isNil) {
      if (counts.some(count => count > 0)) place.anomaly('nil_with_content', locator, 'a nil fraction has terms');
      return;
    }
    const [numerator, denominator] = [numerators[firstNumerator], denominators[firstDenominator]];
    const areTwo = counts.every(count => count === 1);
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
  if (fraction === null) place.anomaly('invalid_fraction', locator, `ix:${name} is outside a fraction`);
  const terms = name === 'numerator' ? fraction?.numerators : fraction?.denominators;
  const format = formatOf(place, attributes, locator);
  const scaled = readScaleAndSign(attributes);
  // A fraction needs its terms when it closes, whatever encloses it.
  const content = new Content(place.content);
  content.termAt = locator;
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

/** The ids listed in an attribute. */
export function references(list: string | undefined): string[] {
  return (list ?? '').split(/\s+/).filter(id => id !== '');
}
