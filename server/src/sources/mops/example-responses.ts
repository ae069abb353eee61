import type { RegistryExamples } from '../kit/example-responses.ts';

/** Files of the registry's form about companies that do not exist. */

const FILES = 'https://mopsfin.twse.com.tw/opendata/';

/** A file with a header and rows; a cell that a row does not state is empty. */
export function openDataFile(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  const lines = rows.map(row => columns.map(column => `"${row[column] ?? ''}"`).join(','));
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

export const COMPANY_COLUMNS = [
  '出表日期',
  '公司代號',
  '公司名稱',
  '公司簡稱',
  '外國企業註冊地國',
  '產業別',
  '營利事業統一編號',
  '董事長',
  '總經理',
  '發言人',
  '發言人職稱',
  '英文簡稱',
];

/** The profile of a company. */
export function companyRow(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    出表日期: '1150709',
    公司代號: '9801',
    公司名稱: '曙光零件股份有限公司',
    公司簡稱: '曙光',
    外國企業註冊地國: '－ ',
    產業別: '05',
    營利事業統一編號: '10458575',
    董事長: '林虛構',
    總經理: '陳虛構',
    發言人: '王虛構',
    發言人職稱: '財務長',
    英文簡稱: 'AURORA PARTS',
    ...more,
  };
}

export const ANNOUNCEMENT_COLUMNS = [
  '出表日期',
  '發言日期',
  '發言時間',
  '公司代號',
  '公司名稱',
  '主旨',
  '符合條款',
  '事實發生日',
  '說明',
];

/** An announcement of a company. */
export function announcementRow(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    出表日期: '1150602',
    發言日期: '1150601',
    發言時間: '70003',
    公司代號: '9801',
    公司名稱: '曙光',
    主旨: '公告本公司名稱由「曙光零件股份有限公司」更名為\n「曙光精密股份有限公司」，公告期間：115年6月1日至\n115年8月31日',
    符合條款: '第51款',
    事實發生日: '1150528',
    說明: '1.事實發生日：民國115年05月28日\n2.公司名稱：曙光精密股份有限公司\n3.與公司關係(請輸入本公司或子公司)：本公司\n4.其他應敘明事項：\n(1)本公司股票代號未變動，仍為\n「9801」。\n(2)英文名稱為 Aurora\nPrecision。',
    ...more,
  };
}

/** Valid and invalid responses, for the tests that all connectors share. */
export const examples: RegistryExamples = {
  // The day's end in Taiwan (UTC+8).
  knownAt: { '2024-07-01': '2024-07-01T15:59:59Z', '2024-01-15': '2024-01-15T15:59:59Z' },
  requests: {
    'MOPS profiles': {
      address: `${FILES}t187ap03_L.csv`,
      good: openDataFile(COMPANY_COLUMNS, [companyRow()]),
      bad: { missing_column: 'error,message\r\n"500","busy"\r\n' },
    },
    'MOPS announcements': {
      address: `${FILES}t187ap04_O.csv`,
      good: openDataFile(ANNOUNCEMENT_COLUMNS, [announcementRow()]),
      bad: { missing_column: 'error\r\n"busy"\r\n' },
    },
  },
};
