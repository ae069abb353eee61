import { CHALLENGE_PAGE, EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';
import { DAILY_URL, HISTORY_URL, RECENT_URL } from './rates.ts';
import { curveUrl } from './yield-curve.ts';

/** An envelope in the form of the bank, with made-up rates. */
const ENVELOPE =
  '<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" ' +
  'xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube><Cube time=\'2024-07-01\'>' +
  "<Cube currency='USD' rate='1.25'/></Cube></Cube></gesmes:Envelope>";

const NO_LISTS = { html_instead_of_xml: CHALLENGE_PAGE, unexpected_document: 'Service Unavailable' };

/** Valid and invalid responses of the bank, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T15:00:00Z', '2024-01-15': '2024-01-15T15:00:00Z' },
  requests: {
    'ECB rates of a day': { address: DAILY_URL, good: ENVELOPE, bad: NO_LISTS },
    'ECB rates of ninety days': { address: RECENT_URL, good: ENVELOPE, bad: NO_LISTS },
    'ECB yield curve': {
      address: curveUrl('2024-07-01'),
      good: 'KEY,TIME_PERIOD,OBS_VALUE\nYC.B.U2.EUR.4F.G_N_A.SV_C_YM.SR_10Y,2024-07-01,2.5\n',
      bad: { html_instead_of_text: CHALLENGE_PAGE, unexpected_document: 'No results found.' },
    },
    'ECB rates of all days': {
      address: HISTORY_URL,
      good: EXAMPLE_ZIP,
      bad: { html_instead_of_zip: CHALLENGE_PAGE, unexpected_document: 'Date,USD,' },
    },
  },
};
