import { describe, expect, it } from 'vitest';
import { expectLinearTime } from '../../../test/processor-time.ts';
import { parseHtml } from './parse-html.ts';
import { findPrintedParts, type KnownPart } from './printed-parts.ts';
import { renderText } from './render/render-text.ts';

const KNOWN: KnownPart[] = [
  { key: 'directors_report', pattern: /^directors' report$/ },
  { key: 'income_statement', pattern: /^profit and loss account$/, isStatement: true },
  { key: 'balance_sheet', pattern: /^balance sheet$/, isStatement: true },
  { key: 'notes', pattern: /^notes to the accounts$/ },
  { key: 'detailed_income_statement', pattern: /^detailed profit and loss account$/, mayFollowNotes: true },
];

const paragraph = (text: string) => `<p>${text}</p>`;
const WORDS = paragraph(
  'The directors present their report on the affairs of the company and the year that has ended. '.repeat(3),
);
const AMOUNTS = `<table>${Array.from({ length: 6 }, (_, at) => `<tr><td>Line ${'abcdef'[at]} of it</td><td>${at}1,234</td><td>${at}5,678</td></tr>`).join('')}</table>${WORDS}`;

const partsOf = (...html: string[]) => {
  const document = parseHtml(`<html><body>${html.join('')}</body></html>`);
  return findPrintedParts(document, KNOWN).map(({ key, title, start, end }) => ({
    key,
    title,
    text: renderText(document, start, end).trim(),
  }));
};
const keysOf = (...html: string[]) => partsOf(...html).map(({ key }) => key);

const REPORT = [
  paragraph('EXAMPLE LIMITED'),
  paragraph('Directors’ Report'),
  WORDS,
  paragraph('BALANCE SHEET'),
  AMOUNTS,
];

describe('findPrintedParts', () => {
  it('divides a document by its headings and loses no text', () => {
    const parts = partsOf(...REPORT, paragraph('Notes to the accounts'), WORDS);
    expect(parts.map(({ key, title }) => [key, title])).toEqual([
      ['front', ''],
      ['directors_report', 'Directors’ Report'],
      ['balance_sheet', 'BALANCE SHEET'],
      ['notes', 'Notes to the accounts'],
    ]);
    expect(parts[0]?.text).toBe('EXAMPLE LIMITED');
    expect(parts[1]?.text).toMatch(/^The directors present/);
    expect(parts[2]?.text).toContain('| 01,234');
  });

  it('recognises headings with numbers, periods, pages and "continued"', () => {
    expect(
      partsOf(
        paragraph("1. Directors' report for the year ended 31 March 2024"),
        WORDS,
        paragraph("DIRECTORS' REPORT (CONTINUED)"),
        WORDS,
        paragraph('Balance sheet as at 31 March 2024'),
        AMOUNTS,
      ).map(({ key, title }) => [key, title]),
    ).toEqual([
      ['directors_report', "1. Directors' report for the year ended 31 March 2024"],
      ['balance_sheet', 'Balance sheet as at 31 March 2024'],
    ]);
  });

  it('does not take the table of contents for the parts', () => {
    const contents = ['Directors’ report 3', 'Profit and loss account 4', 'Balance sheet 5', 'Notes to the accounts 6'];
    expect(keysOf(...contents.map(paragraph), ...REPORT)).toEqual(['front', 'directors_report', 'balance_sheet']);
    const table = `<table>${contents.map(entry => `<tr><td>${entry.slice(0, -2)}</td><td>${entry.slice(-1)}</td></tr>`).join('')}</table>`;
    expect(keysOf(table, ...REPORT)).toEqual(['front', 'directors_report', 'balance_sheet']);
  });

  it('leaves headings inside the notes there, except for what follows the notes', () => {
    const notes = [paragraph('Notes to the accounts'), WORDS, paragraph('Profit and loss account'), AMOUNTS];
    expect(keysOf(...REPORT, ...notes)).toEqual(['front', 'directors_report', 'balance_sheet', 'notes']);
    expect(keysOf(...REPORT, ...notes, paragraph('Detailed profit and loss account'), AMOUNTS).at(-1)).toBe(
      'detailed_income_statement',
    );
  });

  it('does not take a policy on a statement for the statement', () => {
    const policies = [paragraph('Profit and loss account'), WORDS];
    expect(keysOf(paragraph("Directors' report"), WORDS, ...policies, paragraph('Balance sheet'), AMOUNTS)).toEqual([
      'directors_report',
      'balance_sheet',
    ]);
  });

  it('finds no parts with a single heading, or if every line is a paragraph and there is no table', () => {
    expect(keysOf(paragraph("Directors' report"), WORDS)).toEqual([]);
    expect(keysOf('')).toEqual([]);
    const lines = (from: number) => Array.from({ length: 80 }, (_, at) => paragraph(`Line ${from + at} of a page`));
    const placed = [paragraph("Directors' report"), ...lines(0), paragraph('Notes to the accounts'), ...lines(80)];
    expect(keysOf(...placed)).toEqual([]);
    expect(keysOf(...placed, AMOUNTS)).toEqual(['directors_report', 'notes']);
  });

  it('runs in time linear to the length', () => {
    for (const piece of [
      paragraph("Directors' report") + paragraph('Balance sheet'),
      paragraph("Directors' report") + WORDS,
    ]) {
      expectLinearTime(1_000, count => piece.repeat(count), keysOf);
    }
  });
});
