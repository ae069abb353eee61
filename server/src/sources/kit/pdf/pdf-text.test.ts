import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FictionalPdf, fictionalPdf, type PlacedText } from '../../../../test/fictional/pdf.ts';
import { detectLanguage } from '../../../domain/filings/sections/model/detect-language.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { keyOfPart } from '../xbrl/report-parts.ts';
import { readPdfText } from './pdf-text.ts';

async function read(pdf: FictionalPdf | Buffer) {
  const log = new AnomalyLog('hkexnews', 'https://registry.example/a.pdf');
  const text = await readPdfText(Buffer.isBuffer(pdf) ? pdf : fictionalPdf(pdf), 'a.pdf', log);
  return { ...text, anomalies: log.list().map(anomaly => anomaly.kind) };
}

function paragraph(lines: readonly string[], y = 700): PlacedText[] {
  return lines.map((text, at) => ({ text, x: 72, y: y - 14 * at }));
}

const chairman = [
  '本集團於年內錄得溢利，主要由於新產品的銷售增加，以及原材料成本下降所致。',
  '董事會建議派發末期股息。',
];
const discussion = ['營業額較上年度增加百分之十二，毛利率維持於百分之三十。', '本集團並無重大或然負債。'];

describe('a report with bookmarks', () => {
  test('has a section for each part, with the keys of known parts', async () => {
    const text = await read({
      pages: [
        [{ text: '曙光工業有限公司二零二五年年報', x: 72, y: 700, size: 24 }],
        [{ text: '主席報告', x: 72, y: 740, size: 18 }, ...paragraph(chairman)],
        [{ text: '管理層討論及分析', x: 72, y: 740, size: 18 }, ...paragraph(discussion)],
        [{ text: '獎項', x: 72, y: 740, size: 18 }, ...paragraph(['年度最佳僱主。'])],
      ],
      bookmarks: [
        { title: '主席報告', page: 2, y: 760 },
        { title: '管理層討論及分析', page: 3, y: 760 },
        { title: '獎項及榮譽', page: 4 },
      ],
    });
    expect([text.status, text.reason, text.anomalies]).toEqual(['found', null, []]);
    expect(
      text.sections.map(section => [
        section.order,
        section.sectionKey,
        section.title,
        section.confidence,
        section.warnings,
      ]),
    ).toEqual([
      [1, 'front', 'Front page', 1, []],
      [2, 'chairman_statement', '主席報告', 1, []],
      [3, 'management_discussion', '管理層討論及分析', 1, []],
      [4, 'chapter_3', '獎項及榮譽', 0.7, ['heading_not_seen']],
    ]);
    for (const sentence of chairman) expect(text.sections[1]?.text).toContain(sentence);
    expect(text.sections[1]?.text).not.toContain('營業額');
    expect(text.sections.every(section => detectLanguage(section.text) === 'unspaced')).toBe(true);
  });

  test('refers from a chapter to its first section if the text begins with it', async () => {
    const text = await read({
      pages: [
        [
          { text: 'Financial statements', x: 72, y: 740, size: 18 },
          { text: 'Notes to the financial statements', x: 72, y: 710, size: 14 },
          ...paragraph(['Revenue is recognised over time.'], 680),
        ],
        [{ text: 'Glossary', x: 72, y: 740, size: 18 }, ...paragraph(['EBITDA: earnings.'])],
      ],
      bookmarks: [
        {
          title: 'Financial Statements',
          page: 1,
          y: 760,
          items: [{ title: 'Notes to the Financial Statements', page: 1, y: 730 }],
        },
        { title: 'Glossary', page: 2, y: 760 },
      ],
    });
    expect(text.sections.map(section => [section.sectionKey, section.status, section.target?.locator ?? null])).toEqual(
      [
        ['financial_statements', 'by_reference', 'Notes to the Financial Statements'],
        ['notes', 'found', null],
        ['glossary', 'found', null],
      ],
    );
  });
});

describe('a document without bookmarks', () => {
  test('is one section, named by its heading, with a reason', async () => {
    const text = await read({
      pages: [
        [
          { text: '（股份代號：00990）', x: 72, y: 740, size: 18 },
          { text: '盈利預警', x: 72, y: 716, size: 18 },
          ...paragraph(chairman, 680),
        ],
      ],
    });
    expect(text.status).toBe('found');
    expect(text.reason).toContain('no bookmarks');
    expect(text.sections).toMatchObject([{ sectionKey: 'document', title: '盈利預警', document: 'a.pdf' }]);
    expect(text.sections[0]?.html).toContain('<h3>盈利預警</h3>');
  });
});

describe('unreadable documents', () => {
  test.each([
    ['bytes that are not a document', Buffer.from('%PDF-1.4\nfictional'), 'pdf_damaged', 'damaged'],
    ['one that wants a password', fictionalPdf({ pages: [[]], isEncrypted: true }), 'pdf_encrypted', 'password'],
    ['pages of pictures', fictionalPdf({ pages: [[], []] }), 'pdf_without_text', 'pictures'],
  ])('have no section, and an anomaly and a reason that state the fault: %s', async (_, bytes, kind, reason) => {
    const text = await read(bytes);
    expect([text.status, text.sections, text.anomalies]).toEqual(['sections_not_found', [], [kind]]);
    expect(text.reason).toContain(reason);
  });

  test('have the text of some pages, and a reason why that of the others is missing', async () => {
    const text = await read({ pages: [paragraph(chairman), [], []] });
    expect([text.status, text.sections.length]).toEqual(['partial', 1]);
    expect(text.reason).toContain('2 of 3 pages');
  });
});

test.each([
  ['第三节 管理层讨论与分析', 'management_discussion'],
  ['第一节 重要提示、目录和释义', 'important_notice'],
  ['七、合并财务报表项目注释', 'notes'],
  ['第十节 财务报告', 'financial_statements'],
  ['MANAGEMENT DISCUSSION AND ANALYSIS', 'management_discussion'],
  ['3. Corporate Governance Report', 'corporate_governance'],
  ['Chairman’s Statement', 'chairman_statement'],
  ['獨立核數師報告', 'auditor_report'],
  ['綜合損益及其他全面收益表', 'income_statement'],
  ['Our awards', null],
])('gives the part %s the key %s', (title, key) => {
  expect(keyOfPart(title)).toBe(key);
});

const RECORDED = new URL('../../../../../../shared/data/intl/hk/hkexnews/pdf/', import.meta.url).pathname;

describe.skipIf(!existsSync(RECORDED))('announcements of HKEXnews (skipped if ../shared/data/intl is missing)', () => {
  test('are read without an anomaly, each as one section in its language', async () => {
    const names = readdirSync(RECORDED).filter(name => name.endsWith('.pdf'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const text = await read(readFileSync(RECORDED + name));
      expect([name, text.status, text.anomalies, text.sections.length]).toEqual([name, 'found', [], 1]);
      const language = name.startsWith('sehk') ? 'english' : 'unspaced';
      expect([name, detectLanguage(text.sections[0]?.text ?? '')]).toEqual([name, language]);
    }
  });

  test('of results have paragraphs and statements in reading order', async () => {
    const { sections } = await read(readFileSync(`${RECORDED}2025-06-30_00328_d97cd8.pdf`));
    const [{ title = '', text = '', markdown = '' } = {}] = sections;
    expect(title).toBe('截至二零二五年三月三十一日止年度經審核全年業績公告');
    expect(text).toContain('\n銷貨成本 | 5 | (94,192) | (139,558)\n');
    expect(text).toContain('\n物業、廠房及設備 |  | 37,486 | 39,356\n');
    expect(text).toContain('董事宣佈本公司及其附屬公司（「本集團」）截至二零二五年三月三十一日止年度之綜合業績如下：');
    expect(text).not.toMatch(/^- ?\d+ ?-$/m);
    expect(markdown).toContain('| 營業額 | 3 | 99,313 | 148,422 |');
  });
});
