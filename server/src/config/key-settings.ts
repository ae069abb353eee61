import { type Setting, setting, text } from './setting.ts';

/** An API key of a registry: its setting, whose key it is, and where to get it. */
function keySetting(name: string, purpose: string): Setting<string> {
  return setting({
    name,
    description: `${purpose} Without it nothing is requested there; recorded responses (--mirror) need no key.`,
    allowed: 'the key, without spaces',
    default: null,
    schema: text.regex(/^[\x21-\x7e]{8,256}$/),
    isSecret: true,
  });
}

export const keySettings = [
  keySetting(
    'ASFILED_EDINET_KEY',
    'Subscription key of EDINET (Japan), free at https://api.edinet-fsa.go.jp/api/auth/index.aspx?mode=1.',
  ),
  keySetting('ASFILED_OPENDART_KEY', 'Key of OpenDART (Korea), free at https://opendart.fss.or.kr.'),
  keySetting(
    'ASFILED_COMPANIES_HOUSE_KEY',
    'REST key of Companies House (United Kingdom), free at https://developer.company-information.service.gov.uk. Downloads of accounts need no key.',
  ),
  keySetting(
    'ASFILED_COMPANIES_HOUSE_STREAM_KEY',
    'Stream key of Companies House, free at the same address; separate from the REST key.',
  ),
  keySetting(
    'ASFILED_ALPHAVANTAGE_KEY',
    'Key of Alpha Vantage, for earnings dates and call transcripts; free for 25 requests a day at https://www.alphavantage.co/support/#api-key.',
  ),
  keySetting(
    'ASFILED_EARNINGSCALL_KEY',
    'Key of EarningsCall, for dates and transcripts of calls; needs a plan of https://earningscall.biz/api-pricing.',
  ),
  keySetting(
    'ASFILED_STOOQ_KEY',
    'Key of Stooq, for daily closing prices; free for the operator’s own use at https://stooq.com/q/d/?s=spy.us&get_apikey.',
  ),
  setting({
    name: 'ASFILED_OPENFIGI_KEY',
    description:
      'Key of OpenFIGI, free at https://www.openfigi.com/api. Without it the rate limit there is ten times lower.',
    allowed: 'the key, without spaces',
    default: null,
    schema: text.regex(/^[\x21-\x7e]{8,256}$/),
    isSecret: true,
  }),
] as const;
