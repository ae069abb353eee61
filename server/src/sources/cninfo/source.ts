import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { knownAtInChina } from './china-clock.ts';
import { discover, fetchTask } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { identifyImport, placeImport } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

/** The announcements of the companies that are listed on mainland China's exchanges. */
export const cninfo: Source = {
  description: {
    registry: 'cninfo',
    publisher: 'CNINFO (Shenzhen Securities Information Co.)',
    url: 'https://www.cninfo.com.cn',
    licence:
      'Copyright of CNINFO and the issuers: link, do not redistribute; https://www.cninfo.com.cn/new/commonUrl?url=footer/disclaimer',
    // No limit is published; deep pages take the registry twenty seconds.
    requestsPerSecond: 1,
    hosts: ['www.cninfo.com.cn', 'static.cninfo.com.cn'],
    // The pages of the registry ask like this; without it the search answers with a page.
    access: [
      {
        host: 'www.cninfo.com.cn',
        headers: { 'x-requested-with': 'XMLHttpRequest', referer: 'https://www.cninfo.com.cn/new/index' },
      },
    ],
  },
  // A company's own page before the lists, and these before what announcements called it in their time. Of a filing its
  // row knows more than the manifest by which its document was filed.
  precedence: {
    introduction: 10,
    executives: 20,
    'stocks/szse': 30,
    'stocks/bj': 40,
    'announcements/': 50,
    'rows/': 60,
    [FILING_SOURCE]: 70,
  },
  schedule: [
    { channel: 'announcements', host: 'www.cninfo.com.cn', cron: '*/20 7-23 * * *', timeZone: 'Asia/Shanghai' },
    { channel: 'stocks', host: 'www.cninfo.com.cn', cron: '30 5 * * 1-6', timeZone: 'Asia/Shanghai' },
  ],
  knownAtOfDay: knownAtInChina,
  validateResponse,
  sourceOf: sourceNameOf,
  issuerOf,
  identifyImport,
  placeImport,
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: expectationsOf,
  // The registry publishes no bulk files.
  planBulk: async () => null,
  async *splitBulk() {},
};
