import { parsePeriod, type XbrlPeriod } from './periods.ts';
import type { XbrlDimension } from './report.ts';
import { splitName, type XmlElement } from './xml-element.ts';

export interface XbrlContext extends XbrlPeriod {
  id: string;
  entity: { scheme: string; identifier: string };
  /** Dimensions of segment and scenario, in written order. */
  dimensions: XbrlDimension[];
}

const DIMENSIONS = 'http://xbrl.org/2006/xbrldi';

/** Parses an `xbrli:context` (XBRL 2.1 §4.7, Dimensions 1.0); a text states why it is invalid. */
export function parseContext(context: XmlElement): XbrlContext | string {
  const id = context.attributes.get('id')?.trim();
  if (!id) return 'a context has no id';
  const entity = child(context, 'entity');
  const identifier = entity && child(entity, 'identifier');
  if (entity === undefined || identifier === undefined) return `context ${id} names no entity`;
  const periodElement = child(context, 'period');
  if (periodElement === undefined) return `context ${id} has no period`;
  const period = parsePeriod(periodElement);
  if (typeof period === 'string') return `context ${id}: ${period}`;
  const dimensions = parseDimensions([child(entity, 'segment'), child(context, 'scenario')]);
  if (typeof dimensions === 'string') return `context ${id}: ${dimensions}`;
  const scheme = identifier.attributes.get('scheme')?.trim() ?? '';
  return { id, entity: { scheme, identifier: identifier.text.trim() }, ...period, dimensions };
}

function parseDimensions(containers: (XmlElement | undefined)[]): XbrlDimension[] | string {
  const dimensions: XbrlDimension[] = [];
  for (const container of containers) {
    for (const element of container?.children ?? []) {
      const dimension = parseDimension(element);
      if (typeof dimension === 'string') return dimension;
      const isRepeated = dimensions.some(
        other => other.axisNamespace === dimension.axisNamespace && localPart(other.axis) === localPart(dimension.axis),
      );
      if (isRepeated && element.namespace === DIMENSIONS) return `axis ${dimension.axis} is given twice`;
      dimensions.push(dimension);
    }
  }
  return dimensions;
}

function parseDimension(element: XmlElement): XbrlDimension | string {
  const isTyped = element.localName === 'typedMember';
  // Segments from before Dimensions 1.0 contain elements of the filer's own. Each is kept as an axis with the element's
  // name, because without it the fact would appear to concern the whole entity.
  if (element.namespace !== DIMENSIONS || !(isTyped || element.localName === 'explicitMember')) {
    const member = element.text.trim();
    return { axisNamespace: element.namespace, axis: element.name, member, memberNamespace: null, isTyped: true };
  }
  const axis = element.attributes.get('dimension')?.trim() ?? '';
  const axisNamespace = element.namespaceOf(splitName(axis).prefix);
  if (axis === '') return 'a dimension names no axis';
  if (axisNamespace === undefined) return `the prefix of axis ${axis.slice(0, 80)} is not declared`;
  const member = element.text.trim();
  if (isTyped) return { axisNamespace, axis, member, memberNamespace: null, isTyped };
  if (member === '') return `axis ${axis} has no member`;
  const memberNamespace = element.namespaceOf(splitName(member).prefix);
  if (memberNamespace === undefined) return `the prefix of member ${member.slice(0, 80)} is not declared`;
  return { axisNamespace, axis, member, memberNamespace, isTyped };
}

function localPart(name: string): string {
  return splitName(name).localName;
}

function child(parent: XmlElement, localName: string): XmlElement | undefined {
  return parent.children.find(element => element.localName === localName);
}
