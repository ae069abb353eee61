import { qualifiedAttribute, XLINK } from './qualified-attribute.ts';
import type { XbrlAnomaly } from './report.ts';
import { splitName } from './xml-element.ts';
import { readXml, type XmlDocument, type XmlHandler, type XmlStartTag } from './xml-reader.ts';

/** The declarations of a taxonomy schema that statements need. */
export interface XbrlSchema {
  targetNamespace: string;
  /** By element id, which locators reference. */
  elements: Map<string, SchemaElement>;
  /** Definition by role URI: `0000002 - Statement - CONSOLIDATED BALANCE SHEETS`. */
  roles: Map<string, string>;
  /** As written; not fetched. */
  linkbaseRefs: string[];
  imports: string[];
  anomalies: XbrlAnomaly[];
}

export interface SchemaElement {
  namespace: string;
  localName: string;
  isAbstract: boolean;
  periodType: 'instant' | 'duration' | null;
  balance: 'debit' | 'credit' | null;
  /** Local name of the type: `monetaryItemType`, `domainItemType`. */
  type: string;
  /** Local name of the substitution group: `item`, `tuple`, `dimensionItem`, `hypercubeItem`. */
  substitutionGroup: string;
}

const SCHEMA = 'http://www.w3.org/2001/XMLSchema';
const LINKBASE = 'http://www.xbrl.org/2003/linkbase';
const INSTANCE = 'http://www.xbrl.org/2003/instance';

/**
 * Parses a taxonomy schema (XBRL 2.1 §5.1): elements, role types, references. `parseLinkbase` reads embedded linkbases.
 */
export function parseSchema(document: XmlDocument): XbrlSchema {
  const reader = new SchemaReader();
  const anomalies = readXml(document, reader);
  if (!reader.sawSchema) {
    anomalies.push({ kind: 'not_a_schema', document: document.name, locator: '@0', detail: 'no xsd:schema element' });
  }
  return { ...reader.schema, anomalies };
}

class SchemaReader implements XmlHandler {
  readonly schema: Omit<XbrlSchema, 'anomalies'> = {
    targetNamespace: '',
    elements: new Map(),
    roles: new Map(),
    linkbaseRefs: [],
    imports: [],
  };
  sawSchema = false;
  #roleUri: string | null = null;
  #definition: string | null = null;
  #depth = 0;
  #definitionDepth = 0;

  open(tag: XmlStartTag): void {
    this.#depth++;
    if (tag.namespace === SCHEMA) this.#openSchemaPart(tag);
    else if (tag.namespace === LINKBASE) this.#openLinkPart(tag);
  }

  #openSchemaPart(tag: XmlStartTag): void {
    if (tag.localName === 'schema' && !this.sawSchema) {
      this.sawSchema = true;
      this.schema.targetNamespace = tag.attributes.get('targetNamespace')?.trim() ?? '';
    } else if (tag.localName === 'import') {
      const location = tag.attributes.get('schemaLocation')?.trim();
      if (location) this.schema.imports.push(location);
    } else if (tag.localName === 'element') this.#addElement(tag);
  }

  #addElement(tag: XmlStartTag): void {
    const { attributes } = tag;
    const [id, localName] = [attributes.get('id')?.trim(), attributes.get('name')?.trim()];
    if (!id || !localName) return;
    const periodType = qualifiedAttribute(tag, INSTANCE, 'periodType');
    const balance = qualifiedAttribute(tag, INSTANCE, 'balance');
    const abstract = attributes.get('abstract')?.trim();
    this.schema.elements.set(id, {
      namespace: this.schema.targetNamespace,
      localName,
      isAbstract: abstract === 'true' || abstract === '1',
      periodType: periodType === 'instant' || periodType === 'duration' ? periodType : null,
      balance: balance === 'debit' || balance === 'credit' ? balance : null,
      type: splitName(attributes.get('type')?.trim() ?? '').localName,
      substitutionGroup: splitName(attributes.get('substitutionGroup')?.trim() ?? '').localName,
    });
  }

  #openLinkPart(tag: XmlStartTag): void {
    if (tag.localName === 'roleType') this.#roleUri = tag.attributes.get('roleURI')?.trim() || null;
    else if (tag.localName === 'definition' && this.#roleUri !== null) {
      this.#definition = '';
      this.#definitionDepth = this.#depth;
    } else if (tag.localName === 'linkbaseRef') {
      const href = qualifiedAttribute(tag, XLINK, 'href');
      if (href) this.schema.linkbaseRefs.push(href);
    }
  }

  text(text: string): void {
    if (this.#definition !== null && this.#definition.length < MAX_DEFINITION) this.#definition += text;
  }

  close(): void {
    if (this.#definition !== null && this.#depth === this.#definitionDepth) {
      const definition = this.#definition.replace(/\s+/g, ' ').trim();
      if (this.#roleUri !== null && definition !== '') this.schema.roles.set(this.#roleUri, definition);
      this.#definition = null;
      this.#roleUri = null;
    }
    this.#depth--;
  }
}

const MAX_DEFINITION = 10_000;
