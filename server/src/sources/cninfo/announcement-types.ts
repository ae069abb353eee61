import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { FilingHeading } from '../kit/pdf/published-filing.ts';
import { readTable } from '../kit/read-table.ts';

/**
 * The kind of an announcement. The form type is the registry's name of the class by which it is searched
 * (`category_ndbg_szsh`; `announcement` if unknown), the item codes are the registry's type numbers.
 */
export interface AnnouncementType extends FilingHeading {
  periodEnd: IsoDate | null;
  language: 'zh' | 'en';
}

const TABLE = Map.groupBy(readTable(new URL('./announcement-types.tsv', import.meta.url)), ([rule]) => rule);

function rowsOf(rule: string): [string, string][] {
  return (TABLE.get(rule) ?? []).map(([, of = '', gives = '']) => [of, gives]);
}

/** The category of each class by which the registry can be searched. */
const CLASSES = new Map(rowsOf('class'));

/** The class of periodic reports by the beginning of the type number; two digits follow: full text, summary, English. */
const NUMBERED = rowsOf('number');

/** The category by words of the title; the first match counts. */
const WORDS = rowsOf('words').map(([words, category]) => ({ words: new RegExp(words), category }));

const REPORT =
  /(\d{4})\s*年?\s*(半年度|中期|年度|第?一季度|第?三季度)\s*报告(?:全文|正文|摘要)?(?:\s*[（(](?:[^（）()]*)[）)])*\s*$/;

/** The kind of an announcement is in the first characters of its title. */
const READ_TITLE_CHARS = 500;

/**
 * Reads the kind of an announcement from the registry's type (names of classes, or numbers divided by `||`), else from its
 * title. Mainland issuers' fiscal years are calendar years (Accounting Law, article 11).
 */
export function readAnnouncementType(type: string | null, wholeTitle: string): AnnouncementType {
  const title = wholeTitle.slice(0, READ_TITLE_CHARS);
  const itemCodes = (type ?? '').split('||').filter(code => code !== '');
  const report = readReportTitle(title);
  const stated = classOf(itemCodes);
  const formType = stated ?? report?.formType ?? 'announcement';
  const byWords = WORDS.find(({ words }) => words.test(title))?.category;
  const category = CLASSES.get(formType) ?? byWords ?? 'material_event';
  return {
    formType,
    category,
    categoryGroup: categoryGroupOf(category),
    itemCodes,
    periodEnd: report?.periodEnd ?? null,
    isAmendment: /更正公告|更正后|补充更正|更新后|修订版|修订稿|[（(](?:更正|修订|更新|补充)[^（）()]{0,4}[）)]/.test(
      title,
    ),
    language: /英文/.test(title) || !/[\u4e00-\u9fff]/.test(title) ? 'en' : 'zh',
  };
}

function classOf(itemCodes: readonly string[]): string | null {
  const named = itemCodes.find(code => CLASSES.has(code));
  if (named !== undefined) return named;
  return NUMBERED.find(([beginning]) => itemCodes.some(code => code.startsWith(beginning)))?.[1] ?? null;
}

/** The period of a title that is a report's own; null for titles of announcements about a report. */
function readReportTitle(title: string): { formType: string; periodEnd: IsoDate } | null {
  const [, year, period = ''] = REPORT.exec(title) ?? [];
  if (year === undefined) return null;
  if (period === '年度') return { formType: 'category_ndbg_szsh', periodEnd: `${year}-12-31` };
  if (period.endsWith('一季度')) return { formType: 'category_yjdbg_szsh', periodEnd: `${year}-03-31` };
  if (period.endsWith('三季度')) return { formType: 'category_sjdbg_szsh', periodEnd: `${year}-09-30` };
  return { formType: 'category_bndbg_szsh', periodEnd: `${year}-06-30` };
}
