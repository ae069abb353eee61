import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'cninfo',
  trust: 100,
  keepsRegister: true,
  serves: [
    {
      marketId: 'cn',
      name: 'CNINFO',
      url: 'http://www.cninfo.com.cn',
      gaps: [
        {
          capability: 'financials',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Reports are PDFs without tagged figures.',
        },
        {
          capability: 'sections',
          reason: 'form_not_read',
          extent: 'some',
          detail: 'The text of PDFs is read; not that of scanned or encrypted ones, nor of other forms.',
        },
        {
          capability: 'facts',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Reports are PDFs without tagged figures.',
        },
        {
          capability: 'statements',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Reports are PDFs without tagged figures.',
        },
        {
          capability: 'earnings_events',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Announcements of results are PDFs.',
        },
      ],
    },
  ],
  markets: [
    {
      marketId: 'cn',
      name: 'Mainland China',
      countryCodes: ['CN'],
      currency: 'CNY',
      timeZone: 'Asia/Shanghai',
      exchanges: [
        {
          mic: 'XSHG',
          name: 'Shanghai Stock Exchange',
        },
        {
          mic: 'XSHE',
          name: 'Shenzhen Stock Exchange',
        },
        {
          mic: 'BJSE',
          name: 'Beijing Stock Exchange',
        },
      ],
      searchLanguage: 'simple',
    },
  ],
};
