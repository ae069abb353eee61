import { expect, it } from 'vitest';
import { extractInline } from './extract-inline.ts';

/*
 * Minimal documents for the names of the official Inline XBRL 1.1 suite, whose own files are not available. Each row of
 * FAIL is a name, the body of the document, and the anomalies by kind and element.
 */

const NAMESPACES = `xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"
 xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:f="http://fictional.example/2030" xmlns:o="urn:other"
 xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"
 xmlns:old="http://www.xbrl.org/inlineXBRL/transformation/2010-04-20"
 xmlns:same="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12"`;

const SCHEMA = '<link:schemaRef xlink:type="simple" xlink:href="f.xsd"/>';
const REFERENCES = `<ix:references>${SCHEMA}</ix:references>`;
const CONTEXT = contextWith('id="c"');
const UNIT = '<xbrli:unit id="u"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>';
const RESOURCES = `<ix:resources>${CONTEXT}${UNIT}<xbrli:unit id="v"><xbrli:measure>iso4217:EUR</xbrli:measure></xbrli:unit></ix:resources>`;
const HEADER = header(REFERENCES + RESOURCES);
/** Every document has this fact, which must be read whatever else the document contains. */
const GOOD = '<ix:nonFraction id="good" name="f:Good" contextRef="c" unitRef="u" decimals="0">7</ix:nonFraction>';

function contextWith(attributes: string): string {
  return `<xbrli:context ${attributes}><xbrli:entity><xbrli:identifier scheme="urn:s">F</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>2030-12-31</xbrli:instant></xbrli:period></xbrli:context>`;
}

function header(parts: string, attributes = ''): string {
  return `<div><ix:header${attributes}>${parts}</ix:header></div>`;
}

/** A document with a header of its own. */
function whole(parts: string, attributes = ''): string {
  return `<html ${NAMESPACES} xml:lang="en"${attributes}><head><title>F</title></head><body>${parts}</body></html>`;
}

function num(attributes: string, content = '1'): string {
  return `<ix:nonFraction name="f:N" contextRef="c" unitRef="u" decimals="0" ${attributes}>${content}</ix:nonFraction>`;
}

function text(attributes: string, content = 'x'): string {
  return `<ix:nonNumeric name="f:T" contextRef="c" ${attributes}>${content}</ix:nonNumeric>`;
}

const TERMS = '<ix:numerator>1</ix:numerator><ix:denominator>3</ix:denominator>';

function fraction(attributes: string, content = TERMS): string {
  return `<ix:fraction name="f:F" contextRef="c" unitRef="u" ${attributes}>${content}</ix:fraction>`;
}

function terms(numerator: string, denominator = '<ix:denominator>3</ix:denominator>'): string {
  return numerator + denominator;
}

function tuple(attributes: string, content = ''): string {
  return `<ix:tuple name="f:P" ${attributes}>${content}</ix:tuple>`;
}

function more(id: string, attributes = '', content = 'b'): string {
  return `<ix:continuation id="${id}" ${attributes}>${content}</ix:continuation>`;
}

function note(attributes: string, content = 'n'): string {
  return `<ix:footnote ${attributes}>${content}</ix:footnote>`;
}

/** Relationships are in the resources of a second header. */
function relate(...attributes: string[]): string {
  const relationships = attributes.map(attribute => `<ix:relationship ${attribute}/>`).join('');
  return header(`<ix:resources>${relationships}</ix:resources>`);
}

/** A body to which the header and the fact GOOD are added, or whole documents. */
type Source = string | string[];

function documents(source: Source): { name: string; source: string }[] {
  const bodies = typeof source === 'string' ? [source] : source;
  return bodies.map((body, at) => ({
    name: `${at}.htm`,
    source: body.startsWith('<html') || body.startsWith('<!') ? body : whole(`${at === 0 ? HEADER : ''}${GOOD}${body}`),
  }));
}

const REFUSED: [name: string, source: Source, anomalies: string][] = [
  // baseURIs
  [
    'FAIL-baseURI-on-ix-header',
    whole(header(REFERENCES + RESOURCES, ' xml:base="http://a/"') + GOOD),
    'unknown_attribute <ix:header',
  ],
  ['FAIL-baseURI-on-xhtml', whole(HEADER + GOOD, ' xml:base="http://a/"'), 'misplaced_base <html'],
  // continuation
  ['FAIL-continuation-duplicate-id', text('id="t" continuedAt="k"') + more('k') + more('k'), 'duplicate_id k'],
  [
    'FAIL-continuation-nonNumeric-circular',
    text('id="t" continuedAt="k"') + more('k', 'continuedAt="l"') + more('l', 'continuedAt="k"'),
    'continuation_circle t',
  ],
  [
    'FAIL-continuation-nonNumeric-circular2',
    text('id="t" continuedAt="k"') +
      more('k', 'continuedAt="l"') +
      more('l', 'continuedAt="m"') +
      more('m', 'continuedAt="l"'),
    'continuation_circle t',
  ],
  [
    'FAIL-continuation-nonNumeric-invalid-nesting',
    text('id="t" continuedAt="k"', `a${more('k')}`),
    'nested_continuation k',
  ],
  [
    'FAIL-continuation-nonNumeric-invalid-nesting-2',
    text('id="t" continuedAt="k"', 'a') + more('k', 'continuedAt="l"', `b${more('l', '', 'c')}`),
    'nested_continuation l',
  ],
  [
    'FAIL-continuation-nonNumeric-self',
    text('id="t" continuedAt="k"') + more('k', 'continuedAt="k"'),
    'continuation_circle t',
  ],
  [
    'FAIL-continuation-orphaned-cycle',
    more('k', 'continuedAt="l"') + more('l', 'continuedAt="k"'),
    'unused_continuation k, unused_continuation l',
  ],
  [
    'FAIL-continuation-used-twice',
    text('id="t" continuedAt="k"') + text('id="s" continuedAt="k"') + more('k'),
    'shared_continuation s',
  ],
  [
    'FAIL-footnote-continuation-invalid-nesting',
    note('id="n" continuedAt="k"', `a${more('k')}`),
    'nested_continuation k',
  ],
  [
    'FAIL-footnote-continuation-invalid-nesting-2',
    note('id="n" continuedAt="k"', 'a') + more('k', 'continuedAt="l"', `b${more('l', '', 'c')}`),
    'nested_continuation l',
  ],
  ['FAIL-nonNumeric-dangling-continuation', text('id="t" continuedAt="k"'), 'missing_continuation t'],
  ['FAIL-nonNumeric-dangling-continuation-2', text('id="t" continuedAt="good"'), 'missing_continuation t'],
  ['FAIL-orphaned-continuation', more('k'), 'unused_continuation k'],
  // exclude
  ['FAIL-exclude-nonFraction-parent', num('id="x"', '1<ix:exclude>2</ix:exclude>'), 'misplaced_exclude x'],
  ['FAIL-misplaced-exclude', '<ix:exclude>2</ix:exclude>', 'misplaced_exclude <ix:exclude'],
  // footnotes
  ['FAIL-footnote-any-attribute', note('id="n" o:a="1"'), 'unknown_attribute n'],
  ['FAIL-footnote-dangling-continuation', note('id="n" continuedAt="k"'), 'missing_continuation n'],
  [
    'FAIL-footnote-dangling-fromRef',
    note('id="n"') + relate('fromRefs="q" toRefs="n"'),
    'missing_relationship_end <ix:relationship',
  ],
  ['FAIL-footnote-dangling-toRef', relate('fromRefs="good" toRefs="q"'), 'missing_relationship_end <ix:relationship'],
  [
    'FAIL-footnote-duplicate-footnoteIDs-different-input-docs',
    [note('id="n"'), whole(note('id="n"'))],
    'duplicate_id n',
  ],
  ['FAIL-footnote-duplicate-footnoteIDs', note('id="n"') + note('id="n"'), 'duplicate_id n'],
  [
    'FAIL-footnote-invalid-element-content',
    note('id="n"', '<link:footnote>a</link:footnote>'),
    'misplaced_element <link:footnote',
  ],
  ['FAIL-footnote-missing-footnoteID', note(''), 'footnote_without_id <ix:footnote'],
  // format
  ['FAIL-format-numdash-badContent', num('id="x" format="ixt:num-dot-decimal"', '—'), 'format_mismatch x'],
  ['FAIL-ix-format-undefined', num('id="x" format="ixt:num-none"'), 'unknown_format x'],
  // fraction
  [
    'FAIL-fraction-denominator-empty',
    fraction('id="x"', '<ix:numerator>1</ix:numerator><ix:denominator/>'),
    'invalid_fraction x, not_a_number <ix:denominator',
  ],
  [
    'FAIL-fraction-denominator-illegal-child-node',
    fraction('id="x"', '<ix:numerator>1</ix:numerator><ix:denominator><b>3</b></ix:denominator>'),
    'markup_in_number <ix:denominator',
  ],
  [
    'FAIL-fraction-denominator-ix-format-expanded-name-mismatch',
    fraction(
      'id="x"',
      terms('<ix:numerator>1</ix:numerator>', '<ix:denominator format="o:num-dot-decimal">3</ix:denominator>'),
    ),
    'invalid_fraction x, unknown_format <ix:denominator',
  ],
  [
    'FAIL-fraction-denominator-ix-format-invalid',
    fraction('id="x"', terms('<ix:numerator>1</ix:numerator>', '<ix:denominator format="ixt:no">3</ix:denominator>')),
    'invalid_fraction x, unknown_format <ix:denominator',
  ],
  [
    'FAIL-fraction-denominator-ix-sign-invalid',
    fraction('id="x"', terms('<ix:numerator>1</ix:numerator>', '<ix:denominator sign="+">3</ix:denominator>')),
    'invalid_fraction x, invalid_sign <ix:denominator',
  ],
  ['FAIL-fraction-illegal-content', fraction('id="x"', TERMS + num('id="y"')), 'misplaced_element <ix:nonFraction'],
  [
    'FAIL-fraction-illegal-nesting-unitRef',
    fraction('id="x"', `<ix:fraction id="y" name="f:F" contextRef="c" unitRef="v">${TERMS}</ix:fraction>`),
    'nested_number_differs y',
  ],
  [
    'FAIL-fraction-illegal-nesting-xsi-nil',
    fraction('id="x"', TERMS + fraction('id="y" xsi:nil="true"', '')),
    'nil_inside_number y',
  ],
  [
    'FAIL-fraction-illegal-nesting-xsi-nil-2',
    fraction('id="x" xsi:nil="true"', fraction('id="y"')),
    'nil_with_content x',
  ],
  ['FAIL-fraction-illegal-nesting', fraction('id="x"', fraction('id="y"') + fraction('id="z"')), 'invalid_fraction x'],
  ['FAIL-fraction-ix-any-attribute', fraction('id="x" ix:a="1"'), 'unknown_attribute x'],
  [
    'FAIL-fraction-ix-contextRef-unresolvable',
    `<ix:fraction id="x" name="f:F" contextRef="q" unitRef="u">${TERMS}</ix:fraction>`,
    'missing_context x',
  ],
  ['FAIL-fraction-ix-footnoteRef-unresolvable', fraction('id="x" footnoteRefs="q"'), 'missing_relationship_end x'],
  ['FAIL-fraction-ix-tupleRef-attr-tuple-missing', fraction('id="x" tupleRef="q" order="1"'), 'missing_tuple x'],
  [
    'FAIL-fraction-ix-unitRef-unresolvable',
    `<ix:fraction id="x" name="f:F" contextRef="c" unitRef="q">${TERMS}</ix:fraction>`,
    'missing_unit x',
  ],
  [
    'FAIL-fraction-missing-contextRef',
    `<ix:fraction id="x" name="f:F" unitRef="u">${TERMS}</ix:fraction>`,
    'missing_context x',
  ],
  ['FAIL-fraction-missing-denominator', fraction('id="x"', '<ix:numerator>1</ix:numerator>'), 'invalid_fraction x'],
  ['FAIL-fraction-missing-numerator-and-denominator', fraction('id="x"', '1/3'), 'invalid_fraction x'],
  ['FAIL-fraction-missing-numerator', fraction('id="x"', '<ix:denominator>1</ix:denominator>'), 'invalid_fraction x'],
  [
    'FAIL-fraction-missing-unitRef',
    `<ix:fraction id="x" name="f:F" contextRef="c">${TERMS}</ix:fraction>`,
    'missing_unit x',
  ],
  [
    'FAIL-fraction-multiple-denominators',
    fraction('id="x"', `${TERMS}<ix:denominator>3</ix:denominator>`),
    'invalid_fraction x',
  ],
  [
    'FAIL-fraction-multiple-numerators',
    fraction('id="x"', `${TERMS}<ix:numerator>3</ix:numerator>`),
    'invalid_fraction x',
  ],
  [
    'FAIL-fraction-no-format-negative-number',
    fraction('id="x"', terms('<ix:numerator>-1</ix:numerator>')),
    'invalid_fraction x, not_a_number <ix:numerator',
  ],
  [
    'FAIL-fraction-numerator-denominator-non-xsi-attributes',
    fraction('id="x"', terms('<ix:numerator o:a="1">1</ix:numerator>')),
    'unknown_attribute <ix:numerator',
  ],
  [
    'FAIL-fraction-numerator-empty',
    fraction('id="x"', terms('<ix:numerator/>')),
    'invalid_fraction x, not_a_number <ix:numerator',
  ],
  [
    'FAIL-fraction-numerator-illegal-child-node',
    fraction('id="x"', terms(`<ix:numerator>${text('', '1')}</ix:numerator>`)),
    'misplaced_element <ix:nonNumeric',
  ],
  [
    'FAIL-fraction-numerator-ix-format-expanded-name-mismatch',
    fraction('id="x"', terms('<ix:numerator format="o:num-dot-decimal">1</ix:numerator>')),
    'invalid_fraction x, unknown_format <ix:numerator',
  ],
  [
    'FAIL-fraction-numerator-ix-format-invalid',
    fraction('id="x"', terms('<ix:numerator format="ixt:no">1</ix:numerator>')),
    'invalid_fraction x, unknown_format <ix:numerator',
  ],
  [
    'FAIL-fraction-numerator-ix-sign-invalid',
    fraction('id="x"', terms('<ix:numerator sign="minus">1</ix:numerator>')),
    'invalid_fraction x, invalid_sign <ix:numerator',
  ],
  [
    'FAIL-fraction-rule-no-other-ixDescendants',
    fraction('id="x"', `<p>${text('')}</p>${TERMS}`),
    'misplaced_element <ix:nonNumeric',
  ],
  ['FAIL-fraction-rule-no-xbrli-attributes', fraction('id="x" xbrli:decimals="0"'), 'unknown_attribute x'],
  // header
  [
    'FAIL-ix-header-child-of-html-header',
    `<html ${NAMESPACES}><head>${HEADER}</head><body>${GOOD}</body></html>`,
    'misplaced_header <ix:header',
  ],
  [
    'FAIL-misplaced-ix-element-in-context',
    whole(
      header(
        `${REFERENCES}${RESOURCES}<ix:resources><xbrli:context id="d"><xbrli:entity>${text('')}</xbrli:entity></xbrli:context></ix:resources>`,
      ) + GOOD,
    ),
    'misplaced_element <ix:nonNumeric, misplaced_element <ix:resources, not_closed <ix:nonNumeric, stray_end_tag, stray_end_tag',
  ],
  [
    'FAIL-missing-header',
    whole(REFERENCES + RESOURCES + GOOD),
    'incomplete_header, misplaced_element <ix:resources, misplaced_references <ix:references',
  ],
  // hidden
  ['FAIL-empty-hidden', header('<ix:hidden></ix:hidden>'), 'empty_hidden <ix:hidden'],
  ['FAIL-hidden-empty-tuple-content', header(`<ix:hidden>${tuple('id="p"')}</ix:hidden>`), 'empty_tuple p'],
  [
    'FAIL-hidden-illegal-content',
    header(`<ix:hidden><p>a</p>${num('')}${more('k')}</ix:hidden>`) + text('continuedAt="k"'),
    'misplaced_element <ix:continuation, misplaced_element <p',
  ],
  [
    'FAIL-hidden-incorrect-order-in-header',
    whole(header(`${REFERENCES}<ix:hidden>${GOOD}</ix:hidden>${RESOURCES}`)),
    'misplaced_element <ix:hidden',
  ],
  ['FAIL-hidden-not-header-descendant', `<ix:hidden>${num('')}</ix:hidden>`, 'misplaced_element <ix:hidden'],
  // ids
  ['FAIL-id-triplication', num('id="x"') + text('id="x"') + note('id="x"'), 'duplicate_id x, duplicate_id x'],
  ['FAIL-non-unique-id-context', header(`<ix:resources>${CONTEXT}</ix:resources>`), 'duplicate_context c'],
  ['FAIL-non-unique-id-footnote', note('id="n"') + note('id="n"'), 'duplicate_id n'],
  ['FAIL-non-unique-id-fraction', fraction('id="x"') + fraction('id="x"'), 'duplicate_id x'],
  ['FAIL-non-unique-id-nonFraction', num('id="c"'), 'duplicate_id c'],
  ['FAIL-non-unique-id-nonNumeric', text('id="x"') + text('id="x"'), 'duplicate_id x'],
  ['FAIL-non-unique-id-references', header(`<ix:references id="good">${SCHEMA}</ix:references>`), 'duplicate_id good'],
  ['FAIL-non-unique-id-tuple', tuple('id="good"', num('order="1"')), 'duplicate_id good'],
  ['FAIL-non-unique-id-unit', header(`<ix:resources>${UNIT}</ix:resources>`), 'duplicate_unit u'],
  // multiIO
  [
    'FAIL-multi-input-duplicate-context-ids',
    [GOOD.replace('good', 'first'), whole(header(`<ix:resources>${CONTEXT}</ix:resources>`))],
    'duplicate_context c',
  ],
  [
    'FAIL-multi-input-duplicate-unit-ids',
    [GOOD.replace('good', 'first'), whole(header(`<ix:resources>${UNIT}</ix:resources>`))],
    'duplicate_unit u',
  ],
  [
    'FAIL-two-inputs-each-with-error',
    [num('id="x" sign="+"'), whole(num('id="y" scale="k"'))],
    'invalid_scale y, invalid_sign x',
  ],
  // nonFraction
  ['FAIL-nonFraction-IXBRLelement-content', num('id="x"', text('', '1')), 'misplaced_element <ix:nonNumeric'],
  ['FAIL-nonFraction-any-ix-attribute', num('id="x" ix:a="1"'), 'unknown_attribute x'],
  ['FAIL-nonFraction-decimals-and-precision-attrs', num('id="x" precision="3"'), 'decimals_and_precision x'],
  ['FAIL-nonFraction-double-nesting', num('id="x"', num('') + num('')), 'text_beside_nested_number x'],
  ['FAIL-nonFraction-empty-content', num('id="x"', ''), 'not_a_number x'],
  ['FAIL-nonFraction-empty-without-xsi-nil', num('id="x" xsi:nil="false"', ''), 'not_a_number x'],
  ['FAIL-nonFraction-invalid-sign-attr', num('id="x" sign="+"'), 'invalid_sign x'],
  ['FAIL-nonFraction-ix-format-expanded-name-mismatch', num('id="x" format="o:num-dot-decimal"'), 'unknown_format x'],
  [
    'FAIL-nonFraction-ix-format-invalid-minus-sign',
    num('id="x" format="ixt:num-dot-decimal"', '-1'),
    'format_mismatch x',
  ],
  ['FAIL-nonFraction-ix-format-invalid', num('id="x" format="ixt:num-dot-decimal"', 'abc'), 'format_mismatch x'],
  [
    'FAIL-nonFraction-missing-context-attr',
    '<ix:nonFraction id="x" name="f:N" unitRef="u" decimals="0">1</ix:nonFraction>',
    'missing_context x',
  ],
  [
    'FAIL-nonFraction-missing-name-attr',
    '<ix:nonFraction id="x" contextRef="c" unitRef="u" decimals="0">1</ix:nonFraction>',
    'fact_without_name x',
  ],
  [
    'FAIL-nonFraction-missing-unit-attr',
    '<ix:nonFraction id="x" name="f:N" contextRef="c" decimals="0">1</ix:nonFraction>',
    'missing_unit x',
  ],
  ['FAIL-nonFraction-mixed-nesting', num('id="x"', `1${num('')}`), 'text_beside_nested_number x'],
  ['FAIL-nonFraction-mixed-nesting-2', num('id="x"', `${num('')}1`), 'text_beside_nested_number x'],
  ['FAIL-nonFraction-mixed-nesting-3', num('id="x"', `1${num('')}2`), 'text_beside_nested_number x'],
  [
    'FAIL-nonFraction-neither-decimals-nor-precision-attrs',
    '<ix:nonFraction id="x" name="f:N" contextRef="c" unitRef="u">1</ix:nonFraction>',
    'no_decimals x',
  ],
  [
    'FAIL-nonFraction-nesting-format-mismatch',
    num('format="ixt:num-dot-decimal"', num('id="x" format="ixt:num-comma-decimal"')),
    'nested_number_differs x',
  ],
  [
    'FAIL-nonFraction-nesting-format-mismatch-2',
    num('', num('id="x" format="ixt:num-dot-decimal"')),
    'nested_number_differs x',
  ],
  ['FAIL-nonFraction-nesting-scale-mismatch', num('scale="3"', num('id="x" scale="6"')), 'nested_number_differs x'],
  ['FAIL-nonFraction-nesting-scale-mismatch-2', num('scale="3"', num('id="x"')), 'nested_number_differs x'],
  [
    'FAIL-nonFraction-nesting-unitRef-mismatch',
    num('', '<ix:nonFraction id="x" name="f:N" contextRef="c" unitRef="v" decimals="0">1</ix:nonFraction>'),
    'nested_number_differs x',
  ],
  [
    'FAIL-nonFraction-nesting-xsi-nil',
    num('id="y"', '<ix:nonFraction id="x" name="f:N" contextRef="c" unitRef="u" xsi:nil="true"/>'),
    'nil_inside_number x, not_a_number y',
  ],
  ['FAIL-nonFraction-nil-attr-false', num('id="x" xsi:nil="no"'), 'invalid_nil x'],
  ['FAIL-nonFraction-nil-decimal-conflict', num('id="x" xsi:nil="true"', ''), 'nil_with_decimals x'],
  ['FAIL-nonFraction-no-format-negative-number', num('id="x"', '-1'), 'not_a_number x'],
  ['FAIL-nonFraction-unresolvable-ix-tupleRef-attr', num('id="x" tupleRef="q" order="1"'), 'missing_tuple x'],
  ['FAIL-nonfraction-rule-no-xbrli-attributes', num('id="x" xbrli:a="1"'), 'unknown_attribute x'],
  [
    'FAIL-unresolvable-contextRef',
    '<ix:nonFraction id="x" name="f:N" contextRef="q" unitRef="u" decimals="0">1</ix:nonFraction>',
    'missing_context x',
  ],
  [
    'FAIL-unresolvable-unitRef',
    '<ix:nonFraction id="x" name="f:N" contextRef="c" unitRef="q" decimals="0">1</ix:nonFraction>',
    'missing_unit x',
  ],
  // nonNumeric
  ['FAIL-element-ix-nonNumeric-escape-01', text('id="x" escape="yes"'), 'invalid_escape x'],
  ['FAIL-nonNumeric-any-ix-attribute', text('id="x" ix:a="1"'), 'unknown_attribute x'],
  ['FAIL-nonNumeric-empty-with-format', text('id="x" format="ixt:date-day-month-year"', ''), 'format_mismatch x'],
  ['FAIL-nonNumeric-illegal-null-namespace-attr', text('id="x" decimals="0"'), 'unknown_attribute x'],
  ['FAIL-nonNumeric-invalid-ix-format-attr', text('id="x" format="ixt:no"'), 'unknown_format x'],
  [
    'FAIL-nonNumeric-ix-format-attr-wrong-namespace-binding',
    text('id="x" format="o:date-day-month-year"', '1.2.2030'),
    'unknown_format x',
  ],
  [
    'FAIL-nonNumeric-missing-contextRef-attr',
    '<ix:nonNumeric id="x" name="f:T">x</ix:nonNumeric>',
    'missing_context x',
  ],
  [
    'FAIL-nonNumeric-missing-name-attr',
    '<ix:nonNumeric id="x" contextRef="c">x</ix:nonNumeric>',
    'fact_without_name x',
  ],
  ['FAIL-nonNumeric-no-xbrli-attributes', text('id="x" xbrli:a="1"'), 'unknown_attribute x'],
  [
    'FAIL-nonNumeric-unresolvable-ix-contextRef',
    '<ix:nonNumeric id="x" name="f:T" contextRef="q">x</ix:nonNumeric>',
    'missing_context x',
  ],
  ['FAIL-nonNumeric-unresolvable-ix-tupleRef-attr', text('id="x" tupleRef="q" order="1"'), 'missing_tuple x'],
  // references
  ['FAIL-empty-references', header('<ix:references id="r"></ix:references>'), 'empty_references r'],
  [
    'FAIL-ix-references-namespace-bindings-01',
    header(`<ix:references id="r" xmlns:f="urn:z">${SCHEMA}</ix:references>`),
    'references_differ r',
  ],
  [
    'FAIL-ix-references-namespace-bindings-02',
    [GOOD.replace('good', 'first'), whole(header(`<ix:references id="r" xmlns:o="urn:z">${SCHEMA}</ix:references>`))],
    'references_differ r',
  ],
  [
    'FAIL-ix-references-rule-multiple-attributes-sameValue',
    header(
      `<ix:references id="r" o:a="1">${SCHEMA}</ix:references><ix:references id="s" target="t">${SCHEMA}</ix:references><ix:references o:a="1">${SCHEMA}</ix:references>`,
    ),
    'references_differ <ix:references',
  ],
  [
    'FAIL-ix-references-rule-multiple-id',
    header(`<ix:references id="r">${SCHEMA}</ix:references><ix:references id="s">${SCHEMA}</ix:references>`),
    'references_differ s',
  ],
  ['FAIL-missing-references-for-all-target-documents', num('id="x" target="t"'), 'missing_references x'],
  ['FAIL-missing-references', whole(header(RESOURCES) + GOOD), 'incomplete_header'],
  [
    'FAIL-references-illegal-content',
    header(`<ix:references>${SCHEMA}<p>a</p></ix:references>`),
    'misplaced_element <p',
  ],
  ['FAIL-references-illegal-location', REFERENCES, 'misplaced_references <ix:references'],
  [
    'FAIL-references-illegal-order-in-header',
    whole(header(RESOURCES + REFERENCES) + GOOD),
    'misplaced_references <ix:references',
  ],
  // relationships
  [
    'FAIL-relationship-cross-duplication',
    num('id="x"') + relate('fromRefs="good x" toRefs="good"'),
    'invalid_relationship <ix:relationship',
  ],
  [
    'FAIL-relationship-mixes-footnote-with-explanatory-fact',
    num('id="x"') + note('id="n"') + relate('fromRefs="good" toRefs="n x"'),
    'invalid_relationship <ix:relationship',
  ],
  [
    'FAIL-relationship-with-no-namespace-attribute',
    note('id="n"') + relate('fromRefs="good" toRefs="n" a="1"'),
    'unknown_attribute <ix:relationship',
  ],
  [
    'FAIL-relationship-with-xbrli-attribute',
    note('id="n"') + relate('fromRefs="good" toRefs="n" xbrli:a="1"'),
    'unknown_attribute <ix:relationship',
  ],
  [
    'FAIL-relationship-with-xlink-attribute',
    note('id="n"') + relate('fromRefs="good" toRefs="n" xlink:type="simple"'),
    'unknown_attribute <ix:relationship',
  ],
  // resources
  [
    'FAIL-context-without-id',
    header(`<ix:resources>${contextWith('')}</ix:resources>`),
    'invalid_context </xbrli:context',
  ],
  ['FAIL-missing-resources', whole(header(REFERENCES) + CONTEXT + UNIT + GOOD), 'incomplete_header'],
  [
    'FAIL-unit-without-id',
    header(`<ix:resources>${UNIT.replace(' id="u"', '')}</ix:resources>`),
    'invalid_unit </xbrli:unit',
  ],
  // transformations
  ['FAIL-invalid-long-month', text('id="x" format="old:datelonguk"', '01 Januember 2030'), 'format_mismatch x'],
  ['FAIL-invalid-short-month', text('id="x" format="old:dateshortuk"', '01 Jax 2030'), 'format_mismatch x'],
  // tuple
  ['FAIL-badly-formatted-order-attr', tuple('id="p"', num('id="x" order="first"')), 'invalid_order x'],
  [
    'FAIL-badly-nested-tuples',
    tuple(
      'id="p" tupleID="p" tupleRef="q" order="1"',
      tuple('id="q" tupleID="q" order="1"', tuple('id="r" order="2" tupleRef="p"', num('order="1"'))),
    ),
    'tuple_circle p, tuple_circle q, tuple_circle r',
  ],
  [
    'FAIL-duplicate-order-and-value-but-not-attributes',
    tuple('id="p"', num('id="x" order="1"') + num('id="y" order="1"').replace('"u"', '"v"')),
    'duplicate_order p',
  ],
  [
    'FAIL-duplicate-tuple-id-different-input-docs',
    [tuple('id="p" tupleID="p"', num('order="1"')), whole(tuple('id="q" tupleID="p"', num('order="1"')))],
    'duplicate_id q',
  ],
  [
    'FAIL-duplicate-tuple-id',
    tuple('id="p" tupleID="p"', num('order="1"')) + tuple('id="q" tupleID="p"', num('order="1"')),
    'duplicate_id q',
  ],
  [
    'FAIL-duplicate-tuple-order-different-values',
    tuple('id="p"', num('order="1"') + num('order="1"', '2')),
    'duplicate_order p',
  ],
  [
    'FAIL-illegal-element',
    tuple('id="p"', `${num('order="1"')}<ix:numerator>1</ix:numerator>`),
    'invalid_fraction <ix:numerator',
  ],
  [
    'FAIL-illegal-element-nested',
    tuple('id="p"', `${num('order="1"')}<p><ix:denominator>1</ix:denominator></p>`),
    'invalid_fraction <ix:denominator',
  ],
  ['FAIL-missing-descendants', tuple('id="p"', '<p>a</p>'), 'empty_tuple p'],
  ['FAIL-nested-tuple-empty', tuple('id="p"', tuple('id="q" order="1"')), 'empty_tuple q'],
  [
    'FAIL-order-attr-denominator',
    fraction('id="x"', terms('<ix:numerator>1</ix:numerator>', '<ix:denominator order="1">3</ix:denominator>')),
    'unknown_attribute <ix:denominator',
  ],
  ['FAIL-order-attr-inNonTuple', num('id="x" order="1"'), 'order_outside_tuple x'],
  [
    'FAIL-order-attr-numerator',
    fraction('id="x"', terms('<ix:numerator order="1">1</ix:numerator>')),
    'unknown_attribute <ix:numerator',
  ],
  [
    'FAIL-ordering-order-duplicate-stringUnequal',
    tuple('id="p"', num('order="1"') + num('order="1.0"', '2')),
    'duplicate_order p',
  ],
  ['FAIL-ordering-order-duplicate', tuple('id="p"', num('order="1"') + text('order="1"', '1')), 'duplicate_order p'],
  ['FAIL-ordering-partially-missing', tuple('id="p"', num('order="1"') + num('id="x"', '2')), 'missing_order x'],
  [
    'FAIL-orphaned-tuple-content',
    tuple('id="p"', num('order="1"')) + tuple('id="q" tupleRef="z" order="1"', num('order="1"')),
    'missing_tuple q',
  ],
  ['FAIL-tuple-any-ix-attribute', tuple('id="p" ix:a="1"', num('order="1"')), 'unknown_attribute p'],
  [
    'FAIL-tuple-content-in-different-targets-tuple-not-in-default',
    header(`<ix:references target="t">${SCHEMA}</ix:references>`) + tuple('id="p" target="t"', num('id="x" order="1"')),
    'tuple_target_differs x',
  ],
  [
    'FAIL-tuple-content-in-different-targets',
    header(`<ix:references target="t">${SCHEMA}</ix:references>`) + tuple('id="p"', num('id="x" order="1" target="t"')),
    'tuple_target_differs x',
  ],
  ['FAIL-tuple-cycle-by-tupleRef', tuple('id="p" tupleID="p" tupleRef="p" order="1"'), 'tuple_circle p'],
  [
    'FAIL-tuple-cycle-child',
    tuple('id="p" tupleID="p" tupleRef="q" order="1"', tuple('id="q" tupleID="q" order="1"')),
    'tuple_circle p, tuple_circle q',
  ],
  [
    'FAIL-tuple-cycle-grandchildren',
    tuple('id="p" tupleRef="r" order="1"', tuple('id="q" order="1"', tuple('id="r" tupleID="r" order="1"'))),
    'tuple_circle p, tuple_circle q, tuple_circle r',
  ],
  ['FAIL-tuple-empty-no-ix-tupleID', tuple('id="p"'), 'empty_tuple p'],
  ['FAIL-tuple-empty', tuple('id="p" tupleID="p"'), 'empty_tuple p'],
  ['FAIL-tuple-missing-name-attr', `<ix:tuple id="p">${num('')}</ix:tuple>`, 'fact_without_name p'],
  ['FAIL-tuple-no-xbrli-attributes', tuple('id="p" xbrli:a="1"', num('order="1"')), 'unknown_attribute p'],
  [
    'FAIL-tuple-unresolvable-footnoteRef-attr',
    tuple('id="p" footnoteRefs="q"', num('order="1"')),
    'missing_relationship_end p',
  ],
  [
    'FAIL-tuple-xsi-nil-with-tuple-ref',
    tuple('id="p" tupleID="p" xsi:nil="true"') + num('tupleRef="p" order="1"'),
    'nil_with_content p',
  ],
  // xmllang
  [
    'FAIL-xml-lang-not-in-scope-for-footnote',
    whole(HEADER + GOOD + note('id="n"')).replace(' xml:lang="en"', ''),
    'footnote_without_language n',
  ],
  [
    'FAIL-xml-lang-on-ix-hidden-and-on-footnote',
    header(`<ix:hidden xml:lang="en">${note('id="n" xml:lang="en"')}</ix:hidden>`),
    'unknown_attribute <ix:hidden',
  ],
  [
    'FAIL-xml-lang-on-ix-hidden',
    header(`<ix:hidden xml:lang="en">${text('')}</ix:hidden>`),
    'unknown_attribute <ix:hidden',
  ],
];

const ACCEPTED: [name: string, source: Source][] = [
  [
    'PASS-baseURI-on-ix-references-multiRefs',
    header(
      `<ix:references xml:base="http://a/">${SCHEMA}</ix:references><ix:references xml:base="http://b/">${SCHEMA}</ix:references>`,
    ),
  ],
  ['PASS-nonNumeric-continuation-multiple-documents', [text('continuedAt="k"'), whole(more('k'))]],
  [
    'PASS-nonNumeric-continuation-other-descendants',
    text('continuedAt="k"', num('')) + more('k', '', `<p>${num('')}</p>`),
  ],
  [
    'PASS-nonNumeric-continuation-other-descendants-escaped',
    text('escape="true" continuedAt="k"', `<p>${num('')}</p>`) + more('k', '', num('')),
  ],
  ['PASS-nonNumeric-continuation-out-of-order', more('l') + more('k', 'continuedAt="l"') + text('continuedAt="k"')],
  ['PASS-nonNumeric-continuation', text('continuedAt="k"') + more('k')],
  ['PASS-element-ix-exclude-complete', text('', 'a<ix:exclude><p>b</p></ix:exclude>c')],
  ['PASS-multiple-excludes-nonNumeric-parent', text('', 'a<ix:exclude>b</ix:exclude>c<ix:exclude>d</ix:exclude>')],
  ['PASS-footnote-any-attribute', note('id="n" xml:space="preserve"')],
  ['PASS-footnote-continuation', note('id="n" continuedAt="k"') + more('k') + relate('fromRefs="good" toRefs="n"')],
  ['PASS-footnote-ix-element-content', note('id="n"', num(''))],
  ['PASS-footnote-ix-exclude-content', note('id="n"', 'a<ix:exclude>b</ix:exclude>')],
  ['PASS-footnote-nested-xml-base-decls', note('id="n" xml:base="http://a/"', note('id="m" xml:base="b/"', 'm'))],
  ['PASS-footnote-order-attribute', note('id="n"') + relate('fromRefs="good" toRefs="n" order="1.5"')],
  ['PASS-footnote-within-footnote', note('id="n"', note('id="m"'))],
  [
    'PASS-element-link-footnote-complete',
    note('id="n" title="t" footnoteRole="http://a/"') +
      relate('fromRefs="good" toRefs="n" linkRole="http://b/" arcrole="http://c/"'),
  ],
  ['PASS-footnoteRef-on-fraction', fraction('id="x"') + note('id="n"') + relate('fromRefs="x" toRefs="n"')],
  ['PASS-footnoteRef-on-nonNumeric', text('id="x"') + note('id="n"') + relate('fromRefs="x" toRefs="n"')],
  ['PASS-footnoteRef-on-tuple', tuple('id="x"', num('order="1"')) + note('id="n"') + relate('fromRefs="x" toRefs="n"')],
  ['PASS-many-to-one-footnote-complete', num('id="x"') + note('id="n"') + relate('fromRefs="good x" toRefs="n"')],
  ['PASS-unused-footnote', note('id="n"')],
  [
    'PASS-fraction-denominator-ix-sign-scale-valid',
    fraction('', '<ix:numerator>1</ix:numerator><ix:denominator sign="-" scale="3">3</ix:denominator>'),
  ],
  ['PASS-fraction-ix-order-attr', tuple('', fraction('order="1"'))],
  [
    'PASS-fraction-ix-target-attr',
    header(`<ix:references target="t">${SCHEMA}</ix:references>`) + fraction('target="t"'),
  ],
  ['PASS-fraction-ix-tupleRef-attr', tuple('tupleID="p"') + fraction('tupleRef="p" order="1"')],
  ['PASS-fraction-nesting', fraction('id="x"', fraction('id="y"'))],
  ['PASS-fraction-nesting-2', fraction('id="x"', `<p>${fraction('id="y"', `<b>${TERMS}</b>`)}</p>`)],
  ['PASS-fraction-nesting-3', fraction('id="x"', fraction('id="y"', fraction('id="z"')))],
  ['PASS-fraction-non-ix-any-attribute', fraction('o:a="1"')],
  [
    'PASS-fraction-numerator-denominator-xsi-attributes',
    fraction('', '<ix:numerator xsi:type="x">1</ix:numerator><ix:denominator>3</ix:denominator>'),
  ],
  ['PASS-fraction-xsi-nil', fraction('xsi:nil="true"', '')],
  ['PASS-simple-fraction-with-html-children', fraction('', `<b>a</b>${TERMS}<i>c</i>`)],
  ['PASS-header-content-split-over-input-docs', [whole(header(REFERENCES) + GOOD), whole(header(RESOURCES))]],
  ['PASS-header-empty', '<ix:header></ix:header><ix:header/>'],
  ['PASS-hidden-nonFraction-content', header(`<ix:hidden>${num('')}</ix:hidden>`)],
  [
    'PASS-hidden-tuple-content',
    header(`<ix:hidden>${tuple('tupleID="p"')}</ix:hidden>`) + num('tupleRef="p" order="1"'),
  ],
  ['PASS-double-input-single-output', ['', whole(num(''))]],
  [
    'PASS-multiple-input-multiple-output',
    [header(`<ix:references target="t">${SCHEMA}</ix:references>`), whole(num('target="t"'))],
  ],
  ['PASS-nonFraction-any-attribute', num('o:a="1" xml:lang="en"')],
  ['PASS-nonFraction-comments', num('', '<!-- a -->1')],
  ['PASS-nonFraction-nesting', num('', num(''))],
  ['PASS-nonFraction-nesting-2', num('', ` ${num('', num(''))} `)],
  ['PASS-nonFraction-nesting-formats', num('format="ixt:num-dot-decimal"', num('format="ixt:num-dot-decimal"'))],
  ['PASS-nonFraction-nesting-formats-2', num('format="ixt:num-dot-decimal"', num('format="same:num-dot-decimal"'))],
  ['PASS-nonFraction-nesting-scale', num('scale="0"', num(''))],
  ['PASS-nonFraction-precision-attr', num('').replace('decimals="0"', 'precision="1"')],
  ['PASS-nonFraction-xsi-nil-attr', '<ix:nonFraction name="f:N" contextRef="c" unitRef="u" xsi:nil="1"/>'],
  ['PASS-attribute-ix-extension-illegalPlacement-01', text('o:a="1"')],
  ['PASS-element-ix-nonNumeric-escape-06', text('escape=" true "', '<b>x</b>')],
  ['PASS-element-ix-nonNumeric-escape-07', text('escape="0"', '<b>x</b>')],
  ['PASS-nonNumeric-empty-not-xsi-nil', text('', '')],
  ['PASS-nonNumeric-nesting-in-exclude', text('', `a<ix:exclude>${text('')}</ix:exclude>`)],
  ['PASS-nonNumeric-nesting-numerator', text('', fraction(''))],
  ['PASS-nonNumeric-nesting', text('', text(''))],
  ['PASS-nonNumeric-xsi-nil', text('xsi:nil="true"', '')],
  [
    'PASS-ix-references-rule-multiple-matched-target',
    header(`<ix:references target="t">${SCHEMA}</ix:references><ix:references target="t">${SCHEMA}</ix:references>`) +
      num('target="t"'),
  ],
  [
    'PASS-ix-references-rule-multiple-xmlBase',
    header(
      `<ix:references xml:base="http://a/">${SCHEMA}</ix:references><ix:references xml:base="http://a/">${SCHEMA}</ix:references>`,
    ),
  ],
  ['PASS-references-copy-non-ix-attrs', header(`<ix:references o:a="1" o:b="2">${SCHEMA}</ix:references>`)],
  [
    'PASS-simple-linkbaseRef',
    header('<ix:references><link:linkbaseRef xlink:type="simple" xlink:href="l.xml"/></ix:references>'),
  ],
  ['PASS-single-references-multi-input', ['', whole(num('id="y"'))]],
  ['PASS-explanatory-fact', text('id="x"') + relate('fromRefs="good" toRefs="x"')],
  ['PASS-explanatory-fact-cycle', text('id="x"') + relate('fromRefs="good" toRefs="x"', 'fromRefs="x" toRefs="good"')],
  ['PASS-relationship-with-xml-base', note('id="n"') + relate('fromRefs="good" toRefs="n" xml:base="http://a/"')],
  ['PASS-tuple-footnotes', tuple('id="x"', num('order="1"')) + note('id="n"') + relate('fromRefs="good x" toRefs="n"')],
  ['PASS-empty-resources', header('<ix:resources></ix:resources>')],
  [
    'PASS-simple-roleRef',
    header('<ix:resources><link:roleRef roleURI="http://a/" xlink:type="simple" xlink:href="r.xsd#r"/></ix:resources>'),
  ],
  [
    'PASS-simple-arcroleRef',
    header(
      '<ix:resources><link:arcroleRef arcroleURI="http://a/" xlink:type="simple" xlink:href="r.xsd#r"/></ix:resources>',
    ),
  ],
  [
    'PASS-duplicate-order-same-ws-normalized-value',
    tuple('', text('order="1"', 'a b') + text('order="1.0"', ' a  b ')),
  ],
  [
    'PASS-duplicate-order-same-ws-normalized-value-with-html',
    tuple('', text('order="1"', 'a b') + text('order="1"', '<b>a</b> b')),
  ],
  ['PASS-element-tuple-reference', tuple('tupleID="p"') + num('tupleRef="p" order="1"')],
  ['PASS-element-tuple-reference-multiInput', [tuple('tupleID="p"'), whole(num('tupleRef="p" order="1"'))]],
  ['PASS-exotic-tuple-order', tuple('', num('order="-1.5"') + num('order="+.5"') + num('order=" 007. "'))],
  ['PASS-nested-tuple', tuple('', tuple('order="1"', num('order="1"')))],
  ['PASS-ordering-references-nesting-order', tuple('tupleID="p"', num('order="2"')) + num('tupleRef="p" order="1"')],
  ['PASS-tuple-any-attribute', tuple('o:a="1"', num('order="1"'))],
  [
    'PASS-tuple-ix-target-attr',
    header(`<ix:references target="t">${SCHEMA}</ix:references>`) + tuple('target="t"', num('target="t" order="1"')),
  ],
  ['PASS-tuple-nested-nonNumeric', tuple('', text('order="1"', `a${text('')}`))],
  [
    'PASS-tuple-nesting-reference-conflict',
    tuple('tupleID="p"', num('order="1"') + num('tupleRef="q" order="1"')) + tuple('tupleID="q"'),
  ],
  ['PASS-tuple-nonInteger-ordering-nested', tuple('', num('order="1.5"') + num('order="1.25"', '2'))],
  [
    'PASS-tuple-scope-inverted',
    tuple('tupleID="q" tupleRef="p" order="1"', tuple('tupleID="p" tupleRef="r" order="1"')) +
      tuple('tupleID="r"') +
      num('tupleRef="q" order="1"'),
  ],
  ['PASS-tuple-xsi-nil', tuple('xsi:nil="true"')],
  ['PASS-direct-xml-lang-not-overidden', text('xml:lang="fr"')],
  ['PASS-exclude-nonNumeric-parent', text('', 'a<ix:exclude>b</ix:exclude>')],
  ['PASS-element-link-footnote-nothidden', `<p>${note('id="n"')}</p>${relate('fromRefs="good" toRefs="n"')}`],
  ['PASS-element-link-footnote-xhtml-content', note('id="n"', '<p>a <b>b</b></p>')],
  ['PASS-element-link-footnote-xhtml-content-exclude', note('id="n"', '<p>a<ix:exclude><b>b</b></ix:exclude></p>')],
  ['PASS-element-link-footnote-footnoteRole', note('id="n" footnoteRole="http://a/"')],
  ['PASS-element-link-footnote-nonNumeric-escaped', text('escape="true"', note('id="n"', '<b>a</b>'))],
  ['PASS-element-link-footnote-nonNumeric-unescaped', text('', note('id="n"', '<b>a</b>'))],
  ['PASS-footnote-on-nonFraction', note('id="n"') + relate('fromRefs="good" toRefs="n"')],
  ['PASS-footnote-nested-ix-element-content', note('id="n"', text('', num('')))],
  ['PASS-footnote-relative-uris-object-tag', note('id="n"', '<object data="a.png"></object>')],
  ['PASS-footnote-uris-with-spaces', note('id="n"', '<a href="a b.htm">a</a>')],
  [
    'PASS-footnote-footnoteLinkRole-multiple-output',
    header(`<ix:references target="t">${SCHEMA}</ix:references>`) +
      num('id="x" target="t"') +
      note('id="n"') +
      relate('fromRefs="good x" toRefs="n" linkRole="http://a/"'),
  ],
  [
    'PASS-many-to-one-footnote-different-arcroles',
    num('id="x"') +
      note('id="n"') +
      relate('fromRefs="good" toRefs="n"', 'fromRefs="x" toRefs="n" arcrole="http://a/"'),
  ],
  ['PASS-fraction-nesting-4', fraction('id="x"', `a ${fraction('id="y"')} b`)],
  [
    'PASS-fraction-numerator-ix-format',
    fraction('', terms('<ix:numerator format="ixt:num-dot-decimal">1</ix:numerator>')),
  ],
  [
    'PASS-fraction-numerator-ix-format-expanded-name-match',
    fraction('', terms('<ix:numerator format="same:num-dot-decimal">1</ix:numerator>')),
  ],
  ['PASS-fraction-numerator-ix-sign-valid', fraction('', terms('<ix:numerator sign="-">1</ix:numerator>'))],
  ['PASS-nonFraction-ix-order-attr', tuple('', num('order="1"'))],
  [
    'PASS-nonFraction-ix-target-attr',
    header(`<ix:references target="t">${SCHEMA}</ix:references>`) + num('target="t"'),
  ],
  ['PASS-nonFraction-ix-tupleRef-attr', tuple('tupleID="p"') + num('tupleRef="p" order="1"')],
  [
    'PASS-nonFraction-nesting-reference-conflict',
    tuple('tupleID="p"', num('order="1"', num('tupleRef="q" order="1"'))) + tuple('tupleID="q"'),
  ],
  ['PASS-nonFraction-processing-instructions', num('', '<?a b?>1')],
  ['PASS-nonFraction-valid-sign-format-attr', num('sign="-" format="ixt:num-dot-decimal"')],
  ['PASS-nonNumeric-any-attribute', text('o:a="1"')],
  ['PASS-nonNumeric-ix-order-attr', tuple('', text('order="1"'))],
  ['PASS-nonNumeric-ix-tupleRef-attr', tuple('tupleID="p"') + text('tupleRef="p" order="1"')],
  ['PASS-nonNumeric-nesting-text-in-exclude', text('', `<ix:exclude>a ${text('')}</ix:exclude>`)],
  [
    'PASS-nonNumeric-escape-with-html-base',
    `<html ${NAMESPACES} xml:lang="en"><head><base href="http://a/"/></head><body>${HEADER}${GOOD}${text('escape="true"', '<a href="b">c</a>')}</body></html>`,
  ],
  ['PASS-references-ix-target-attr', header(`<ix:references target="t">${SCHEMA}</ix:references>`)],
  [
    'PASS-relationship-to-multiple-explanatory-facts',
    text('id="x"') + num('id="y"') + relate('fromRefs="good" toRefs="x y"'),
  ],
  [
    'PASS-single-input-double-output',
    header(`<ix:references target="t">${SCHEMA}</ix:references>`) + num('target="t"'),
  ],
  ['PASS-single-ix-header-muli-input', ['', whole(num(''))]],
  ['PASS-singleton-tuple', tuple('', num('order="1"'))],
  ['PASS-nested-tuple-nonEmpty', tuple('', tuple('order="1"', num('order="1"')) + num('order="2"'))],
  [
    'PASS-tuple-scope-inverted-siblings',
    tuple('tupleID="p" tupleRef="q" order="1"', num('order="1"')) + tuple('tupleID="q"', num('order="2"')),
  ],
  ['PASS-tuple-scope-nonNumeric', text('', tuple('', num('order="1"')))],
  ['PASS-tuple-scope-nested-nonNumeric', tuple('tupleID="p"', text('order="1"', `a${num('tupleRef="p" order="2"')}`))],
  [
    'PASS-two-footnotes-multiple-output',
    header(`<ix:references target="t">${SCHEMA}</ix:references>`) +
      num('id="x" target="t"') +
      note('id="n"') +
      note('id="m"') +
      relate('fromRefs="good" toRefs="n"', 'fromRefs="x" toRefs="m"'),
  ],
  ['PASS-xml-lang-on-xhtml', `<p xml:lang="fr">${text('')}</p>`],
];

it.each(REFUSED)('reports the error of %s and keeps the other facts', (_, source, expected) => {
  const given = documents(source);
  const report = extractInline(given);
  expect(shownAnomalies(given, report.anomalies)).toBe(expected);
  expect(report.facts.find(fact => fact.elementId === 'good')?.value).toBe('7');
});

it.each(ACCEPTED)('reads %s without an anomaly', (_, source) => {
  const report = extractInline(documents(source));
  expect(report.anomalies).toEqual([]);
  expect(report.facts.find(fact => fact.elementId === 'good')?.value).toBe('7');
});

function shownAnomalies(
  given: { name: string; source: string }[],
  anomalies: { kind: string; document: string; locator: string }[],
): string {
  const shown = anomalies.map(({ kind, document, locator }) => {
    if (!locator.startsWith('@')) return `${kind} ${locator}`;
    const source = given.find(({ name }) => name === document)?.source ?? '';
    const tag = /^<\/?[\w:]+/.exec(source.slice(Number(locator.slice(1))))?.[0];
    return tag === undefined || kind === 'incomplete_header' || kind === 'stray_end_tag' ? kind : `${kind} ${tag}`;
  });
  return shown.sort().join(', ');
}

it('reports both documents of FAIL-two-nonIXBRL-inputs', () => {
  const plain = { source: '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>' };
  const { anomalies } = extractInline([
    { name: 'a.htm', ...plain },
    { name: 'b.htm', ...plain },
  ]);
  expect(anomalies.filter(({ kind }) => kind === 'not_inline').map(({ document }) => document)).toEqual([
    'a.htm',
    'b.htm',
  ]);
});

it('reads the text of a nested continuation once', () => {
  const report = extractInline(documents(text('continuedAt="k"', `a${more('k')}`)));
  expect(report.facts.map(({ value }) => value)).toEqual(['7', 'ab']);
});

it('drops a fact whose escape is not a boolean', () => {
  expect(extractInline(documents(text('escape="yes"'))).facts.map(({ value }) => value)).toEqual(['7']);
});

it('drops a fact whose name has no prefix, unless the default namespace is that of concepts', () => {
  const bare = '<ix:nonNumeric id="x" name="T" contextRef="c">x</ix:nonNumeric>';
  const report = extractInline(documents(bare));
  expect(report.anomalies.map(({ kind, locator }) => `${kind} ${locator}`)).toEqual(['name_without_prefix x']);
  expect(report.facts.length).toBe(1);
  const other = extractInline(documents(`<div xmlns="urn:concepts">${bare}</div>`));
  expect(other.facts.map(({ namespace }) => namespace)).toEqual(['http://fictional.example/2030', 'urn:concepts']);
});

it('keeps members of a dropped tuple out of the tuple around it', () => {
  const report = extractInline(documents(tuple('', `${num('order="1"')}<ix:tuple>${text('order="2"')}</ix:tuple>`)));
  expect(report.tuples?.[0]?.facts.map(({ localName }) => localName)).toEqual(['N']);
});

it('reports a schema without an address and an escape on a number', () => {
  const report = extractInline(
    documents(header('<ix:references><link:schemaRef/></ix:references>') + num('id="x" escape="true"')),
  );
  expect(report.anomalies.map(({ kind }) => kind)).toEqual(['reference_without_href', 'unknown_attribute']);
});

it.each([
  ['no document type', '', 2],
  ['an HTML document type', '<!DOCTYPE html>', 2],
  [
    'an XHTML document type',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    0,
  ],
])('reads &nbsp; with %s as that character, and reports it unless the document type declares it', (_, type, count) => {
  const source = `${type}${whole(`${HEADER}<p>a&nbsp;b</p>${text('', 'c&nbsp;d')}`)}`;
  const report = extractInline([{ name: '0.htm', source }]);
  expect(report.facts.map(({ value }) => value)).toEqual(['c\u00A0d']);
  expect(report.anomalies.map(({ kind }) => kind)).toEqual(new Array(count).fill('invalid_reference'));
});
