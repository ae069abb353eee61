import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'bse-india',
  trust: 120,
  keepsRegister: true,
  serves: [
    {
      marketId: 'in',
      name: 'BSE',
      url: 'https://www.bseindia.com',
      gaps: [
        {
          capability: 'filings',
          reason: 'not_published',
          extent: 'some',
          detail: 'What companies file with the National Stock Exchange alone is not there.',
        },
        {
          capability: 'financials',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Results are PDFs; the forms of figures that companies file beside them are not read.',
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
          detail: 'Results are PDFs; the forms of figures that companies file beside them are not read.',
        },
        {
          capability: 'statements',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Results are PDFs; the forms of figures that companies file beside them are not read.',
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
      marketId: 'in',
      name: 'India',
      countryCodes: ['IN'],
      currency: 'INR',
      timeZone: 'Asia/Kolkata',
      exchanges: [
        { mic: 'XBOM', name: 'BSE' },
        { mic: 'XNSE', name: 'National Stock Exchange of India' },
      ],
      searchLanguage: 'english',
    },
  ],
};
