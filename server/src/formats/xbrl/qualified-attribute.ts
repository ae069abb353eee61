import type { PrefixResolver } from './xml-element.ts';

export const XLINK = 'http://www.w3.org/1999/xlink';
export const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

interface WithAttributes {
  attributes: { get(name: string): string | undefined };
  namespaceOf: PrefixResolver;
}

const USUAL_PREFIX: ReadonlyMap<string, string> = new Map([
  [XLINK, 'xlink'],
  [SCHEMA_INSTANCE, 'xsi'],
]);

/** An attribute by namespace and local name, with any prefix; the value is trimmed. */
export function qualifiedAttribute(element: WithAttributes, namespace: string, localName: string): string | undefined {
  const usual = USUAL_PREFIX.get(namespace);
  const value = usual === undefined ? undefined : element.attributes.get(`${usual}:${localName}`);
  if (value !== undefined && usual !== undefined && element.namespaceOf(usual) === namespace) return value.trim();
  return element.attributes instanceof Map ? scan(element.attributes, element, namespace, localName) : undefined;
}

function scan(
  attributes: ReadonlyMap<string, string>,
  { namespaceOf }: WithAttributes,
  namespace: string,
  localName: string,
): string | undefined {
  const suffix = `:${localName}`;
  for (const [name, value] of attributes) {
    if (name.endsWith(suffix) && namespaceOf(name.slice(0, -suffix.length)) === namespace) return value.trim();
  }
  return undefined;
}
