import { readFileSync } from 'node:fs';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import {
  EVENT_KIND_FAMILIES,
  EVENT_KINDS,
  EVENT_VARIANTS,
  type EventEvidence,
  type EventFields,
  type EventKind,
  type EventSalience,
  type FiledEvent,
} from '../model.ts';

/** Counts up when a table or reader of this room changes: `asfiled reprocess` reads what is in a store again. */
export const EVENT_RULES_VERSION = '2';

interface KindRow {
  salience: EventSalience;
  title: string;
}

const KINDS = readKinds(readFileSync(new URL('./kinds.tsv', import.meta.url), 'utf8'));

/** What a rule finds; what it leaves out follows from the table of kinds. */
export interface FoundEvent {
  kind: EventKind;
  variant?: string | null;
  /** Where it is not what the table says of the variant. */
  salience?: EventSalience;
  isResolving?: boolean;
  eventDate?: string | null;
  /** Tells apart several events of one kind and item: whom or what it is about. */
  subject?: string;
  fields?: EventFields;
  evidence?: EventEvidence[];
}

/** An event as the model has it: with the table's title and salience, and the case that it belongs to. */
export function toFiledEvent(found: FoundEvent, itemCode: string | null): FiledEvent {
  const variant = found.variant ?? null;
  const row = kindRow(found.kind, variant);
  const subject = found.subject ?? '';
  return {
    kind: found.kind,
    variant,
    salience: found.salience ?? row.salience,
    isResolving: found.isResolving ?? false,
    eventDate: found.eventDate ?? null,
    title: subject === '' ? row.title : `${row.title}: ${subject}`,
    itemCode,
    subject: nameKey(subject),
    caseKey: EVENT_KIND_FAMILIES[found.kind] ?? (subject === '' ? null : `deal ${nameKey(subject)}`),
    fields: found.fields ?? {},
    evidence: found.evidence ?? [],
  };
}

function kindRow(kind: EventKind, variant: string | null): KindRow {
  const row = KINDS.get(`${kind} ${variant ?? ''}`);
  if (row === undefined) throw new RangeError(`kinds.tsv has no ${kind} ${variant ?? ''}`);
  return row;
}

function readKinds(text: string): Map<string, KindRow> {
  const rows = new Map<string, KindRow>();
  for (const cells of readTable(text)) {
    const [kind = '', variant = '', salience = '', title = ''] = cells;
    if (salience !== 'notable' && salience !== 'routine') throw new RangeError(`kinds.tsv: no salience ${salience}`);
    rows.set(`${readKind(kind)} ${readVariant(kind, variant) ?? ''}`, { salience, title });
  }
  return rows;
}

/** The rows of a table of this room, its head left out. */
export function readTable(text: string): string[][] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map(line => line.split('\t'));
}

/** Throws where a table names a kind that there is none of. */
export function readKind(given: string): EventKind {
  const kind = EVENT_KINDS.find(one => one === given);
  if (kind === undefined) throw new RangeError(`no kind of event: ${given}`);
  return kind;
}

/** Throws where a table names a variant that its kind does not have; '' is none. */
export function readVariant(kind: string, given: string): string | null {
  if (given === '') return null;
  const variants: Partial<Record<string, readonly string[]>> = EVENT_VARIANTS;
  if (variants[kind]?.includes(given) !== true) throw new RangeError(`no variant of ${kind}: ${given}`);
  return given;
}
