import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { PresentationNode } from '../../../formats/xbrl/presentation-tree.ts';
import type { FiledRole, FilingTaxonomy } from './filing-taxonomy.ts';

/** A presentation taken apart: its rows, and the axes and members that facts on it may have. */
export interface Presentation {
  role: FiledRole;
  rows: PresentedRow[];
  axes: PresentedAxis[];
}

/** A line of the presentation, headings among them, in order. */
export interface PresentedRow {
  concept: string;
  preferredLabel: string | null;
  depth: number;
  /** The depth without tables and their line items, which only frame the rows. */
  level: number;
  isAbstract: boolean;
  /** The instant of a column's period that the row shows, by the role of its label; null = not specified. */
  moment: 'start' | 'end' | null;
}

export interface PresentedAxis {
  axis: string;
  /** Members with their position in the presentation and the role of their label. */
  members: Map<string, { place: number; preferredLabel: string | null }>;
  /** Whether facts without this axis belong here: its default member is among the members, or no default is known. */
  takesDefault: boolean;
  /** The default member of this axis, which applies to facts without it; null if unknown. */
  byDefault: string | null;
}

/**
 * Rows and axes of a role, by the names that taxonomies give to tables: `…Axis`, `…Domain`, `…Member`, `…Table`. Facts
 * have the `implied` members whether or not the role presents their axes.
 */
export function presentationOf(
  role: FiledRole,
  implied: Readonly<Record<string, string>>,
  taxonomy: FilingTaxonomy,
): Presentation {
  const rows: PresentedRow[] = [];
  const axes = new Map(Object.entries(implied).map(([axis, member]) => [axis, impliedAxis(axis, member)]));
  const visit = (node: PresentationNode, level: number): void => {
    if (node.concept.endsWith('Axis')) {
      if (implied[node.concept] !== undefined) return;
      const known = axes.get(node.concept);
      axes.set(node.concept, presentedAxis(node, taxonomy, known));
      return;
    }
    if (!/(?:Domain|Member)$/.test(node.concept) || !taxonomy.isAbstract(node.concept)) {
      rows.push(toRow(node, level, taxonomy));
    }
    const below = /(?:Table|LineItems)$/.test(node.concept) ? level : level + 1;
    for (const child of node.children) visit(child, below);
  };
  for (const root of role.roots) visit(root, 0);
  return { role, rows, axes: [...axes.values()] };
}

function toRow(node: PresentationNode, level: number, taxonomy: FilingTaxonomy): PresentedRow {
  const { concept, preferredLabel, depth } = node;
  const isAbstract = taxonomy.isAbstract(concept);
  return { concept, preferredLabel, depth, level, isAbstract, moment: momentOf(preferredLabel) };
}

function momentOf(role: string | null): PresentedRow['moment'] {
  if (role === null) return null;
  if (/periodStart/i.test(role)) return 'start';
  return /periodEnd/i.test(role) ? 'end' : null;
}

function impliedAxis(axis: string, member: string): PresentedAxis {
  return {
    axis,
    members: new Map([[member, { place: 0, preferredLabel: null }]]),
    takesDefault: false,
    byDefault: null,
  };
}

function presentedAxis(
  node: PresentationNode,
  taxonomy: FilingTaxonomy,
  known: PresentedAxis | undefined,
): PresentedAxis {
  const members: PresentedAxis['members'] = known?.members ?? new Map();
  const visit = ({ concept, preferredLabel, children }: PresentationNode): void => {
    if (!members.has(concept)) members.set(concept, { place: members.size, preferredLabel });
    for (const child of children) visit(child);
  };
  for (const child of node.children) visit(child);
  const byDefault = taxonomy.defaultMembers.get(node.concept) ?? null;
  return { axis: node.concept, members, takesDefault: byDefault === null || members.has(byDefault), byDefault };
}

/** True if the presentation contains the fact's dimensions. */
export function isPlaced(fact: ReportedFact, axes: readonly PresentedAxis[]): boolean {
  let found = 0;
  for (const { axis, members, takesDefault } of axes) {
    const member = fact.dimensions[axis];
    if (member === undefined) {
      if (!takesDefault) return false;
      continue;
    }
    // Typed members are not elements: an axis without listed members accepts any of them.
    if (!members.has(member) && members.size > 0) return false;
    found++;
  }
  return found === Object.keys(fact.dimensions).length;
}
