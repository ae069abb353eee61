import { describe, expect, it } from 'vitest';
import { expectLinearTime } from '../../../../test/processor-time.ts';
import { parseHtml } from '../parse-html.ts';
import { sourceOffsetAt, textIndexAt } from '../text-positions.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderSafeHtml } from './render-safe-html.ts';
import { renderText } from './render-text.ts';

type Render = typeof renderText;

function rendered(render: Render, html: string): string {
  return render(parseHtml(html), 0, html.length);
}

/** Figures as filers lay them out: signs in cells of their own, empty columns between. */
const STATEMENT = `<table>
  <tr><td></td><td></td><td colspan="3"><b>2024</b></td><td></td><td colspan="3"><b>2023</b></td></tr>
  <tr><td>Lanterns</td><td></td><td>$</td><td>1,234</td><td></td><td></td><td>$</td><td>987</td><td></td></tr>
  <tr><td>Loss | net</td><td></td><td>$</td><td>(56</td><td>)</td><td></td><td></td><td>12</td><td>%</td></tr>
</table>`;
const PAGE = `<h2>Harbours</h2><p>We sell <b>lanterns</b>*.</p><ul><li>one<ul><li>two</li></ul></li></ul>
  <p><b>Bold line</b></p><p>1. first</p>${STATEMENT}<p>last<br>line</p>`;

describe('renderText', () => {
  it('renders paragraphs, list items and table rows', () => {
    expect(rendered(renderText, PAGE)).toBe(
      [
        'Harbours',
        'We sell lanterns*.',
        'one',
        'two',
        'Bold line',
        '1. first',
        ' | 2024 | 2023\nLanterns | $1,234 | $987\nLoss | net | $(56) | 12%',
        'last\nline',
      ].join('\n\n'),
    );
  });

  it('joins a paragraph split by a page break', () => {
    const html =
      '<p>The company sells lanterns to the harbours of</p><p>3</p><hr style="page-break-after:always"><p>nine countries.</p>';
    expect(rendered(renderText, html)).toBe('The company sells lanterns to the harbours of nine countries.');
  });
});

describe('renderMarkdown', () => {
  it('renders headings, lists and pipe tables, and escapes plain text', () => {
    expect(rendered(renderMarkdown, PAGE)).toBe(
      [
        '### Harbours',
        'We sell lanterns\\*.',
        '- one\n  - two',
        '### Bold line',
        '1\\. first',
        '|  | 2024 | 2023 |\n| --- | ---: | ---: |\n| Lanterns | $1,234 | $987 |\n| Loss \\| net | $(56) | 12% |',
        'last\\\nline',
      ].join('\n\n'),
    );
  });
});

describe('renderSafeHtml', () => {
  it('uses a small set of elements', () => {
    expect(rendered(renderSafeHtml, PAGE)).toBe(
      [
        '<h3>Harbours</h3>',
        '<p>We sell lanterns*.</p>',
        '<ul>',
        '<li>one</li>',
        '<ul>',
        '<li>two</li>',
        '</ul>',
        '</ul>',
        '<h3>Bold line</h3>',
        '<p>1. first</p>',
        '<table>',
        '<tr><td></td><td><strong>2024</strong></td><td><strong>2023</strong></td></tr>',
        '<tr><td>Lanterns</td><td>$1,234</td><td>$987</td></tr>',
        '<tr><td>Loss | net</td><td>$(56)</td><td>12%</td></tr>',
        '</table>',
        '<p>last</p>',
        '<p>line</p>',
      ].join('\n'),
    );
  });

  it("never passes the document's markup through", () => {
    const hostile = `<p onclick="x()" style="background:url(//evil)">&lt;script&gt;alert(1)&lt;/script&gt;
      <a href="javascript:x()">link</a><img src=x onerror=x()><iframe src=//evil></iframe></p>
      <table><tr><td colspan='2" onload="x()'>&quot;a&quot;</td><td>b</td></tr></table>`;
    const html = rendered(renderSafeHtml, hostile);
    expect(html.replace(/<\/?(?:p|table|tr|td|strong)>|<td colspan="\d+">/g, '')).not.toMatch(/[<>]/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('renderSafeHtml: facts of an inline document', () => {
  const cell = (inner: string) => rendered(renderSafeHtml, `<table><tr><td>Sales</td>${inner}</tr></table>`);
  const fact = (id: string, text: string) => `<ix:nonFraction id="${id}" name="us-gaap:A">${text}</ix:nonFraction>`;

  it('marks facts with the id of their element, also in cells with joined parts', () => {
    expect(cell(`<td>$</td><td>${fact('f-1', '1,234')}</td>`)).toContain(
      '<td>$<span data-fact="f-1">1,234</span></td>',
    );
    expect(cell(`<td>(${fact('f-2', '321')}</td><td>)</td>`)).toContain('<td>(<span data-fact="f-2">321</span>)</td>');
  });

  it('marks facts inside sentences and inside each other at their positions', () => {
    const inner = `<b>5</b> years and ${fact('f-4', '5')} days`;
    const html = rendered(
      renderSafeHtml,
      `<p>In 5 cases: <ix:nonNumeric id="f-3" name="x:T">${inner}</ix:nonNumeric>, no more.</p>`,
    );
    expect(html).toBe(
      '<p>In 5 cases: <span data-fact="f-3">5 years and <span data-fact="f-4">5</span> days</span>, no more.</p>',
    );
  });

  it('identifies a fact without an element id by its offset, and escapes a hostile id', () => {
    expect(rendered(renderSafeHtml, '<p>Of <ix:nonFraction>7</ix:nonFraction></p>')).toBe(
      '<p>Of <span data-fact="@6">7</span></p>',
    );
    expect(rendered(renderSafeHtml, `<p>${fact('&quot;&gt;&lt;img src=x onerror=a()', '7')} left</p>`)).toBe(
      '<p><span data-fact="&quot;&gt;&lt;img src=x onerror=a()">7</span> left</p>',
    );
  });

  it('leaves facts that span paragraphs or are partly hidden unmarked', () => {
    const note = '<ix:nonNumeric id="f-5" name="x:Note"><p>One.</p><p>Two.</p></ix:nonNumeric>';
    expect(rendered(renderSafeHtml, note)).toBe('<p>One.</p>\n<p>Two.</p>');
    expect(rendered(renderSafeHtml, `<p>${fact('f-6', 'a<span style="display:none">b</span>c')}</p>`)).toBe(
      '<p>ac</p>',
    );
  });

  it('finds the facts of one long paragraph in linear time', () => {
    const paragraph = (facts: number): string =>
      `<p>${Array.from({ length: facts }, (_, n) => `${fact(`f-${n}`, String(n))} and`).join(' ')}</p>`;
    expect(rendered(renderSafeHtml, paragraph(10_000)).match(/data-fact/g)).toHaveLength(10_000);
    expectLinearTime(10_000, paragraph, html => rendered(renderSafeHtml, html));
  });
});

describe('rendering a hostile table', () => {
  it('does not grow with its empty columns', () => {
    const wide = `<tr>${'<td>a</td>'.repeat(600)}</tr>`;
    const html = `<table>${wide}${'<tr><td colspan=511></td><td>b'.repeat(40_000)}</table>`;
    for (const render of [renderText, renderMarkdown, renderSafeHtml]) {
      expect(rendered(render, html).length).toBeLessThan(5 * html.length);
    }
  });
});

describe('rendering a range', () => {
  const html = '<p><b>Item 9B. Other &amp; more.</b> None&#8217;s <i>left</i> here.</p><p>next</p>';
  const document = parseHtml(html);
  const [block] = document.blocks;

  it('may start and end inside a paragraph', () => {
    if (block?.kind !== 'text') throw new Error('a paragraph was expected');
    const start = sourceOffsetAt(html, block, block.text.indexOf('None'));
    expect(html.slice(start, start + 4)).toBe('None');
    expect(renderText(document, start, html.length)).toBe('None’s left here.\n\nnext');
    expect(renderText(document, 0, start)).toBe('Item 9B. Other & more.');
    expect(textIndexAt(html, block, start)).toBe(block.text.indexOf('None'));
  });

  it('is empty for an empty range', () => {
    expect(renderText(document, 5, 5)).toBe('');
    expect(renderMarkdown(document, html.length, html.length)).toBe('');
  });
});
