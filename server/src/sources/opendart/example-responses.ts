import { EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';

const DART = 'https://opendart.fss.or.kr/api';

/** Valid and invalid responses of the registry, for the tests of all connectors. */
export const examples: RegistryExamples = {
  // The day’s end in Seoul (UTC+9).
  knownAt: { '2024-07-01': '2024-07-01T15:00:00Z', '2024-01-15': '2024-01-15T15:00:00Z' },
  requests: {
    'OpenDART list': {
      address: `${DART}/list.json?corp_code=00126380&page_no=1`,
      good: '{"status":"013","message":"조회된 데이타가 없습니다."}',
      bad: {
        status_020: '{"status":"020","message":"사용한도를 초과하였습니다."}',
        status_800: '{"status":"800","message":"시스템 점검"}',
        truncated_json: '{"status":"000","list":[{"corp_code":"0',
        unexpected_document: '{"message":"?"}',
      },
    },
    'OpenDART document': {
      address: `${DART}/document.xml?rcept_no=20240101000001`,
      good: EXAMPLE_ZIP,
      bad: { status_020: '<?xml version="1.0"?><result><status>020</status><message>x</message></result>' },
    },
  },
};
