import type { ConceptLabel } from '../../formats/xbrl/parse-linkbase.ts';
import { conceptInWords } from '../../model/concept-words.ts';

const STANDARD = 'http://www.xbrl.org/2003/role/label';

/** The filer's labels, by concept and role. */
export interface ConceptLabels {
  /** In the preferred role, else the standard label, else any, else the concept's own name in words. */
  of(concept: string, preferredRole: string | null): string;
  /** One label for each concept that has any: the shortest of its terse and standard ones comes first. */
  all(): Map<string, string>;
}

/** Takes English where a label is given in several languages. */
export function conceptLabels(labels: readonly ConceptLabel[], nameOf: (id: string) => string): ConceptLabels {
  const byConcept = new Map<string, Map<string, ConceptLabel>>();
  for (const label of labels) {
    if (label.text === '') continue;
    const concept = nameOf(label.concept);
    const roles = byConcept.get(concept) ?? new Map<string, ConceptLabel>();
    byConcept.set(concept, roles);
    const other = roles.get(label.role);
    if (other === undefined || (isEnglish(label) && !isEnglish(other))) roles.set(label.role, label);
  }
  const labelOf = (concept: string, role: string | null): string => {
    const roles = byConcept.get(concept);
    const label = roles?.get(role ?? STANDARD) ?? sameKind(roles, role) ?? roles?.get(STANDARD) ?? firstOf(roles);
    return label === undefined ? conceptInWords(concept) : withoutKind(label.text);
  };
  return {
    of: labelOf,
    all: () => new Map([...byConcept.keys()].map(concept => [concept, labelOf(concept, TERSE)])),
  };
}

const TERSE = 'http://www.xbrl.org/2003/role/terseLabel';

function isEnglish(label: ConceptLabel): boolean {
  return /^en\b/i.test(label.language);
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

/** The taxonomy ends labels of members with their kind, which no reader of a statement needs. */
function withoutKind(label: string): string {
  const shortened = label.replace(/\s*\[(?:Member|Domain)\]$/, '');
  return shortened === '' ? label : shortened;
}
