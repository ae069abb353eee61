import { expect, test } from 'vitest';
import { extractInline } from './extract-inline.ts';

const DOCUMENT = `<?xml version="1.0" encoding="ISO-8859-1"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:fic="http://fictional.example/2030"><body><div><ix:header><ix:references><link:schemaRef xlink:type="simple" xlink:href="fic.xsd"/></ix:references><ix:resources><xbrli:context id="y"><xbrli:entity><xbrli:identifier scheme="http://fictional.example">1</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>2030-12-31</xbrli:instant></xbrli:period></xbrli:context></ix:resources></ix:header></div><p><ix:nonNumeric id="n" name="fic:Name" contextRef="y">Café Été 2030</ix:nonNumeric></p></body></html>`;

test('reading a document piece by piece gives the same result as reading it at once, in the encoding declared in its first piece', () => {
  const bytes = Buffer.from(DOCUMENT, 'latin1');
  const pieces = function* (): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97);
  };
  const whole = extractInline([{ name: 'whole.htm', source: bytes }]);
  const streamed = extractInline([{ name: 'whole.htm', source: pieces() }]);
  expect(streamed).toEqual(whole);
  expect(streamed.facts.map(fact => fact.value)).toEqual(['Café Été 2030']);
  expect(extractInline([{ name: 'nothing.htm', source: [] }]).facts).toEqual([]);
});
