import { describe, expect, test } from 'vitest';
import { xbrlFormOf } from './xbrl-form.ts';

const INSTANCE = 'http://www.xbrl.org/2003/instance';
const INLINE = 'http://www.xbrl.org/2013/inlineXBRL';

describe('the form of an XBRL document', () => {
  test.each([
    ['a root with a prefix', `<xbrli:xbrl xmlns:xbrli="${INSTANCE}"/>`, 'instance'],
    ['a root in the default namespace', `<xbrl xmlns="${INSTANCE}">`, 'instance'],
    ['any other prefix, quoted with apostrophes', `<a:xbrl b:c="d" xmlns:a='${INSTANCE}' xmlns:b="e">`, 'instance'],
    [
      'a root after a declaration, comments and a document type',
      `\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE x [ <!ENTITY y "]"> ]>\n<xbrl xmlns="${INSTANCE}"/>`,
      'instance',
    ],
    ['an inline document', `<!DOCTYPE html><html xmlns:ix="${INLINE}"><body/></html>`, 'inline'],
    [
      'a namespace on an inner element',
      `<HTML><body>${'x'.repeat(1e5)}<p xmlns:i="${INLINE}"/></body></HTML>`,
      'inline',
    ],
    ['a linkbase', '<l:linkbase xmlns:l="http://www.xbrl.org/2003/linkbase"/>', 'linkbase'],
    ['a schema', '<schema xmlns="http://www.w3.org/2001/XMLSchema"/>', 'schema'],
    ['a page without tags', '<html><body>xbrl</body></html>', null],
    ['an element of the same name in another namespace', '<xbrl xmlns="http://www.example.com/"/>', null],
    ['a document that only contains an instance', `<data><xbrl xmlns="${INSTANCE}"/></data>`, null],
    ['no markup', '%PDF-1.4', null],
    ['an empty document', '', null],
  ])('is recognised by %s', (_, text, form) => {
    expect(xbrlFormOf(Buffer.from(text))).toBe(form);
  });

  test('is recognised in UTF-16 and under a wrong declaration of the encoding', () => {
    const page = `<?xml version="1.0" encoding="utf-8"?><html><p xmlns:ix="${INLINE}"/></html>`;
    expect(xbrlFormOf(Buffer.from(`\uFEFF${page}`, 'utf16le'))).toBe('inline');
    expect(xbrlFormOf(Buffer.from(`\uFEFF${page}`, 'utf16le').swap16())).toBe('inline');
    const korean = Buffer.from([...Buffer.from('<?xml version="1.0" encoding="utf-8"?><!-- '), 0xb0, 0xa1, 0xc7]);
    expect(xbrlFormOf(Buffer.concat([korean, Buffer.from(` --><xbrl xmlns="${INSTANCE}"/>`)]))).toBe('instance');
  });
});
