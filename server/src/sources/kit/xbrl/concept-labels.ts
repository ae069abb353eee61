import { conceptLabel } from '../../../domain/filings/facts/model/concept-words.ts';
import type { ConceptLabel } from '../../../formats/xbrl/parse-linkbase.ts';

const STANDARD = 'http://www.xbrl.org/2003/role/label';
const TERSE = 'http://www.xbrl.org/2003/role/terseLabel';

/** The filer's labels, by concept and role. */
export interface ConceptLabels {
  /**
   * In the requested language: in the preferred role, else the standard label, else any. If the filing labels the concept in
   * another language only, `printed` text precedes those labels. The concept's own name in words is last.
   */
  of(concept: string, preferredRole: string | null, printed?: string | null): string;
  /** One label for each concept that has any: the shortest of its terse and standard ones comes first. */
  all(): Map<string, string>;
}

/** Of labels in several languages: the one in `language` (ISO 639-1), else in English, else in any. */
export function conceptLabels(
  labels: readonly ConceptLabel[],
  nameOf: (id: string) => string,
  language: string,
): ConceptLabels {
  const byConcept = new Map<string, Map<string, ConceptLabel>>();
  for (const label of labels) {
    if (label.text === '') continue;
    const concept = nameOf(label.concept);
    const roles = byConcept.get(concept) ?? new Map<string, ConceptLabel>();
    byConcept.set(concept, roles);
    const other = roles.get(label.role);
    if (other === undefined || rankOf(label, language) < rankOf(other, language)) roles.set(label.role, label);
  }
  const labelOf = (concept: string, role: string | null): ConceptLabel | undefined => {
    const roles = byConcept.get(concept);
    return roles?.get(role ?? STANDARD) ?? sameKind(roles, role) ?? roles?.get(STANDARD) ?? firstOf(roles);
  };
  return {
    of: (concept, role, printed = null) => {
      const label = labelOf(concept, role);
      if (label !== undefined && (printed === null || rankOf(label, language) === 0)) return withoutKind(label.text);
      return printed ?? conceptLabel(concept).replace(/ Abstract$/, '');
    },
    all: () =>
      new Map([...byConcept.keys()].map(concept => [concept, withoutKind(labelOf(concept, TERSE)?.text ?? '')])),
  };
}

/** 0 is best. Labels without a language of their own are taken for the registry's. */
function rankOf({ language: reported }: ConceptLabel, wanted: string): number {
  const code = reported.slice(0, 2).toLowerCase();
  if (code === wanted || code === '') return 0;
  return code === 'en' ? 1 : 2;
}

/** A label of the same name under another authority: `…/2009/role/negatedLabel` for `…xbrl.us/…/negated`. */
function sameKind(roles: Map<string, ConceptLabel> | undefined, role: string | null): ConceptLabel | undefined {
  if (roles === undefined || role === null) return undefined;
  const kind = kindOf(role);
  for (const [other, label] of roles) if (kindOf(other) === kind) return label;
  return undefined;
}

function kindOf(role: string): string {
  return role
    .slice(role.lastIndexOf('/') + 1)
    .replace(/^negated/i, '')
    .replace(/label$/i, '')
    .toLowerCase();
}

function firstOf(roles: Map<string, ConceptLabel> | undefined): ConceptLabel | undefined {
  return roles?.values().next().value;
}

/** Taxonomies end labels with their kind, which no reader of a statement needs. */
function withoutKind(label: string): string {
  const shortened = label.replace(/\s*\[(?:member|domain|メンバー|구성요소|구성원)\]$/i, '');
  return shortened === '' ? label : shortened;
}
