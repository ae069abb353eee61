import type { LinkbaseArc, XbrlLinkbase } from '../../formats/xbrl/parse-linkbase.ts';
import { buildPresentation, type PresentationNode } from '../../formats/xbrl/presentation-tree.ts';
import { effectiveArcs } from '../../formats/xbrl/relationships.ts';
import type { AsFiledRow, AsFiledStatement, AsFiledStatementType, ReportedFact } from '../../model/filing-contents.ts';
import type { ReportNames } from '../xbrl/report-names.ts';
import { BASIS_AXIS } from './xbrl-facts.ts';

const PARENT_CHILD = 'http://www.xbrl.org/2003/arcrole/parent-child';
const LABEL = 'http://www.xbrl.org/2003/role/label';

/** Statements by the code of their role (DART taxonomy): the last digit is 0 for consolidated, 5 for the company alone. */
const ROLES: readonly [RegExp, AsFiledStatementType, string][] = [
  [/D2[123]\d{2}[05]/, 'balance', '재무상태표'],
  [/D3[123]\d{2}[05]/, 'income', '손익계산서'],
  [/D4[123]\d{2}[05]/, 'comprehensive_income', '포괄손익계산서'],
  [/D5[12]\d{2}[05]/, 'cashflow', '현금흐름표'],
  [/D61\d{2}[05]/, 'changes_in_equity', '자본변동표'],
];

interface Presented {
  statements: AsFiledStatement[];
  labels: Map<string, string>;
  /** Roles whose presentation only changes that of the registry's taxonomy, which is not at hand: they are left out. */
  changedRoles: string[];
}

/** The statements of a package in their filer's order and words (Korean where it has them). */
export function presentStatements(
  facts: readonly ReportedFact[],
  linkbases: readonly XbrlLinkbase[],
  names: ReportNames,
): Presented {
  const labels = labelsOf(linkbases, names);
  const written = linkbases.flatMap(one => one.presentation).filter(arc => arc.arcrole === PARENT_CHILD);
  const changed = changedRoles(written);
  const arcs = effectiveArcs(written).filter(arc => !changed.has(arc.role));
  const index = indexFacts(facts);
  const statements = [...Map.groupBy(arcs, arc => arc.role)].flatMap(([role, own]) => {
    const kind = ROLES.find(([pattern]) => pattern.test(role));
    if (kind === undefined) return [];
    const { roots } = buildPresentation(own);
    return toStatement(role, kind, roots, { facts, index, labels, names }) ?? [];
  });
  return { statements: statements.sort(byRole), labels: plainLabels(labels), changedRoles: [...changed] };
}

/** Roles in which an arc is prohibited that nothing in the package has laid: it stands in the taxonomy. */
function changedRoles(arcs: readonly LinkbaseArc[]): Set<string> {
  const keyOf = ({ role, from, to }: LinkbaseArc): string => `${role} ${from} ${to}`;
  const laid = new Set(arcs.filter(arc => !arc.isProhibited).map(keyOf));
  return new Set(arcs.filter(arc => arc.isProhibited && !laid.has(keyOf(arc))).map(arc => arc.role));
}

function byRole(a: AsFiledStatement, b: AsFiledStatement): number {
  return a.role < b.role ? -1 : 1;
}

/** Labels by concept and role; of several languages Korean. */
function labelsOf(linkbases: readonly XbrlLinkbase[], names: ReportNames): Map<string, string> {
  const labels = new Map<string, string>();
  const all = linkbases.flatMap(one => one.labels);
  for (const { concept, role, text } of [
    ...all.filter(one => one.language !== 'ko'),
    ...all.filter(one => one.language === 'ko'),
  ]) {
    const words = text.replace(/\s+/g, ' ').trim();
    if (words !== '') labels.set(`${names.ofElementId(concept)} ${role}`, words);
  }
  return labels;
}

function plainLabels(labels: ReadonlyMap<string, string>): Map<string, string> {
  const plain = new Map<string, string>();
  for (const [key, text] of labels) {
    const [concept = '', role] = key.split(' ');
    if (role === LABEL || !plain.has(concept)) plain.set(concept, text);
  }
  return plain;
}

/** Facts of one basis and no other dimension, by concept. */
function indexFacts(facts: readonly ReportedFact[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [at, fact] of facts.entries()) {
    const axes = Object.keys(fact.dimensions);
    if (axes.length > 1 || (axes.length === 1 && axes[0] !== BASIS_AXIS)) continue;
    const key = `${fact.concept} ${fact.dimensions[BASIS_AXIS] ?? ''}`;
    const known = index.get(key);
    if (known === undefined) index.set(key, [at]);
    else known.push(at);
  }
  return index;
}

interface Sources {
  facts: readonly ReportedFact[];
  index: ReadonlyMap<string, number[]>;
  labels: ReadonlyMap<string, string>;
  names: ReportNames;
}

function toStatement(
  role: string,
  [, statementType, title]: (typeof ROLES)[number],
  roots: readonly PresentationNode[],
  sources: Sources,
): AsFiledStatement | null {
  const isAlone = /5$/.test(role);
  const basis = isAlone ? 'ifrs-full:SeparateMember' : 'ifrs-full:ConsolidatedMember';
  const nodes = roots.flatMap(flatten);
  const factsOf = (concept: string): number[] => sources.index.get(`${concept} ${basis}`) ?? [];
  const columns = columnsOf(
    nodes.flatMap(node => factsOf(sources.names.ofElementId(node.concept))),
    sources.facts,
    statementType,
  );
  const rows = nodes.flatMap(node => toRow(node, columns, factsOf, sources, basis));
  if (columns.length === 0 || rows.every(row => row.isAbstract)) return null;
  return { statementType, role, title: isAlone ? title : `연결 ${title}`, columns, rows };
}

function flatten(node: PresentationNode): PresentationNode[] {
  return [node, ...node.children.flatMap(flatten)];
}

type Column = AsFiledStatement['columns'][number];

/** The periods that its facts have, newest first; balances and flows are not mixed but for opening and closing rows. */
function columnsOf(places: readonly number[], facts: readonly ReportedFact[], type: AsFiledStatementType): Column[] {
  const columns = new Map<string, Column>();
  for (const place of places) {
    const fact = facts[place];
    if (fact === undefined || (fact.periodStart === null) !== (type === 'balance')) continue;
    const { periodStart, periodEnd } = fact;
    const label = periodStart === null ? periodEnd : `${periodStart} – ${periodEnd}`;
    columns.set(label, { label, periodStart, periodEnd });
  }
  return [...columns.values()].sort((a, b) =>
    a.periodEnd !== b.periodEnd
      ? a.periodEnd < b.periodEnd
        ? 1
        : -1
      : (a.periodStart ?? '') < (b.periodStart ?? '')
        ? 1
        : -1,
  );
}

function toRow(
  node: PresentationNode,
  columns: readonly Column[],
  factsOf: (concept: string) => number[],
  { facts, labels, names }: Sources,
  basis: string,
): AsFiledRow[] {
  const concept = names.ofElementId(node.concept);
  const isAbstract = /(?:Abstract|Table|LineItems|Axis|Member|Domain)$/.test(concept);
  if (/(?:Table|Axis|Member|Domain)$/.test(concept)) return [];
  const places = factsOf(concept);
  const cells = columns.map(column => places.find(place => isIn(facts[place], column)) ?? null);
  if (!isAbstract && cells.every(cell => cell === null)) return [];
  const preferred = node.preferredLabel ?? LABEL;
  return [
    {
      concept,
      label: labels.get(`${concept} ${preferred}`) ?? labels.get(`${concept} ${LABEL}`) ?? concept,
      level: node.depth,
      isAbstract,
      isTotal: /totalLabel$/i.test(preferred),
      isNegated: /negated/i.test(preferred),
      dimensions: { [BASIS_AXIS]: basis },
      cells,
    },
  ];
}

/** An instant stands in the column whose period ends with it. */
function isIn(fact: ReportedFact | undefined, column: Column): boolean {
  if (fact === undefined || fact.periodEnd !== column.periodEnd) return false;
  return fact.periodStart === null || fact.periodStart === column.periodStart;
}
