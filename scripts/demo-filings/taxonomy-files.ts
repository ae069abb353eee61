import { namespaces } from './inline-document.ts';
import type { DemoIssuer } from './issuers.ts';
import { type Line, REVENUE, STATEMENTS, type Statement } from './statements.ts';

/** A file that belongs to a tagged document. */
export interface TaxonomyFile {
  name: string;
  type: string;
  description: string;
  text: string;
}

const STANDARD_LABEL = 'http://www.xbrl.org/2003/role/label';
const TOTAL_LABEL = 'http://www.xbrl.org/2003/role/totalLabel';
const NEGATED_LABEL = 'http://www.xbrl.org/2009/role/negatedLabel';
const START_LABEL = 'http://www.xbrl.org/2003/role/periodStartLabel';
const END_LABEL = 'http://www.xbrl.org/2003/role/periodEndLabel';

/** A node of a presentation or definition. */
interface Node {
  concept: string;
  label: string;
  preferred?: string;
  children?: readonly Node[];
}

/** A node with children. */
type Branch = Node & { children: Node[] };

interface Role {
  name: string;
  definition: string;
  root: Node;
  sums: Statement['sums'];
}

/** The host is reserved (RFC 2606) and never resolves. */
export function ownNamespace(issuer: DemoIssuer, date: string): string {
  return `http://${issuer.prefix}.example/${date.replaceAll('-', '')}`;
}

/** Schema and linkbases of a tagged document of the period that ends on `date`. */
export function taxonomyFiles(issuer: DemoIssuer, date: string): TaxonomyFile[] {
  const stem = `${issuer.prefix}-${date.replaceAll('-', '')}`;
  const writer = new TaxonomyWriter(issuer, stem, ownNamespace(issuer, date));
  return [
    { name: `${stem}.xsd`, type: 'EX-101.SCH', description: 'XBRL TAXONOMY EXTENSION SCHEMA', text: writer.schema() },
    {
      name: `${stem}_cal.xml`,
      type: 'EX-101.CAL',
      description: 'XBRL TAXONOMY EXTENSION CALCULATION LINKBASE',
      text: writer.calculation(),
    },
    {
      name: `${stem}_def.xml`,
      type: 'EX-101.DEF',
      description: 'XBRL TAXONOMY EXTENSION DEFINITION LINKBASE',
      text: writer.definition(),
    },
    {
      name: `${stem}_lab.xml`,
      type: 'EX-101.LAB',
      description: 'XBRL TAXONOMY EXTENSION LABEL LINKBASE',
      text: writer.labels(),
    },
    {
      name: `${stem}_pre.xml`,
      type: 'EX-101.PRE',
      description: 'XBRL TAXONOMY EXTENSION PRESENTATION LINKBASE',
      text: writer.presentation(),
    },
  ];
}

function statementRole(statement: Statement, at: number): Role {
  const [first, ...lines] = statement.lines;
  if (first === undefined) throw new Error('a statement without lines');
  const root: Branch = { concept: first.concept, label: first.label, children: [] };
  const open: Branch[] = [root];
  for (const line of lines) {
    const branch = open.at(-1) ?? root;
    if (line.kind === 'heading') {
      const group: Branch = { concept: line.concept, label: line.label, children: [] };
      branch.children.push(group);
      open.push(group);
      continue;
    }
    branch.children.push(toNode(line));
    if (line.endsGroup) open.pop();
  }
  return {
    name: statement.name,
    definition: `${String(at + 2).padStart(7, '0')} - Statement - ${statement.title}`,
    root,
    sums: statement.sums,
  };
}

function toNode(line: Line): Node {
  const preferred = preferredOf(line);
  return { concept: line.concept, label: line.label, ...(preferred === null ? {} : { preferred }) };
}

function preferredOf(line: Line): string | null {
  if (line.moment === 'start') return START_LABEL;
  if (line.moment === 'end') return END_LABEL;
  if (line.isNegated) return NEGATED_LABEL;
  return line.kind === 'total' ? TOTAL_LABEL : null;
}

function revenueRole(issuer: DemoIssuer): Role {
  const { segments, regions } = issuer.money;
  return {
    name: 'DisaggregationOfRevenueDetails',
    definition: '0000007 - Disclosure - REVENUE (Details)',
    sums: [],
    root: {
      concept: 'us-gaap:RevenueFromContractWithCustomerAbstract',
      label: 'Revenue from Contract with Customer',
      children: [
        {
          concept: 'us-gaap:DisaggregationOfRevenueTable',
          label: 'Disaggregation of Revenue [Table]',
          children: [
            axis(
              'us-gaap:StatementBusinessSegmentsAxis',
              'Segments [Axis]',
              'us-gaap:SegmentDomain',
              'Segments [Domain]',
              segments.map(({ name, member }) => ({ concept: `${issuer.prefix}:${member}`, label: name })),
            ),
            axis(
              'srt:StatementGeographicalAxis',
              'Geographical [Axis]',
              'srt:SegmentGeographicalDomain',
              'Geographical [Domain]',
              regions.map(({ name, member }) => ({ concept: member, label: name })),
            ),
            axis(
              'srt:ProductOrServiceAxis',
              'Product and Service [Axis]',
              'srt:ProductsAndServicesDomain',
              'Product and Service [Domain]',
              [
                { concept: 'us-gaap:ProductMember', label: 'Products' },
                { concept: 'us-gaap:ServiceMember', label: 'Services' },
              ],
            ),
            {
              concept: 'us-gaap:DisaggregationOfRevenueLineItems',
              label: 'Disaggregation of Revenue [Line Items]',
              children: [{ concept: REVENUE, label: 'Net revenue' }],
            },
          ],
        },
      ],
    },
  };
}

function segmentRole(issuer: DemoIssuer): Role {
  return {
    name: 'SegmentDetails',
    definition: '0000008 - Disclosure - SEGMENT INFORMATION (Details)',
    sums: [],
    root: {
      concept: 'us-gaap:SegmentReportingAbstract',
      label: 'Segment Reporting',
      children: [
        {
          concept: 'us-gaap:ScheduleOfSegmentReportingInformationBySegmentTable',
          label: 'Schedule of Segment Reporting Information, by Segment [Table]',
          children: [
            axis(
              'us-gaap:StatementBusinessSegmentsAxis',
              'Segments [Axis]',
              'us-gaap:SegmentDomain',
              'Segments [Domain]',
              issuer.money.segments.map(({ name, member }) => ({ concept: `${issuer.prefix}:${member}`, label: name })),
            ),
            {
              concept: 'us-gaap:SegmentReportingInformationLineItems',
              label: 'Segment Reporting Information [Line Items]',
              children: [
                { concept: REVENUE, label: 'Net revenue' },
                { concept: 'us-gaap:OperatingIncomeLoss', label: 'Operating income (loss)' },
              ],
            },
          ],
        },
      ],
    },
  };
}

function axis(concept: string, label: string, domain: string, domainLabel: string, members: readonly Node[]): Node {
  return { concept, label, children: [{ concept: domain, label: domainLabel, children: members }] };
}

class TaxonomyWriter {
  readonly #issuer: DemoIssuer;
  readonly #stem: string;
  readonly #namespace: string;
  readonly #roles: readonly Role[];

  constructor(issuer: DemoIssuer, stem: string, namespace: string) {
    this.#issuer = issuer;
    this.#stem = stem;
    this.#namespace = namespace;
    this.#roles = [...STATEMENTS.map(statementRole), revenueRole(issuer), segmentRole(issuer)];
  }

  schema(): string {
    const { prefix, money } = this.#issuer;
    const { taxonomyYear } = this.#issuer.year;
    const names = namespaces(prefix, this.#namespace, taxonomyYear);
    const roles = this.#roles.map(role => {
      return `<link:roleType id="${role.name}" roleURI="${this.#uri(role)}"><link:definition>${role.definition}</link:definition><link:usedOn>link:presentationLink</link:usedOn><link:usedOn>link:calculationLink</link:usedOn><link:usedOn>link:definitionLink</link:usedOn></link:roleType>`;
    });
    const linkbases = ['cal', 'def', 'lab', 'pre'].map(kind => {
      return `<link:linkbaseRef xlink:type="simple" xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase" xlink:href="${this.#stem}_${kind}.xml"/>`;
    });
    const imports = [
      ['us-gaap', `https://xbrl.fasb.org/us-gaap/${taxonomyYear}/elts/us-gaap-${taxonomyYear}.xsd`],
      ['srt', `https://xbrl.fasb.org/srt/${taxonomyYear}/elts/srt-${taxonomyYear}.xsd`],
      ['dei', `https://xbrl.sec.gov/dei/${taxonomyYear}/dei-${taxonomyYear}.xsd`],
      ['country', `https://xbrl.sec.gov/country/${taxonomyYear}/country-${taxonomyYear}.xsd`],
    ].map(([name = '', place]) => `<xs:import namespace="${names[name]}" schemaLocation="${place}"/>`);
    const members = money.segments.map(({ member }) => {
      return `<xs:element id="${prefix}_${member}" name="${member}" type="dtr-types:domainItemType" substitutionGroup="xbrli:item" abstract="true" nillable="true" xbrli:periodType="duration"/>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xlink="${names.xlink}" xmlns:link="${names.link}" xmlns:xbrli="${names.xbrli}" xmlns:dtr-types="http://www.xbrl.org/dtr/type/2022-03-31" xmlns:${prefix}="${this.#namespace}" targetNamespace="${this.#namespace}" elementFormDefault="qualified">
<xs:annotation><xs:appinfo>
${[...roles, ...linkbases].join('\n')}
</xs:appinfo></xs:annotation>
<xs:import namespace="${names.xbrli}" schemaLocation="http://www.xbrl.org/2003/xbrl-instance-2003-12-31.xsd"/>
<xs:import namespace="http://www.xbrl.org/dtr/type/2022-03-31" schemaLocation="https://www.xbrl.org/dtr/type/2022-03-31/types.xsd"/>
${imports.join('\n')}
${members.join('\n')}
</xs:schema>
`;
  }

  presentation(): string {
    const links = this.#roles.map(role => {
      const tree = new LinkWriter(this);
      walk(role.root, (parent, node, order) => {
        tree.arc(
          'presentationArc',
          'http://www.xbrl.org/2003/arcrole/parent-child',
          parent.concept,
          node.concept,
          `order="${order}"${node.preferred === undefined ? '' : ` preferredLabel="${node.preferred}"`}`,
        );
      });
      return `<link:presentationLink xlink:type="extended" xlink:role="${this.#uri(role)}">\n${tree.text()}\n</link:presentationLink>`;
    });
    return this.#linkbase(links);
  }

  calculation(): string {
    const links = this.#roles.flatMap(role => {
      if (role.sums.length === 0) return [];
      const tree = new LinkWriter(this);
      for (const { total, parts } of role.sums) {
        for (const [n, [concept, weight]] of parts.entries()) {
          tree.arc(
            'calculationArc',
            'http://www.xbrl.org/2003/arcrole/summation-item',
            total,
            concept,
            `order="${n + 1}" weight="${weight}.0"`,
          );
        }
      }
      return [
        `<link:calculationLink xlink:type="extended" xlink:role="${this.#uri(role)}">\n${tree.text()}\n</link:calculationLink>`,
      ];
    });
    return this.#linkbase(links);
  }

  definition(): string {
    const links = this.#roles.flatMap(role => {
      const hypercube = role.root.children?.find(node => node.concept.endsWith('Table'));
      if (hypercube === undefined) return [];
      const tree = new LinkWriter(this);
      const base = 'http://xbrl.org/int/dim/arcrole';
      for (const [n, child] of (hypercube.children ?? []).entries()) {
        if (child.concept.endsWith('LineItems')) {
          tree.arc(
            'definitionArc',
            `${base}/all`,
            child.concept,
            hypercube.concept,
            'order="1" xbrldt:closed="true" xbrldt:contextElement="segment"',
          );
          for (const [m, line] of (child.children ?? []).entries())
            tree.arc('definitionArc', `${base}/domain-member`, child.concept, line.concept, `order="${m + 1}"`);
          continue;
        }
        tree.arc('definitionArc', `${base}/hypercube-dimension`, hypercube.concept, child.concept, `order="${n + 1}"`);
        for (const domain of child.children ?? []) {
          tree.arc('definitionArc', `${base}/dimension-domain`, child.concept, domain.concept, 'order="1"');
          tree.arc('definitionArc', `${base}/dimension-default`, child.concept, domain.concept, 'order="2"');
          for (const [m, member] of (domain.children ?? []).entries())
            tree.arc('definitionArc', `${base}/domain-member`, domain.concept, member.concept, `order="${m + 1}"`);
        }
      }
      return [
        `<link:definitionLink xlink:type="extended" xlink:role="${this.#uri(role)}">\n${tree.text()}\n</link:definitionLink>`,
      ];
    });
    return this.#linkbase(links);
  }

  labels(): string {
    const seen = new Map<string, Map<string, string>>();
    const note = (concept: string, role: string, label: string): void => {
      const known = seen.get(concept) ?? new Map<string, string>();
      if (!known.has(role)) known.set(role, label);
      seen.set(concept, known);
    };
    for (const { root } of this.#roles) {
      note(root.concept, STANDARD_LABEL, root.label);
      walk(root, (_, node) => {
        note(node.concept, STANDARD_LABEL, node.label);
        if (node.preferred !== undefined) note(node.concept, node.preferred, node.label);
      });
    }
    const tree = new LinkWriter(this);
    for (const [concept, labels] of seen) for (const [role, label] of labels) tree.label(concept, role, label);
    return this.#linkbase([
      `<link:labelLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">\n${tree.text()}\n</link:labelLink>`,
    ]);
  }

  /** `https://…/us-gaap-2025.xsd#us-gaap_Assets` */
  href(concept: string): string {
    const [prefix = '', name = ''] = concept.split(':');
    const id = `${prefix}_${name}`;
    const { taxonomyYear } = this.#issuer.year;
    if (prefix === this.#issuer.prefix) return `${this.#stem}.xsd#${id}`;
    const host =
      prefix === 'us-gaap' || prefix === 'srt'
        ? `https://xbrl.fasb.org/${prefix}/${taxonomyYear}/elts`
        : `https://xbrl.sec.gov/${prefix}/${taxonomyYear}`;
    return `${host}/${prefix}-${taxonomyYear}.xsd#${id}`;
  }

  #uri(role: Role): string {
    return `http://${this.#issuer.prefix}.example/role/${role.name}`;
  }

  #linkbase(links: readonly string[]): string {
    const refs = this.#roles.map(role => {
      return `<link:roleRef roleURI="${this.#uri(role)}" xlink:href="${this.#stem}.xsd#${role.name}" xlink:type="simple"/>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>
<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xbrldt="http://xbrl.org/2005/xbrldt">
${[...refs, ...links].join('\n')}
</link:linkbase>
`;
  }
}

/** Locators, arcs and labels of one extended link. */
class LinkWriter {
  readonly #taxonomy: TaxonomyWriter;
  readonly #lines: string[] = [];
  readonly #locators = new Set<string>();

  constructor(taxonomy: TaxonomyWriter) {
    this.#taxonomy = taxonomy;
  }

  arc(name: string, arcrole: string, from: string, to: string, more: string): void {
    const [a, b] = [this.#locate(from), this.#locate(to)];
    this.#lines.push(
      `<link:${name} xlink:type="arc" xlink:arcrole="${arcrole}" xlink:from="${a}" xlink:to="${b}" ${more}/>`,
    );
  }

  label(concept: string, role: string, text: string): void {
    const locator = this.#locate(concept);
    const label = `lab_${locator}_${this.#lines.length}`;
    const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    this.#lines.push(
      `<link:label xlink:type="resource" xlink:label="${label}" xlink:role="${role}" xml:lang="en-US">${plain}</link:label>`,
      `<link:labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" xlink:from="${locator}" xlink:to="${label}"/>`,
    );
  }

  text(): string {
    return this.#lines.join('\n');
  }

  #locate(concept: string): string {
    const label = `loc_${concept.replace(':', '_')}`;
    if (!this.#locators.has(label)) {
      this.#locators.add(label);
      this.#lines.push(
        `<link:loc xlink:type="locator" xlink:href="${this.#taxonomy.href(concept)}" xlink:label="${label}"/>`,
      );
    }
    return label;
  }
}

function walk(node: Node, visit: (parent: Node, child: Node, order: number) => void): void {
  for (const [n, child] of (node.children ?? []).entries()) {
    visit(node, child, n + 1);
    walk(child, visit);
  }
}
