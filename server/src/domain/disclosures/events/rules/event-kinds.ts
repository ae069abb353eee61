import { readFileSync } from 'node:fs';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import {
  EVENT_KIND_FAMILIES,
  EVENT_KINDS,
  EVENT_VARIANTS,
  type EventDatePrecision,
  type EventEvidence,
  type EventFields,
  type EventKind,
  type EventSalience,
  type FiledEvent,
} from '../model.ts';

/** Raise it when a table or a reader in this folder changes: `asfiled reprocess` then reads stored filings again. */
export const EVENT_RULES_VERSION = '36';

interface KindRow {
  salience: EventSalience;
  title: string;
}

const KINDS = readKinds(readFileSync(new URL('./kinds.tsv', import.meta.url), 'utf8'));

/** The result of a rule. kinds.tsv supplies the defaults. */
export interface FoundEvent {
  kind: EventKind;
  variant?: string | null;
  /** Overrides the salience of the variant in kinds.tsv. */
  salience?: EventSalience;
  isResolving?: boolean;
  eventDate?: string | null;
  datePrecision?: EventDatePrecision;
  /** Distinguishes several events of one kind and item by the party or the thing concerned. */
  subject?: string;
  fields?: EventFields;
  evidence?: EventEvidence[];
}

/** Completes a found event with the title, the salience and the case key. */
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
    ...(found.datePrecision === undefined ? {} : { datePrecision: found.datePrecision }),
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
  if (row === undefined)
    throw new RangeError(`kinds.tsv has no row for kind ${kind} and variant ${variant ?? '(none)'}.`);
  return row;
}

function readKinds(text: string): Map<string, KindRow> {
  const rows = new Map<string, KindRow>();
  for (const cells of readTable(text)) {
    const [kind = '', variant = '', salience = '', title = ''] = cells;
    if (salience !== 'notable' && salience !== 'routine')
      throw new RangeError(`kinds.tsv states the unknown salience "${salience}". Use notable or routine.`);
    rows.set(`${readKind(kind)} ${readVariant(kind, variant) ?? ''}`, { salience, title });
  }
  return rows;
}

/** Splits a .tsv table into rows, without the header. */
export function readTable(text: string): string[][] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map(line => line.split('\t'));
}

/** Throws a RangeError for an unknown kind in a table. */
export function readKind(value: string): EventKind {
  const kind = EVENT_KINDS.find(item => item === value);
  if (kind === undefined) throw new RangeError(`Unknown event kind "${value}" in a rules table.`);
  return kind;
}

/** Throws a RangeError for an unknown variant of a kind in a table; '' means no variant. */
export function readVariant(kind: string, value: string): string | null {
  if (value === '') return null;
  const variants: Partial<Record<string, readonly string[]>> = EVENT_VARIANTS;
  if (variants[kind]?.includes(value) !== true)
    throw new RangeError(`Unknown variant "${value}" of event kind ${kind} in a rules table.`);
  return value;
}
