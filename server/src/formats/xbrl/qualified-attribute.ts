import type { PrefixResolver } from './xml-element.ts';

export const XLINK = 'http://www.w3.org/1999/xlink';
export const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

interface WithAttributes {
  attributes: ReadonlyMap<string, string>;
  namespaceOf: PrefixResolver;
}

/** An attribute by namespace and local name, whatever prefix the document gives it; white space around it cut. */
export function qualifiedAttribute(element: WithAttributes, namespace: string, localName: string): string | undefined {
  const suffix = `:${localName}`;
  for (const [name, value] of element.attributes) {
    if (name.endsWith(suffix) && element.namespaceOf(name.slice(0, -suffix.length)) === namespace) return value.trim();
  }
  return undefined;
}
