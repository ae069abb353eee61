/** What a market may have data for. */
export const CAPABILITIES = [
  'entities',
  'filings',
  'financials',
  'sections',
  'facts',
  'statements',
  'earnings_events',
  'documents',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * Why something is not there, whatever is in the store: the registry publishes nothing of the kind; publishes it in a
 * form that is not read (PDF text); gives it out to holders of a key only, which the operator has to get; keeps it for
 * some weeks only; or its rules do not ask filers for it.
 */
export const GAP_REASONS = ['not_published', 'form_not_read', 'key_needed', 'kept_briefly', 'not_required'] as const;

/** Something that a registry has nothing of, at all or in part. */
export interface Gap {
  marketId: string;
  registry: string;
  capability: Capability;
  reason: (typeof GAP_REASONS)[number];
  /** Whether some of it is there nevertheless. */
  isPartial: boolean;
  detail: string;
}

function gap(
  marketId: string,
  registry: string,
  capability: Capability,
  reason: Gap['reason'],
  extent: 'all' | 'some',
  detail: string,
): Gap {
  return { marketId, registry, capability, reason, isPartial: extent === 'some', detail };
}

/** What there is no data of, by market and registry: docs/registries says more of each. */
export const GAPS: readonly Gap[] = [
  gap('br', 'cvm', 'sections', 'form_not_read', 'all', 'Reports are PDFs; figures come from the open-data tables.'),
  gap(
    'br',
    'cvm',
    'earnings_events',
    'not_published',
    'all',
    'There is no current report of results with its release attached.',
  ),
  gap('cn', 'cninfo', 'financials', 'form_not_read', 'all', 'Reports are PDFs without tagged figures.'),
  gap('cn', 'cninfo', 'sections', 'form_not_read', 'all', 'Reports are PDFs, whose text is not read.'),
  gap('cn', 'cninfo', 'facts', 'form_not_read', 'all', 'Reports are PDFs without tagged figures.'),
  gap('cn', 'cninfo', 'statements', 'form_not_read', 'all', 'Reports are PDFs without tagged figures.'),
  gap('cn', 'cninfo', 'earnings_events', 'form_not_read', 'all', 'Announcements of results are PDFs.'),
  gap(
    'eu',
    'esef',
    'filings',
    'not_published',
    'some',
    'The index lacks Germany, Ireland, Bulgaria and Slovakia; their reports can be imported as files.',
  ),
  gap('eu', 'esef', 'earnings_events', 'not_required', 'all', 'The registry collects annual financial reports only.'),
  gap('hk', 'hkexnews', 'financials', 'form_not_read', 'all', 'Results are PDFs without tagged figures.'),
  gap('hk', 'hkexnews', 'sections', 'form_not_read', 'all', 'Documents are PDFs, whose text is not read.'),
  gap('hk', 'hkexnews', 'facts', 'form_not_read', 'all', 'Results are PDFs without tagged figures.'),
  gap('hk', 'hkexnews', 'statements', 'form_not_read', 'all', 'Results are PDFs without tagged figures.'),
  gap('hk', 'hkexnews', 'earnings_events', 'form_not_read', 'all', 'Announcements of results are PDFs.'),
  gap(
    'jp',
    'edinet',
    'filings',
    'key_needed',
    'some',
    'Following the registry takes a subscription key; bulk files and documents at hand do not.',
  ),
  gap('jp', 'edinet', 'earnings_events', 'not_published', 'all', 'Results are announced at TDnet.'),
  gap(
    'jp',
    'tdnet',
    'earnings_events',
    'form_not_read',
    'all',
    'Results are read as figures of their filing; the announcement is a PDF.',
  ),
  gap('jp', 'tdnet', 'filings', 'kept_briefly', 'some', 'The registry keeps documents for about a month.'),
  gap(
    'jp',
    'tdnet',
    'sections',
    'form_not_read',
    'some',
    'The text of announcements is in PDFs; summaries of results are read.',
  ),
  gap(
    'kr',
    'opendart',
    'filings',
    'key_needed',
    'some',
    'Following the registry takes a key; documents at hand do not.',
  ),
  gap(
    'kr',
    'opendart',
    'entities',
    'not_published',
    'some',
    'Companies without a stock code are known once a document of theirs is read.',
  ),
  gap(
    'kr',
    'opendart',
    'earnings_events',
    'form_not_read',
    'all',
    'Reports of provisional results are not told from other reports.',
  ),
  gap(
    'uk',
    'companies-house',
    'filings',
    'key_needed',
    'some',
    'Filing histories take a key; daily and monthly accounts files do not.',
  ),
  gap(
    'uk',
    'companies-house',
    'financials',
    'form_not_read',
    'some',
    'Accounts filed on paper or as PDF have no tagged figures.',
  ),
  gap(
    'uk',
    'companies-house',
    'earnings_events',
    'not_required',
    'all',
    'The registry collects accounts, not announcements.',
  ),
  gap('uk', 'esef', 'earnings_events', 'not_required', 'all', 'The registry collects annual financial reports only.'),
  gap('us', 'sec-edgar', 'financials', 'form_not_read', 'some', 'Filings of before 2009 have no tagged figures.'),
];
