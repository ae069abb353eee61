import { splitName, type XmlElement } from './xml-element.ts';

export interface XbrlUnit {
  id: string;
  /** Local names of measures: `USD`, `shares`, `USD/shares`, `USD*pure`, those of a product in alphabetical order. */
  name: string;
}

/** Parses an `xbrli:unit` (XBRL 2.1 §4.8); a text states why it is invalid. */
export function parseUnit(unit: XmlElement): XbrlUnit | string {
  const id = unit.attributes.get('id')?.trim();
  if (!id) return 'a unit has no id';
  const divide = unit.children.find(child => child.localName === 'divide');
  if (divide === undefined) {
    const name = product(unit);
    return name.problem ?? { id, name: name.text };
  }
  const side = (localName: string): XmlElement | undefined =>
    divide.children.find(child => child.localName === localName);
  const [over, under] = [side('unitNumerator'), side('unitDenominator')];
  if (over === undefined || under === undefined) return `unit ${id} divides without a numerator and a denominator`;
  const [numerator, denominator] = [product(over), product(under)];
  return numerator.problem ?? denominator.problem ?? { id, name: `${numerator.text}/${denominator.text}` };
}

function product(parent: XmlElement): { text: string; problem?: string } {
  const measures = parent.children.filter(child => child.localName === 'measure');
  if (measures.length === 0) return { text: '', problem: 'a unit has no measure' };
  const names: string[] = [];
  for (const measure of measures) {
    const name = measure.text.trim();
    const { prefix, localName } = splitName(name);
    if (localName === '') return { text: '', problem: 'a measure is empty' };
    if (prefix !== '' && measure.namespaceOf(prefix) === undefined) {
      return { text: '', problem: `the prefix of measure ${name.slice(0, 80)} is not declared` };
    }
    names.push(localName);
  }
  return { text: names.sort().join('*') };
}
