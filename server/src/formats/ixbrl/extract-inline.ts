import type { XbrlReport } from '../xbrl/report.ts';
import { checkHeader, completeFacts, completeFootnotes, completeTexts } from './complete-set.ts';
import { completeTuples } from './complete-tuples.ts';
import { openDocument } from './encoding.ts';
import { InlineReader } from './inline-reader.ts';
import { InlineSet } from './inline-set.ts';

/** A document of an inline XBRL document set. */
export interface InlineDocument {
  /** File name used in facts and anomalies. */
  name: string;
  /** Bytes as published, whole or piece by piece (a large file while it is read), or decoded text. */
  source: string | Uint8Array | Iterable<Uint8Array>;
}

/**
 * Extracts the facts of an inline XBRL document set (Inline XBRL 1.0 and 1.1, transformation registries 1 to 5 and the
 * SEC's) in one pass over each document. Contexts, units, continuations and footnotes may be in any document of the
 * set. Rule violations become anomalies and never throw; a fact with an uncertain value, context or unit is dropped.
 */
export function extractInline(documents: readonly InlineDocument[]): XbrlReport {
  const set = new InlineSet();
  for (const document of documents) readDocument(set, document);
  checkHeader(set, documents[0]?.name ?? '');
  completeTexts(set);
  const facts = completeFacts(set);
  const tuples = completeTuples(set);
  const footnotes = completeFootnotes(set);
  return {
    facts,
    footnotes,
    ...(tuples.length > 0 ? { tuples } : {}),
    schemaRefs: [...set.schemaRefs],
    linkbaseRefs: [...set.linkbaseRefs],
    anomalies: set.anomalies.list(),
  };
}

function readDocument(set: InlineSet, { name, source }: InlineDocument): void {
  const { chunks, problem } = openDocument(source);
  if (problem !== null) set.anomalies.add('encoding', name, '@0', problem);
  if (source instanceof Uint8Array && !isWide(source) && source.includes(0)) {
    set.anomalies.add('control_characters', name, `@${source.indexOf(0)}`, 'the document holds NUL bytes');
  }
  const reader = new InlineReader(set, name);
  for (const piece of chunks) reader.write(piece);
  reader.end();
}

/** UTF-16 starts with a byte order mark. */
function isWide(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
