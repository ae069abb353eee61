import {
  effectiveArcs,
  type LinkbaseArc,
  parseLinkbase,
  type XbrlLinkbase,
} from '../../../formats/xbrl/parse-linkbase.ts';
import { parseSchema, type SchemaElement, type XbrlSchema } from '../../../formats/xbrl/parse-schema.ts';
import { buildPresentation, type PresentationNode } from '../../../formats/xbrl/presentation-tree.ts';
import type { XbrlAnomaly } from '../../../formats/xbrl/report.ts';
import type { XmlDocument } from '../../../formats/xbrl/xml-reader.ts';
import { type ConceptLabels, conceptLabels } from './concept-labels.ts';
import type { ReportNames } from './report-names.ts';
import { STANDARD_DEFAULTS, standardRoleOf } from './standard-roles.ts';

/** A schema or linkbase of a filing, decoded. */
export type TaxonomyFile = XmlDocument;

/** The presentation of facts in the schema and linkbases of one filing. Concepts have their standard names. */
export interface FilingTaxonomy {
  roles: FiledRole[];
  /** URIs of roles that only change presentations of a taxonomy outside the filing: they cannot be shown. */
  changedRoles: string[];
  /** ISO 639-1: the language in which labels are preferred. */
  language: string;
  labels: ConceptLabels;
  /** Axis to its default member, which applies to facts without the axis. */
  defaultMembers: ReadonlyMap<string, string>;
  isAbstract(concept: string): boolean;
  anomalies: XbrlAnomaly[];
}

/** One presentation: a statement, a note, a table of a note. */
export interface FiledRole {
  uri: string;
  /** `0000002 - Statement - CONSOLIDATED BALANCE SHEETS`; null if the schema does not state it. */
  definition: string | null;
  /** Concepts by their usual names. */
  roots: PresentationNode[];
}

const PARENT_CHILD = 'http://www.xbrl.org/2003/arcrole/parent-child';
const DIMENSION_DEFAULT = 'http://xbrl.org/int/dim/arcrole/dimension-default';

/**
 * Reads them in any order; each file may be a schema, a linkbase, or a schema with linkbases inside. Labels are preferred
 * in `language` (ISO 639-1).
 */
export function readFilingTaxonomy(
  files: readonly TaxonomyFile[],
  names: ReportNames,
  language = 'en',
): FilingTaxonomy {
  const schemas: XbrlSchema[] = [];
  const linkbases: XbrlLinkbase[] = [];
  for (const document of files) {
    if (/<(?:[\w-]+:)?schema[\s>]/.test(document.source)) schemas.push(parseSchema(document));
    linkbases.push(parseLinkbase(document));
  }
  const elements = new Map(schemas.flatMap(schema => [...schema.elements]));
  const definitions = new Map(schemas.flatMap(schema => [...schema.roles]));
  const nameOf = conceptNamer(elements, names);
  const anomalies = anomaliesOf(schemas, linkbases);
  const abstract = new Set([...elements].filter(([, element]) => element.isAbstract).map(([id]) => nameOf(id)));
  const presented = linkbases.flatMap(linkbase => linkbase.presentation).filter(arc => arc.arcrole === PARENT_CHILD);
  const changedRoles = rolesChangedBy(presented);
  const whole = presented.filter(arc => !changedRoles.has(arc.role));
  return {
    roles: presentedRoles(whole, definitions, nameOf, anomalies),
    changedRoles: [...changedRoles],
    language,
    labels: conceptLabels(
      linkbases.flatMap(linkbase => linkbase.labels),
      nameOf,
      language,
    ),
    defaultMembers: new Map([...STANDARD_DEFAULTS, ...defaultMembers(linkbases, nameOf)]),
    isAbstract: concept => abstract.has(concept) || ABSTRACT_NAME.test(concept),
    anomalies,
  };
}

/** Types of items without a value in the standard taxonomies, which no filing includes. */
const ABSTRACT_NAME = /(?:Abstract|RollForward|Table|LineItems|Axis|Domain|Member|Hierarchy)$/;

function anomaliesOf(schemas: readonly XbrlSchema[], linkbases: readonly XbrlLinkbase[]): XbrlAnomaly[] {
  const reported = new Set<string>();
  // A file that is read both as schema and as linkbase reports faults of its markup twice.
  return [...schemas, ...linkbases]
    .flatMap(part => part.anomalies)
    .filter(({ kind, document, locator }) => {
      const key = `${kind} ${document} ${locator}`;
      if (reported.has(key)) return false;
      reported.add(key);
      return true;
    });
}

/** Locators name elements by id. */
function conceptNamer(elements: ReadonlyMap<string, SchemaElement>, names: ReportNames): (id: string) => string {
  const known = new Map<string, string>();
  return id => {
    const name = known.get(id) ?? nameOfElement(id, elements.get(id), names);
    known.set(id, name);
    return name;
  };
}

function nameOfElement(id: string, element: SchemaElement | undefined, names: ReportNames): string {
  const prefixOfId = id.slice(0, Math.max(0, id.indexOf('_')));
  if (element === undefined) return names.ofElementId(id);
  return `${names.prefixOf(element.namespace) ?? prefixOfId}:${element.localName}`;
}

/** Roles in which an arc is prohibited that no file of the filing defines: the registry's taxonomy defines it. */
function rolesChangedBy(arcs: readonly LinkbaseArc[]): Set<string> {
  const keyOf = ({ role, from, to }: LinkbaseArc): string => `${role} ${from} ${to}`;
  const laid = new Set(arcs.filter(arc => !arc.isProhibited).map(keyOf));
  const changed = new Set(arcs.filter(arc => arc.isProhibited && !laid.has(keyOf(arc))).map(arc => arc.role));
  return new Set([...changed].filter(role => standardRoleOf(role) !== null));
}

function presentedRoles(
  arcs: readonly LinkbaseArc[],
  definitions: ReadonlyMap<string, string>,
  nameOf: (id: string) => string,
  anomalies: XbrlAnomaly[],
): FiledRole[] {
  const byRole = Map.groupBy(effectiveArcs(arcs), arc => arc.role);
  const roles = [...byRole].map(([uri, roleArcs]): FiledRole => {
    const named = roleArcs.map((arc): LinkbaseArc => ({ ...arc, from: nameOf(arc.from), to: nameOf(arc.to) }));
    const { roots, problems } = buildPresentation(named);
    for (const detail of problems) anomalies.push({ kind: 'presentation', document: '', locator: uri, detail });
    const definition = definitions.get(uri) ?? null;
    if (definition === null && definitions.size > 0 && !STANDARD_ROLE.test(uri)) {
      anomalies.push({ kind: 'undefined_role', document: '', locator: uri, detail: 'the schema defines no such role' });
    }
    return { uri, definition, roots };
  });
  return roles.sort((first, second) => compare(first.definition ?? first.uri, second.definition ?? second.uri));
}

/** Roles of the taxonomies themselves, whose definitions no filing includes. */
const STANDARD_ROLE =
  /^https?:\/\/(?:xbrl\.sec\.gov|fasb\.org|xbrl\.us|www\.xbrl\.org|disclosure\.edinet-fsa\.go\.jp|dart\.fss\.or\.kr)\//;

function compare(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function defaultMembers(linkbases: readonly XbrlLinkbase[], nameOf: (id: string) => string): Map<string, string> {
  const arcs = linkbases.flatMap(linkbase => linkbase.definition).filter(arc => arc.arcrole === DIMENSION_DEFAULT);
  return new Map(effectiveArcs(arcs).map(arc => [nameOf(arc.from), nameOf(arc.to)]));
}
