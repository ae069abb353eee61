import { CHALLENGE_PAGE, EXAMPLE_PDF, type RegistryExamples } from '../kit/example-responses.ts';

const WWW1 = 'https://www1.hkexnews.hk';
const titles = '{"result":"null","hasNextRow":false,"rowRange":0,"loadedRecord":0,"recordCnt":0}';

/** Valid and invalid responses, for the tests that all connectors share. */
export const examples: RegistryExamples = {
  // The day’s end in Hong Kong (UTC+8).
  knownAt: { '2024-07-01': '2024-07-01T15:59:59Z', '2024-01-15': '2024-01-15T15:59:59Z' },
  requests: {
    'HKEXnews prefix': {
      address: `${WWW1}/search/prefix.do?callback=callback&lang=EN&type=A&name=00990&market=SEHK`,
      good: 'callback({"more":"1","stockInfo":[]});',
      bad: { truncated_json: 'callback(' },
    },
    'HKEXnews titles': {
      address: `${WWW1}/search/titleSearchServlet.do?market=SEHK&stockId=-1&fromDate=20260326&toDate=20260326&lang=E`,
      good: titles,
      bad: { unexpected_document: '{"rows":[]}', truncated_json: titles.slice(0, -3) },
    },
    'HKEXnews stocks': {
      address: `${WWW1}/ncms/script/eds/activestock_sehk_e.json`,
      good: '[]',
      bad: { truncated_json: '[{"i":7609' },
    },
    'HKEXnews document': {
      address: `${WWW1}/listedco/listconews/sehk/2026/0327/2026032700001.pdf`,
      good: EXAMPLE_PDF,
      bad: {},
    },
    'HKEX clearing form': {
      address: 'https://www3.hkexnews.hk/sdw/search/searchsdw.aspx',
      good: '<form><input name="txtStockCode"></form>',
      bad: { unexpected_document: CHALLENGE_PAGE },
    },
  },
};
