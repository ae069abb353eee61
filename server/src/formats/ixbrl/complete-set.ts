import { appendAll } from '../../kernel/lists.ts';
import type { XbrlFact, XbrlFootnote } from '../xbrl/report.ts';
import type { Continuation, InlineSet, PendingFact } from './inline-set.ts';

/** The position of a fact, footnote or continuation. */
interface TextSpan {
  document: string;
  start: number;
  end: number;
}

/** A relationship with more ties between facts and footnotes than this is treated as an attack. */
const MAX_PAIRS = 100_000;

/** Checks what every document set must contain: a header with its parts, and facts. */
export function checkHeader(set: InlineSet, document: string): void {
  const missing = (element: string): void =>
    set.anomalies.add('incomplete_header', document, '@0', `there is no ${element}`);
  if (!set.hasHeader) missing('ix:header');
  if (set.references.size === 0) missing('ix:references');
  if (!set.hasResources) missing('ix:resources');
  if (set.facts.length === 0) set.anomalies.add('no_facts', document, '@0', 'there is no fact');
  if (set.references.size > 0) checkTargets(set);
}

function checkTargets(set: InlineSet): void {
  for (const [target, first] of set.targets) {
    if (set.references.has(target)) continue;
    const name = target === null ? 'the default target' : `target ${target}`;
    const detail = `no ix:references declares ${name}, which facts from here on have`;
    set.anomalies.add('missing_references', first.document, first.locator, detail);
  }
}

/** Joins the texts of facts and footnotes with their continuations. */
export function completeTexts(set: InlineSet): void {
  const used = new Set<string>();
  for (const pending of set.facts) {
    if (pending === null || pending.continuedAt === null) continue;
    const { fact, continuedAt } = pending;
    const content = follow(set, fact, continuedAt, factId(fact), used, part =>
      pending.isMarkup ? part.markup : part.text,
    );
    pending.complete?.(content);
    pending.complete = null;
  }
  for (const pending of set.footnotes) {
    const { footnote, continuedAt } = pending;
    if (continuedAt === null) continue;
    footnote.text += follow(set, pending, continuedAt, footnote.id ?? `@${pending.start}`, used, part => part.markup);
  }
  for (const [id, { document, locator }] of set.continuations) {
    if (!used.has(id))
      set.anomalies.add('unused_continuation', document, locator, 'no fact goes on in this continuation');
  }
}

/**
 * The content of a continuation chain. Each continuation is used once: a second use is a cycle, or belongs to another
 * text.
 */
function follow(
  set: InlineSet,
  head: TextSpan,
  first: string,
  locator: string,
  used: Set<string>,
  contentOf: (part: Continuation) => string,
): string {
  const { document } = head;
  const parts: Continuation[] = [];
  const own = new Set<string>();
  for (let id: string | null = first; id !== null; ) {
    const part = set.continuations.get(id);
    if (part === undefined) {
      set.anomalies.add('missing_continuation', document, locator, `the text goes on at ${id}, which is not there`);
      break;
    }
    if (used.has(id)) {
      const kind = own.has(id) ? 'continuation_circle' : 'shared_continuation';
      const detail = own.has(id) ? `the text comes back to ${id}` : `${id} belongs to another text already`;
      set.anomalies.add(kind, document, locator, detail);
      break;
    }
    used.add(id);
    own.add(id);
    parts.push(part);
    id = part.continuedAt;
  }
  const nested = parts.length === 0 ? null : firstNested([head, ...parts]);
  if (nested !== null) {
    const detail = 'a part of the text is inside another part of it; the text ends before';
    set.anomalies.add('nested_continuation', document, parts[nested - 1]?.locator ?? locator, detail);
    parts.length = Math.max(0, nested - 1);
  }
  return parts.map(contentOf).join('');
}

/**
 * The index of the first part of a chain that is inside an earlier part or contains one; null if there is none. Its text
 * would be read twice.
 */
function firstNested(chain: readonly TextSpan[]): number | null {
  const sorted = chain.map((span, index) => ({ span, index })).sort((a, b) => compare(a.span, b.span));
  let first: number | null = null;
  /** The open parts around the current one, each with the lowest index among itself and the parts around it. */
  const open: { span: TextSpan; lowest: number }[] = [];
  for (const { span, index } of sorted) {
    let around = open.at(-1);
    while (around !== undefined && !contains(around.span, span)) {
      open.pop();
      around = open.at(-1);
    }
    if (around !== undefined) first = Math.min(first ?? chain.length, Math.max(index, around.lowest));
    open.push({ span, lowest: Math.min(index, around?.lowest ?? index) });
  }
  return first;
}

function compare(a: TextSpan, b: TextSpan): number {
  if (a.document !== b.document) return a.document < b.document ? -1 : 1;
  return a.start - b.start;
}

function contains(outer: TextSpan, inner: TextSpan): boolean {
  return outer.document === inner.document && inner.start < outer.end;
}

/** Sets the entity, period, dimensions and unit of facts, and drops facts whose context or unit is missing. */
export function completeFacts(set: InlineSet): XbrlFact[] {
  const facts: XbrlFact[] = [];
  for (const [index, pending] of set.facts.entries()) {
    if (pending === null) continue;
    if (!completeFact(set, pending)) {
      set.facts[index] = null;
      continue;
    }
    facts.push(pending.fact);
  }
  return facts;
}

function completeFact(set: InlineSet, { fact, unitRef }: PendingFact): boolean {
  const context = set.contexts.get(fact.contextId);
  if (context == null) {
    const why = context === null ? 'is not valid' : 'is not there';
    const detail = `context ${fact.contextId} of ${conceptOf(fact)} ${why}; the fact is left out`;
    set.anomalies.add('missing_context', fact.document, factId(fact), detail);
    return false;
  }
  fact.entity = context.entity;
  fact.periodStart = context.periodStart;
  fact.periodEnd = context.periodEnd;
  fact.dimensions = context.dimensions;
  if (unitRef === null) return true;
  const unit = set.units.get(unitRef);
  if (unit == null) {
    const why = unit === null ? 'is not valid' : 'is not there';
    const detail = `unit ${unitRef} of ${conceptOf(fact)} ${why}; the fact is left out`;
    set.anomalies.add('missing_unit', fact.document, factId(fact), detail);
    return false;
  }
  if (fact.isNumeric) fact.unit = unit.name;
  else set.anomalies.add('text_with_unit', fact.document, factId(fact), `${conceptOf(fact)} is text and names a unit`);
  return true;
}

/** The footnotes with the facts that relationships connect to them. */
export function completeFootnotes(set: InlineSet): XbrlFootnote[] {
  const footnotes = new Map<string, XbrlFootnote>();
  for (const { footnote } of set.footnotes) {
    if (footnote.id !== null && !footnotes.has(footnote.id)) footnotes.set(footnote.id, footnote);
  }
  const related = set.relationships.length === 0 ? [] : set.facts;
  const facts = new Set(related.map(pending => (pending === null ? '' : factId(pending.fact))));
  for (const { locator } of related.length === 0 ? [] : set.tuples) facts.add(locator);
  for (const { from, to, document, locator } of set.relationships) {
    if (from.length * to.length > MAX_PAIRS) {
      set.anomalies.add('too_large', document, locator, 'a relationship ties more than any real one; it is left out');
      continue;
    }
    const ends = new Set(to);
    const own = from.find(id => ends.has(id));
    if (own !== undefined)
      set.anomalies.add('invalid_relationship', document, locator, `${own} is in both fromRefs and toRefs`);
    if (to.some(id => footnotes.has(id)) && to.some(id => facts.has(id)))
      set.anomalies.add('invalid_relationship', document, locator, 'toRefs names both footnotes and facts');
    const known = from.filter(id => facts.has(id));
    for (const id of from) {
      if (!facts.has(id)) set.anomalies.add('missing_relationship_end', document, locator, `${id} is not a fact`);
    }
    for (const id of to) {
      const footnote = footnotes.get(id);
      if (footnote !== undefined) appendAll(footnote.factIds, known);
      else if (!facts.has(id))
        set.anomalies.add('missing_relationship_end', document, locator, `${id} is not a footnote`);
    }
  }
  return set.footnotes.map(({ footnote }) => footnote);
}

/** What anomalies and relationships call a fact: its id, or its offset. */
export function factId(fact: XbrlFact): string {
  return fact.elementId ?? `@${fact.start}`;
}

function conceptOf(fact: XbrlFact): string {
  return `${fact.prefix}:${fact.localName}`;
}
