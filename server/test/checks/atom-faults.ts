import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';

const SCHEMA = join(import.meta.dirname, 'atom.rng');

/** Faults of an Atom document: by the schema of RFC 4287 (libxml2) and by rules that no schema expresses. */
export function atomFaults(xml: string): string[] {
  const fault = schemaFault(xml);
  if (fault !== null) return [fault];
  const ids = [...xml.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const entries = xml.split('<entry>').slice(1);
  const withoutAlternate = entries.filter(entry => (entry.match(/rel="alternate"/g) ?? []).length !== 1);
  return [
    ...twice.map(id => `the id ${id} occurs twice`),
    ...(withoutAlternate.length > 0 ? ['an entry has not one alternate link'] : []),
    ...((xml.match(/rel="self"/g) ?? []).length === 1 ? [] : ['the feed has no address of its own']),
  ];
}

function schemaFault(xml: string): string | null {
  const schema = XmlDocument.fromString(readFileSync(SCHEMA, 'utf8'));
  const validator = RelaxNGValidator.fromDoc(schema);
  try {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
      return null;
    } finally {
      document.dispose();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    validator.dispose();
    schema.dispose();
  }
}
