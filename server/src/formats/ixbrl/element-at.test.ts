import { expect, it } from 'vitest';
import { elementAt, isMarkup, resourceOf } from './element-at.ts';

const DOCUMENT = `<html><xbrli:context id="c-10"><xbrli:entity/></xbrli:context>
<xbrli:context scheme='a > b' id="c-1"><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
<unit id='u'><measure>iso4217:USD</measure></unit><a id="c-2"/>
<ix:nonFraction id="f" contextRef="c-1" note="a > b &amp; c" scale="6">(<b>1,250</b>)</ix:nonFraction></html>`;

it('reads an element between two offsets: its attributes, and its text without markup', () => {
  const start = DOCUMENT.indexOf('<ix:');
  const end = DOCUMENT.indexOf('</html>');
  expect(isMarkup(DOCUMENT, start)).toBe(true);
  expect(isMarkup(DOCUMENT, start + 1)).toBe(false);
  expect(elementAt(DOCUMENT, start, end)).toEqual({
    attributes: { id: 'f', contextRef: 'c-1', note: 'a > b & c', scale: '6' },
    text: '(1,250)',
  });
});

it('finds contexts and units by their whole id, whatever prefix and quotes they have', () => {
  expect(resourceOf(DOCUMENT, 'context', 'c-1')).toMatch(
    /^<xbrli:context scheme[\s\S]*2024-12-31[\s\S]*<\/xbrli:context>$/,
  );
  expect(resourceOf(DOCUMENT, 'unit', 'u')).toBe("<unit id='u'><measure>iso4217:USD</measure></unit>");
  expect(resourceOf(DOCUMENT, 'context', 'c-2')).toBeNull();
  expect(resourceOf(DOCUMENT, 'context', 'none')).toBeNull();
});
