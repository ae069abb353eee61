import { addToList } from '../../kernel/lists.ts';
import { qualifiedAttribute, XLINK } from './qualified-attribute.ts';
import type { XbrlAnomaly } from './report.ts';
import { readXml, type XmlDocument, type XmlHandler, type XmlStartTag } from './xml-reader.ts';

/** The relationships and labels of a linkbase as written, prohibited arcs included. */
export interface XbrlLinkbase {
  presentation: LinkbaseArc[];
  calculation: LinkbaseArc[];
  definition: LinkbaseArc[];
  labels: ConceptLabel[];
  anomalies: XbrlAnomaly[];
}

/** A relationship between two concepts, each identified by its element id: `us-gaap_Assets`. */
export interface LinkbaseArc {
  /** URI of the extended link. */
  role: string;
  arcrole: string;
  from: string;
  to: string;
  order: number;
  priority: number;
  isProhibited: boolean;
  /** Role of the label to show; null = the standard label. */
  preferredLabel: string | null;
  /** For calculation arcs: the weight of the part in its total. */
  weight: number | null;
}

export interface ConceptLabel {
  /** Element id. */
  concept: string;
  role: string;
  language: string;
  text: string;
}

const LINKBASE = 'http://www.xbrl.org/2003/linkbase';
const STANDARD_LABEL = 'http://www.xbrl.org/2003/role/label';

const KINDS: ReadonlyMap<string, LinkKind> = new Map([
  ['presentationLink', 'presentation'],
  ['calculationLink', 'calculation'],
  ['definitionLink', 'definition'],
  ['labelLink', 'label'],
]);
type LinkKind = 'presentation' | 'calculation' | 'definition' | 'label';

/**
 * A filing's linkbases have some ten thousand arcs. Labels are shared, so a few arcs can mean very many relationships.
 */
const MAX_RELATIONS = 1_000_000;
const MAX_LABEL = 100_000;

/**
 * Parses the extended links of a linkbase (XBRL 2.1 §5.2), or of a schema that contains one: presentation, calculation,
 * definition and label links. Skips references and other links. Fetches nothing: a locator's URL only identifies an
 * element.
 */
export function parseLinkbase(document: XmlDocument): XbrlLinkbase {
  const reader = new LinkbaseReader(document.name);
  const markupAnomalies = readXml(document, reader);
  const { linkbase } = reader;
  return { ...linkbase, anomalies: [...markupAnomalies, ...linkbase.anomalies] };
}

interface Arc extends Omit<LinkbaseArc, 'role' | 'from' | 'to'> {
  from: string;
  to: string;
  start: number;
}

interface Resource {
  role: string;
  language: string;
  text: string;
}

/** The state of one extended link while it is read. */
interface OpenLink {
  kind: LinkKind;
  role: string;
  locators: Map<string, string[]>;
  resources: Map<string, Resource[]>;
  arcs: Arc[];
}

class LinkbaseReader implements XmlHandler {
  readonly linkbase: XbrlLinkbase = { presentation: [], calculation: [], definition: [], labels: [], anomalies: [] };
  readonly #document: string;
  #link: OpenLink | null = null;
  #linkDepth = 0;
  #resource: Resource | null = null;
  #resourceDepth = 0;
  #depth = 0;
  #relations = 0;

  constructor(document: string) {
    this.#document = document;
  }

  open(tag: XmlStartTag): void {
    this.#depth++;
    if (this.#link === null) this.#openLink(tag);
    else if (this.#resource === null) this.#openMember(this.#link, tag);
  }

  #openLink(tag: XmlStartTag): void {
    const kind = tag.namespace === LINKBASE ? KINDS.get(tag.localName) : undefined;
    if (kind === undefined) return;
    const role = qualifiedAttribute(tag, XLINK, 'role') ?? '';
    this.#link = { kind, role, locators: new Map(), resources: new Map(), arcs: [] };
    this.#linkDepth = this.#depth;
  }

  #openMember(link: OpenLink, tag: XmlStartTag): void {
    const type = qualifiedAttribute(tag, XLINK, 'type');
    if (type === 'locator') this.#addLocator(link, tag);
    else if (type === 'arc') this.#addArc(link, tag);
    else if (type === 'resource') this.#openResource(link, tag);
  }

  #addLocator(link: OpenLink, tag: XmlStartTag): void {
    const href = qualifiedAttribute(tag, XLINK, 'href') ?? '';
    const label = qualifiedAttribute(tag, XLINK, 'label') ?? '';
    const element = elementOf(href);
    if (element === null) this.#report('locator', tag.start, `"${href.slice(0, 120)}" names no element by its id`);
    else addToList(link.locators, label, element);
  }

  #openResource(link: OpenLink, tag: XmlStartTag): void {
    const label = qualifiedAttribute(tag, XLINK, 'label') ?? '';
    const role = qualifiedAttribute(tag, XLINK, 'role') || STANDARD_LABEL;
    this.#resource = { role, language: tag.language ?? '', text: '' };
    this.#resourceDepth = this.#depth;
    addToList(link.resources, label, this.#resource);
  }

  #addArc(link: OpenLink, tag: XmlStartTag): void {
    const { attributes, start } = tag;
    link.arcs.push({
      arcrole: qualifiedAttribute(tag, XLINK, 'arcrole') ?? '',
      from: qualifiedAttribute(tag, XLINK, 'from') ?? '',
      to: qualifiedAttribute(tag, XLINK, 'to') ?? '',
      order: numberOf(attributes.get('order')) ?? 1,
      priority: numberOf(attributes.get('priority')) ?? 0,
      isProhibited: attributes.get('use')?.trim() === 'prohibited',
      preferredLabel: attributes.get('preferredLabel')?.trim() || null,
      weight: numberOf(attributes.get('weight')),
      start,
    });
  }

  text(text: string): void {
    if (this.#resource !== null && this.#resource.text.length < MAX_LABEL) this.#resource.text += text;
  }

  close(): void {
    if (this.#resource !== null && this.#depth === this.#resourceDepth) this.#resource = null;
    if (this.#link !== null && this.#depth === this.#linkDepth) {
      this.#finishLink(this.#link);
      this.#link = null;
    }
    this.#depth--;
  }

  #finishLink(link: OpenLink): void {
    for (const arc of link.arcs) {
      const from = link.locators.get(arc.from);
      if (from === undefined) this.#report('arc', arc.start, `no locator has the label "${arc.from.slice(0, 80)}"`);
      else if (link.kind === 'label') this.#addLabels(link, arc, from);
      else this.#addRelations(link, link.kind, arc, from);
    }
  }

  #addLabels(link: OpenLink, arc: Arc, concepts: readonly string[]): void {
    if (arc.isProhibited) return;
    const resources = link.resources.get(arc.to);
    if (resources === undefined) this.#report('arc', arc.start, `no label has the label "${arc.to.slice(0, 80)}"`);
    if (resources === undefined || this.#isTooMany(concepts.length * resources.length, arc.start)) return;
    for (const concept of concepts) {
      for (const { role, language, text } of resources) {
        this.linkbase.labels.push({ concept, role, language, text: text.replace(/\s+/g, ' ').trim() });
      }
    }
  }

  #addRelations(link: OpenLink, kind: Exclude<LinkKind, 'label'>, arc: Arc, sources: readonly string[]): void {
    const targets = link.locators.get(arc.to);
    if (targets === undefined) this.#report('arc', arc.start, `no locator has the label "${arc.to.slice(0, 80)}"`);
    if (targets === undefined || this.#isTooMany(sources.length * targets.length, arc.start)) return;
    const { start: _, ...attributes } = arc;
    for (const from of sources) {
      for (const to of targets) this.linkbase[kind].push({ ...attributes, role: link.role, from, to });
    }
  }

  #isTooMany(relations: number, start: number): boolean {
    const isFirst = this.#relations <= MAX_RELATIONS;
    this.#relations += relations;
    if (this.#relations <= MAX_RELATIONS) return false;
    if (isFirst) this.#report('too_many_relations', start, `over ${MAX_RELATIONS} relations; the rest is left out`);
    return true;
  }

  #report(kind: string, start: number, detail: string): void {
    this.linkbase.anomalies.push({ kind, document: this.#document, locator: `@${start}`, detail });
  }
}

/** The element id in a URL's fragment; null for other pointers, such as `#element(/1/14)`. */
function elementOf(href: string): string | null {
  const hash = href.indexOf('#');
  if (hash < 0) return null;
  const fragment = decodeFragment(href.slice(hash + 1));
  return /^[^\s()]{1,1000}$/.test(fragment) ? fragment : null;
}

/** The element id in a URL fragment, percent-decoded. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function numberOf(text: string | undefined): number | null {
  const number = Number(text?.trim() || Number.NaN);
  return Number.isFinite(number) ? number : null;
}

/**
 * The arcs in effect after prohibition and overriding (XBRL 2.1 §3.5.3.9.7): of equivalent arcs the one with the
 * highest priority wins, and a prohibiting arc of that priority removes them all. Ordered by first occurrence.
 */
export function effectiveArcs(arcs: readonly LinkbaseArc[]): LinkbaseArc[] {
  const effective = new Map<string, LinkbaseArc>();
  for (const arc of arcs) {
    const { role, arcrole, from, to, order, preferredLabel, weight } = arc;
    const key = [role, arcrole, from, to, order, preferredLabel, weight].join('\n');
    const other = effective.get(key);
    if (other === undefined || isStronger(arc, other)) effective.set(key, arc);
  }
  return [...effective.values()].filter(arc => !arc.isProhibited);
}

function isStronger(arc: LinkbaseArc, other: LinkbaseArc): boolean {
  if (arc.priority !== other.priority) return arc.priority > other.priority;
  return arc.isProhibited && !other.isProhibited;
}
