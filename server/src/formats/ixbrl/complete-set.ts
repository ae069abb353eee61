import { addToList } from '../../kernel/add-to-list.ts';
import type { XbrlFact, XbrlFootnote, XbrlTuple } from '../xbrl/report.ts';
import type { Continuation, InlineSet, PendingFact, PendingTuple } from './inline-set.ts';

/** A relationship with more ties between facts and footnotes than this is treated as an attack. */
const MAX_PAIRS = 100_000;

/** Checks what every document set must contain: a header with its parts, and facts. */
export function checkHeader(set: InlineSet, document: string): void {
  const missing = (what: string): void => set.anomalies.add('incomplete_header', document, '@0', `there is no ${what}`);
  if (!set.hasHeader) missing('ix:header');
  if (!set.hasReferences) missing('ix:references');
  if (!set.hasResources) missing('ix:resources');
  if (set.facts.length === 0) set.anomalies.add('no_facts', document, '@0', 'there is no fact');
}

/** Joins the texts of facts and footnotes with their continuations. */
export function completeTexts(set: InlineSet): void {
  const used = new Set<string>();
  for (const pending of set.facts) {
    if (pending === null || pending.continuedAt === null) continue;
    const { fact } = pending;
    const content = follow(set, pending.continuedAt, fact.document, factId(fact), used, part =>
      pending.isMarkup ? part.markup : part.text,
    );
    pending.complete?.(content);
    pending.complete = null;
  }
  for (const { footnote, document, continuedAt } of set.footnotes) {
    if (continuedAt === null) continue;
    footnote.text += follow(set, continuedAt, document, footnote.id ?? continuedAt, used, part => part.markup);
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
  first: string,
  document: string,
  locator: string,
  used: Set<string>,
  contentOf: (part: Continuation) => string,
): string {
  const parts: string[] = [];
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
    parts.push(contentOf(part));
    id = part.continuedAt;
  }
  return parts.join('');
}

/** Sets the entity, period, dimensions and unit of facts, and drops facts whose context or unit is missing. */
export function completeFacts(set: InlineSet): XbrlFact[] {
  const facts: XbrlFact[] = [];
  const ids = new Set<string>();
  for (const [index, pending] of set.facts.entries()) {
    if (pending === null) continue;
    if (!completeFact(set, pending)) {
      set.facts[index] = null;
      continue;
    }
    const { fact } = pending;
    if (fact.elementId !== null && ids.has(fact.elementId)) {
      set.anomalies.add('duplicate_id', fact.document, fact.elementId, 'more than one fact has this id');
    }
    if (fact.elementId !== null) ids.add(fact.elementId);
    facts.push(fact);
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
  for (const { footnote, document } of set.footnotes) {
    if (footnote.id === null) continue;
    if (footnotes.has(footnote.id))
      set.anomalies.add('duplicate_id', document, footnote.id, 'two footnotes have this id');
    else footnotes.set(footnote.id, footnote);
  }
  const related = set.relationships.length === 0 ? [] : set.facts;
  const facts = new Set(related.map(pending => (pending === null ? '' : factId(pending.fact))));
  for (const { from, to, document, locator } of set.relationships) {
    if (from.length * to.length > MAX_PAIRS) {
      set.anomalies.add('too_large', document, locator, 'a relationship ties more than any real one; it is left out');
      continue;
    }
    const known = from.filter(id => facts.has(id));
    for (const id of from) {
      if (!facts.has(id)) set.anomalies.add('missing_relationship_end', document, locator, `${id} is no fact`);
    }
    for (const id of to) {
      const footnote = footnotes.get(id);
      if (footnote !== undefined) footnote.factIds.push(...known);
      else if (!facts.has(id)) set.anomalies.add('missing_relationship_end', document, locator, `${id} is no footnote`);
    }
  }
  return set.footnotes.map(({ footnote }) => footnote);
}

function factId(fact: XbrlFact): string {
  return fact.elementId ?? `@${fact.start}`;
}

function conceptOf(fact: XbrlFact): string {
  return `${fact.prefix}:${fact.localName}`;
}

/** The outermost tuples with their members in order, nested or by reference. */
export function completeTuples(set: InlineSet): XbrlTuple[] {
  if (set.tuples.length === 0) return [];
  const byId = new Map(set.tuples.flatMap(tuple => (tuple.tupleId === null ? [] : [[tuple.tupleId, tuple] as const])));
  const parentOf = (member: { tupleRef: string | null }, nested: PendingTuple | null): PendingTuple | null =>
    member.tupleRef === null ? nested : (byId.get(member.tupleRef) ?? null);
  for (const tuple of set.tuples) tuple.parent = parentOf(tuple, tuple.parent);
  const members = new Map<PendingTuple, Member[]>();
  const sound = set.tuples.filter(tuple => isRooted(set, tuple));
  for (const tuple of sound)
    if (tuple.parent !== null) addToList(members, tuple.parent, { order: tuple.order, fact: null, tuple });
  for (const pending of set.facts) {
    if (pending === null) continue;
    const parent = parentOf(pending, pending.tuple);
    if (parent !== null) addToList(members, parent, { order: pending.order, fact: pending.fact, tuple: null });
    else if (pending.tupleRef !== null) {
      const { document } = pending.fact;
      set.anomalies.add('missing_tuple', document, factId(pending.fact), `tuple ${pending.tupleRef} is not there`);
    }
  }
  for (const [parent, list] of members) placeMembers(set, parent, list);
  return sound.filter(tuple => tuple.parent === null).map(({ tuple }) => tuple);
}

interface Member {
  order: string | null;
  fact: XbrlFact | null;
  tuple: PendingTuple | null;
}

function placeMembers(set: InlineSet, { tuple }: PendingTuple, members: Member[]): void {
  const orders = new Set<string>();
  for (const { order } of members) {
    if (order !== null && orders.has(order)) {
      const detail = `two members of tuple ${tuple.prefix}:${tuple.localName} have order ${order}`;
      set.anomalies.add('duplicate_order', tuple.document, tuple.elementId ?? `@${tuple.start}`, detail);
    }
    if (order !== null) orders.add(order);
  }
  for (const member of members.sort((a, b) => Number(a.order ?? 0) - Number(b.order ?? 0))) {
    if (member.fact !== null) tuple.facts.push(member.fact);
    if (member.tuple !== null) tuple.tuples.push(member.tuple.tuple);
  }
}

/** False if the tuple contains itself by reference. */
function isRooted(set: InlineSet, tuple: PendingTuple): boolean {
  const passed = new Set<PendingTuple>();
  for (let at: PendingTuple | null = tuple; at !== null; at = at.parent) {
    if (passed.has(at) || passed.size > MAX_TUPLE_DEPTH) {
      const locator = tuple.tuple.elementId ?? tuple.tupleId ?? `@${tuple.tuple.start}`;
      set.anomalies.add('tuple_circle', tuple.tuple.document, locator, 'a tuple is inside itself; it is left out');
      return false;
    }
    passed.add(at);
  }
  return true;
}

const MAX_TUPLE_DEPTH = 100;
