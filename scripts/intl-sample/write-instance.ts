import type { XbrlDimension, XbrlFact } from '../../server/src/formats/xbrl/report.ts';

/**
 * An XBRL 2.1 instance of facts: concepts, periods, units, dimensions and values, and nothing else of their documents.
 * Repeated facts are written once, in the order of their first occurrence.
 */
export function writeInstance(facts: readonly XbrlFact[], schemaRef: string): string {
  const namespaces = namespacesOf(facts);
  const contexts = new Map<string, string>();
  const units = new Map<string, string>();
  const items = new Set<string>();
  for (const fact of facts) {
    const contextRef = idOf(contexts, contextOf(fact, namespaces), 'c');
    const unitRef = fact.unit === null ? '' : ` unitRef="${idOf(units, measuresOf(fact.unit), 'u')}"`;
    const decimals = fact.unit === null || fact.decimals === null ? '' : ` decimals="${fact.decimals}"`;
    const name = `${fact.prefix}:${fact.localName}`;
    items.add(`<${name} contextRef="${contextRef}"${unitRef}${decimals}>${escapeXml(fact.value ?? '')}</${name}>`);
  }
  const declared = [...namespaces].map(([prefix, namespace]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`).join('');
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xbrli:xbrl${STANDARD}${declared}>`,
    `<link:schemaRef xlink:type="simple" xlink:href="${escapeXml(schemaRef)}"/>`,
    ...[...contexts].map(([body, id]) => `<xbrli:context id="${id}">${body}</xbrli:context>`),
    ...[...units].map(([body, id]) => `<xbrli:unit id="${id}">${body}</xbrli:unit>`),
    ...items,
    '</xbrli:xbrl>',
  ].join('\n')}\n`;
}

const STANDARD = [
  ' xmlns:xbrli="http://www.xbrl.org/2003/instance"',
  ' xmlns:xbrldi="http://xbrl.org/2006/xbrldi"',
  ' xmlns:link="http://www.xbrl.org/2003/linkbase"',
  ' xmlns:xlink="http://www.w3.org/1999/xlink"',
  ' xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
].join('');

function namespacesOf(facts: readonly XbrlFact[]): Map<string, string> {
  const namespaces = new Map<string, string>();
  for (const { prefix, namespace, dimensions } of facts) {
    namespaces.set(prefix, namespace);
    for (const { axis, axisNamespace } of dimensions) namespaces.set(prefixOf(axis), axisNamespace);
  }
  return namespaces;
}

function idOf(known: Map<string, string>, body: string, letter: string): string {
  const id = known.get(body) ?? `${letter}${known.size + 1}`;
  known.set(body, id);
  return id;
}

function contextOf(fact: XbrlFact, namespaces: ReadonlyMap<string, string>): string {
  const { entity, periodStart, periodEnd, dimensions } = fact;
  const period =
    periodStart === null
      ? `<xbrli:instant>${periodEnd}</xbrli:instant>`
      : `<xbrli:startDate>${periodStart}</xbrli:startDate><xbrli:endDate>${periodEnd}</xbrli:endDate>`;
  const members = dimensions.map(dimension => memberOf(dimension, namespaces)).join('');
  const scenario = members === '' ? '' : `<xbrli:scenario>${members}</xbrli:scenario>`;
  return `<xbrli:entity><xbrli:identifier scheme="${escapeXml(entity.scheme)}">${escapeXml(entity.identifier)}</xbrli:identifier></xbrli:entity><xbrli:period>${period}</xbrli:period>${scenario}`;
}

/** Throws if no fact declares a member's prefix, because the instance would be invalid. */
function memberOf({ axis, member, isTyped }: XbrlDimension, namespaces: ReadonlyMap<string, string>): string {
  if (isTyped || !namespaces.has(prefixOf(member)))
    throw new Error(`${axis}=${member} cannot be written: its prefix is undeclared`);
  return `<xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember>`;
}

function measuresOf(unit: string): string {
  const [above = '', below] = unit.split('/');
  const measures = (names: string): string =>
    names
      .split('*')
      .map(name => `<xbrli:measure>${/^[A-Z]{3}$/.test(name) ? 'iso4217' : 'xbrli'}:${name}</xbrli:measure>`)
      .join('');
  if (below === undefined) return measures(above);
  return `<xbrli:divide><xbrli:unitNumerator>${measures(above)}</xbrli:unitNumerator><xbrli:unitDenominator>${measures(below)}</xbrli:unitDenominator></xbrli:divide>`;
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
