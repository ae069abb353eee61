import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { effectiveArcs, type LinkbaseArc, parseLinkbase } from './parse-linkbase.ts';
import { parseSchema } from './parse-schema.ts';
import { buildPresentation, type PresentationNode } from './presentation-tree.ts';

const PARENT_CHILD = 'http://www.xbrl.org/2003/arcrole/parent-child';

function linkbase(content: string): string {
  return `<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</link:linkbase>`;
}

function locator(id: string, file = 'larch.xsd'): string {
  return `<link:loc xlink:type="locator" xlink:label="${id}" xlink:href="${file}#larch_${id}"/>`;
}

function arc(from: string, to: string, attributes = ''): LinkbaseArc {
  const source = linkbase(`<link:presentationLink xlink:role="r">${locator(from)}${locator(to)}
    <link:presentationArc xlink:type="arc" xlink:arcrole="${PARENT_CHILD}" xlink:from="${from}" xlink:to="${to}" ${attributes}/>
    </link:presentationLink>`);
  const [read] = parseLinkbase({ name: 'larch_pre.xml', source }).presentation;
  if (read === undefined) throw new Error('no arc');
  return read;
}

function shown({ concept, children }: PresentationNode): string {
  const name = concept.replace('larch_', '');
  return children.length === 0 ? name : `${name}(${children.map(shown).join(' ')})`;
}

describe('parseLinkbase', () => {
  it('reads arcs with order, weight and preferred label, from relative and absolute URLs', () => {
    const source = linkbase(`<link:calculationLink xlink:role="http://larch.example/role/Income">
      ${locator('Sales', 'https://larch.example/2023/larch.xsd')}${locator('Gross')}
      <link:calculationArc xlink:type="arc" xlink:arcrole="sum" xlink:from="Gross" xlink:to="Sales" order="2.5" weight="-1"/>
      </link:calculationLink>`);
    const { calculation, anomalies } = parseLinkbase({ name: 'larch_cal.xml', source });
    expect(anomalies).toEqual([]);
    expect(calculation).toEqual([
      {
        role: 'http://larch.example/role/Income',
        arcrole: 'sum',
        from: 'larch_Gross',
        to: 'larch_Sales',
        order: 2.5,
        priority: 0,
        isProhibited: false,
        preferredLabel: null,
        weight: -1,
      },
    ]);
  });

  it('reads labels by role and language', () => {
    const total = 'http://www.xbrl.org/2003/role/totalLabel';
    const source = linkbase(`<link:labelLink>${locator('Sales')}
      <link:label xlink:type="resource" xlink:label="l" xlink:role="${total}" xml:lang="en-US">Total
        sales &amp; fees</link:label><link:label xlink:type="resource" xlink:label="l" xml:lang="fr">Ventes</link:label>
      <link:labelArc xlink:type="arc" xlink:from="Sales" xlink:to="l"/></link:labelLink>`);
    expect(parseLinkbase({ name: 'larch_lab.xml', source }).labels).toEqual([
      { concept: 'larch_Sales', role: total, language: 'en-US', text: 'Total sales & fees' },
      { concept: 'larch_Sales', role: 'http://www.xbrl.org/2003/role/label', language: 'fr', text: 'Ventes' },
    ]);
  });

  it('reports arcs and locators without a target', () => {
    const source = linkbase(`<link:presentationLink>${locator('A')}
      <link:loc xlink:type="locator" xlink:label="B" xlink:href="larch.xsd#element(/1/4)"/>
      <link:presentationArc xlink:type="arc" xlink:from="A" xlink:to="B"/></link:presentationLink>`);
    const { presentation, anomalies } = parseLinkbase({ name: 'larch_pre.xml', source });
    expect(presentation).toEqual([]);
    expect(anomalies.map(({ kind }) => kind)).toEqual(['locator', 'arc']);
  });

  it('stops at labels shared so often that few arcs mean millions of relationships', () => {
    const source = linkbase(`<link:presentationLink>
      ${'<link:loc xlink:type="locator" xlink:label="a" xlink:href="x.xsd#x"/>'.repeat(2_000)}
      <link:presentationArc xlink:type="arc" xlink:from="a" xlink:to="a"/></link:presentationLink>`);
    const { presentation, anomalies } = parseLinkbase({ name: 'larch_pre.xml', source });
    expect(presentation).toEqual([]);
    expect(anomalies.map(({ kind }) => kind)).toEqual(['too_many_relations']);
  });
});

describe('effectiveArcs and buildPresentation', () => {
  it('a prohibiting arc of the same or a higher priority removes its equivalent', () => {
    const standing = [arc('A', 'B'), arc('A', 'C'), arc('A', 'C', 'use="prohibited" priority="1"')];
    expect(effectiveArcs(standing).map(({ to }) => to)).toEqual(['larch_B']);
    const weaker = [arc('A', 'C', 'priority="2"'), arc('A', 'C', 'use="prohibited" priority="1"')];
    expect(effectiveArcs(weaker)).toHaveLength(1);
    const other = [arc('A', 'C', 'order="1"'), arc('A', 'C', 'order="2" use="prohibited"')];
    expect(effectiveArcs(other)).toHaveLength(1);
  });

  it('sorts children by order and repeats a concept at each position', () => {
    const arcs = [arc('A', 'B', 'order="3"'), arc('A', 'C', 'order="1"'), arc('C', 'B'), arc('D', 'B')];
    expect(buildPresentation(arcs).roots.map(shown)).toEqual(['A(C(B) B)', 'D(B)']);
  });

  it('drops arcs that close a cycle, and reports them', () => {
    const { roots, problems } = buildPresentation([
      arc('A', 'B'),
      arc('B', 'C'),
      arc('C', 'B'),
      arc('X', 'Y'),
      arc('Y', 'X'),
    ]);
    expect(roots.map(shown)).toEqual(['A(B(C))', 'X(Y)']);
    expect(problems).toEqual([
      'the arc from larch_C to larch_B closes a cycle',
      'the arc from larch_Y to larch_X closes a cycle',
    ]);
  });

  it('limits trees that double with every level, and trees with thousands of levels', () => {
    const template = arc('A', 'B');
    const doubling = Array.from({ length: 60 }, (_, level) =>
      [1, 2].map(order => ({ ...template, from: `n${level}`, to: `n${level + 1}`, order })),
    ).flat();
    let problems: string[] = [];
    expect(processorMs(() => (problems = buildPresentation(doubling).problems))).toBeLessThan(10_000);
    expect(problems).toEqual(['over 50000 rows']);
    const deep = Array.from({ length: 20_000 }, (_, level) => ({
      ...template,
      from: `n${level}`,
      to: `n${level + 1}`,
    }));
    expect(processorMs(() => (problems = buildPresentation(deep).problems))).toBeLessThan(10_000);
    expect(problems).toContain('over 100 levels');
  });
});

describe('parseSchema', () => {
  it('reads elements by id and roles with their definitions', () => {
    const source = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:link="http://www.xbrl.org/2003/linkbase"
      xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xlink="http://www.w3.org/1999/xlink" targetNamespace="http://larch.example/2023">
      <xsd:annotation><xsd:appinfo><link:linkbaseRef xlink:type="simple" xlink:href="larch_pre.xml"/>
      <link:roleType id="R" roleURI="http://larch.example/role/Income"><link:definition>0002 - Statement -
        Income</link:definition></link:roleType></xsd:appinfo></xsd:annotation>
      <xsd:import namespace="n" schemaLocation="https://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-2023.xsd"/>
      <xsd:element id="larch_Needles" name="Needles" type="xbrli:monetaryItemType" substitutionGroup="xbrli:item"
        xbrli:periodType="duration" xbrli:balance="credit" abstract="false"/></xsd:schema>`;
    const schema = parseSchema({ name: 'larch.xsd', source });
    expect(schema.anomalies).toEqual([]);
    expect([...schema.roles]).toEqual([['http://larch.example/role/Income', '0002 - Statement - Income']]);
    expect(schema.linkbaseRefs).toEqual(['larch_pre.xml']);
    expect(schema.elements.get('larch_Needles')).toEqual({
      namespace: 'http://larch.example/2023',
      localName: 'Needles',
      isAbstract: false,
      periodType: 'duration',
      balance: 'credit',
      type: 'monetaryItemType',
      substitutionGroup: 'item',
    });
  });

  it('reports a document that is not a schema', () => {
    expect(parseSchema({ name: 'x.xsd', source: '<a/>' }).anomalies.map(({ kind }) => kind)).toEqual(['not_a_schema']);
  });
});
