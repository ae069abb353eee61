import type { RegistryExamples } from '../kit/example-responses.ts';
import { announcementsUrl } from './announcements.ts';

const CNINFO = 'https://www.cninfo.com.cn';
const announcements = (rows: string) => `{"totalAnnouncement":0,"hasMore":false,"announcements":${rows}}`;

/** Valid and invalid responses, for the tests that all connectors share. */
export const examples: RegistryExamples = {
  // The day’s end in China (UTC+8).
  knownAt: { '2024-07-01': '2024-07-01T15:59:59Z', '2024-01-15': '2024-01-15T15:59:59Z' },
  requests: {
    'CNINFO announcements': {
      address: announcementsUrl({ stock: null, from: '2026-03-26', to: '2026-03-26' }, 1),
      good: announcements('null'),
      bad: { unexpected_document: '{"code":500,"msg":"busy"}', truncated_json: '{"announcements":[{"announce' },
    },
    'CNINFO stocks': {
      address: `${CNINFO}/new/data/szse_stock.json`,
      good: '{"stockList":[]}',
      bad: { unexpected_document: '{"code":500}' },
    },
    'CNINFO introduction': {
      address: `${CNINFO}/data20/companyOverview/getCompanyIntroduction?scode=600998`,
      good: '{"path":"x","code":200,"data":{"total":0,"resultCode":"200","records":[]}}',
      bad: { error_answer: '{"code":401,"msg":"denied"}' },
    },
  },
};
