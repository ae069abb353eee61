import { splitName, type XmlElement } from './xml-element.ts';

export interface XbrlUnit {
  id: string;
  /** Local names of measures: `USD`, `shares`, `USD/shares`, `USD*pure`, those of a product in alphabetical order. */
  name: string;
  /** A rule that the unit breaks although it can be read; null if there is none. */
  remark: string | null;
}

const INSTANCE = 'http://www.xbrl.org/2003/instance';

/** Parses an `xbrli:unit` (XBRL 2.1 §4.8); a text states why it is invalid. */
export function parseUnit(unit: XmlElement): XbrlUnit | string {
  const id = unit.attributes.get('id')?.trim();
  if (!id) return 'a unit has no id';
  const divide = unit.children.find(child => child.localName === 'divide');
  if (divide === undefined) {
    const name = product(unit);
    return name.problem ?? { id, name: name.text, remark: name.remark };
  }
  const side = (localName: string): XmlElement | undefined =>
    divide.children.find(child => child.localName === localName);
  const [over, under] = [side('unitNumerator'), side('unitDenominator')];
  if (over === undefined || under === undefined) return `unit ${id} divides without a numerator and a denominator`;
  const [numerator, denominator] = [product(over), product(under)];
  const both = numerator.measures.find(measure => denominator.measures.includes(measure));
  const remark = both === undefined ? null : 'a measure is in both the numerator and the denominator';
  return (
    numerator.problem ??
    denominator.problem ?? {
      id,
      name: `${numerator.text}/${denominator.text}`,
      remark: remark ?? numerator.remark ?? denominator.remark,
    }
  );
}

interface Product {
  text: string;
  /** Expanded names. */
  measures: string[];
  problem?: string;
  remark: string | null;
}

function product(parent: XmlElement): Product {
  const invalid = (problem: string): Product => ({ text: '', measures: [], problem, remark: null });
  const elements = parent.children.filter(child => child.localName === 'measure');
  if (elements.length === 0) return invalid('a unit has no measure');
  const names: string[] = [];
  const measures: string[] = [];
  let remark: string | null = null;
  for (const measure of elements) {
    const name = measure.text.trim();
    const { prefix, localName } = splitName(name);
    if (localName === '') return invalid('a measure is empty');
    const namespace = measure.namespaceOf(prefix);
    if (prefix !== '' && namespace === undefined) {
      return invalid(`the prefix of measure ${name.slice(0, 80)} is not declared`);
    }
    if (namespace === INSTANCE && localName !== 'pure' && localName !== 'shares')
      remark = `measure ${name.slice(0, 80)} is neither pure nor shares, the only ones of its namespace`;
    names.push(localName);
    measures.push(`{${namespace ?? ''}}${localName}`);
  }
  return { text: names.sort().join('*'), measures, remark };
}
