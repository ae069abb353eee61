import { z } from 'zod';
import { transcriptFields } from '../../domain/disclosures/transcripts/views/transcript.ts';
import { earningsReleaseFields } from '../../domain/figures/earnings/views.ts';
import { guidance } from '../../domain/figures/guidance/views.ts';
import { entityRefFields } from '../../domain/filings/issuers/views/entity.ts';
import { type DeliveredEventType, EVENT_TYPES, SCREEN_EVENT_TYPES } from '../../domain/kit/event-types.ts';
import { instant, isoDate } from '../../domain/kit/fields.ts';
import { EXAMPLE_TRANSACTION, insiderTransaction } from '../../domain/ownership/insiders/views/insider-shapes.ts';

/** The payload of an event in a webhook delivery. */
export interface WebhookPayload {
  event: DeliveredEventType | 'webhook.test';
  firesWhen: string;
  /** The member `data` of the envelope. */
  data: z.ZodObject;
  example: Record<string, unknown>;
}

const watched = {
  canonical_key: z.string().describe('The company.'),
  ticker: z.string().describe('The watched listing.'),
  market_id: z.string(),
};

const filingUuid = z.uuid().describe('The UUID form of the filing id, which all routes accept.');

const filingDiscovered = z
  .object({ ...watched, form_type: z.string().describe('As filed.'), filing_id: filingUuid, filing_date: isoDate })
  .meta({ id: 'FilingDiscovered' });

const pressReleaseDiscovered = z
  .object({
    ...watched,
    press_release_id: z.string().describe('<source>:<id of the newswire>.'),
    title: z.string(),
    published_at: instant,
    source: z.string().describe('The newswire: globenewswire or prnewswire.'),
    url: z.string(),
    tier: z
      .literal([1, 2, 3])
      .describe(
        '1: results, guidance, deals, financing, leadership, listing; 2: products, contracts, operations; 3: everything else.',
      ),
    subject_codes: z.array(z.int()).describe('Subject codes, as in lists of press releases.'),
  })
  .meta({ id: 'PressReleaseDiscovered' });

const insiderTransactionDiscovered = z
  .object({
    ...watched,
    filing_id: filingUuid,
    form_type: z.string(),
    filing_date: isoDate,
    url: z.string(),
    transactions: z.array(insiderTransaction).describe('All lines of the filing; there is one event per filing.'),
  })
  .meta({ id: 'InsiderTransactionDiscovered' });

const earningsRelease = z.object({ ...watched, ...earningsReleaseFields }).meta({ id: 'EarningsReleaseEvent' });

const earningsGuidanceAvailable = z
  .object({
    ...watched,
    filing_id: filingUuid.nullable(),
    transcript_id: z.string().nullable(),
    guidance: z.array(guidance),
  })
  .meta({ id: 'EarningsGuidanceAvailable' });

const eventTranscriptAvailable = z.object({ ...transcriptFields, ...watched }).meta({ id: 'EventTranscriptAvailable' });

const screenChange = z
  .object({
    screen_id: z.uuid(),
    screen_name: z.string(),
    ...entityRefFields,
    fiscal_year: z.int().nullable().describe('The year that the screen read; null if the company has no figures left.'),
    filing_id: filingUuid.nullable().describe('The newest filing that presents the year.'),
    values: z
      .record(z.string(), z.number().nullable())
      .describe('The columns of the screen; empty if the company left.'),
  })
  .meta({ id: 'ScreenChange' });

const webhookTest = z.object({ webhook_id: z.uuid(), message: z.string() }).meta({ id: 'WebhookTest' });

const WATCHED = { canonical_key: 'cik:9999900001', ticker: 'DMFR', market_id: 'us' };
const FILING_ID = '6f1d5f0e-54c7-5b0e-9d53-2b3a4c8f1e77';

const UPCOMING = {
  ...WATCHED,
  earnings_release_id: 'cik:9999900001:2026-10',
  status: 'upcoming',
  report_date: '2026-11-24',
  report_time: 'after_market',
  report_date_status: 'confirmed',
  reported_at: null,
  call_at: '2026-11-24T22:00:00Z',
  fiscal_year: 2026,
  fiscal_period: 'q3',
  period_end: '2026-10-31',
  currency: 'USD',
  eps_estimate: 0.52,
  eps_actual: null,
  eps_surprise_pct: null,
  revenue_estimate: 412_000_000,
  revenue_actual: null,
  revenue_surprise_pct: null,
  estimates_count: 4,
  filing_id: null,
  source: 'example',
};

const SCREEN_CHANGE = {
  screen_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11',
  screen_name: 'Growing',
  ...WATCHED,
  company_name: 'Demo Fruit Company',
  fiscal_year: 2026,
  filing_id: FILING_ID,
};

/** Schemas and examples, by event. The examples are fictional. */
const DATA: Record<DeliveredEventType, { data: z.ZodObject; example: Record<string, unknown> }> = {
  'filing.discovered': {
    data: filingDiscovered,
    example: { ...WATCHED, form_type: '10-K', filing_id: FILING_ID, filing_date: '2026-11-20' },
  },
  'press_release.discovered': {
    data: pressReleaseDiscovered,
    example: {
      ...WATCHED,
      press_release_id: 'globenewswire:990000000102-en',
      title: 'Demo Fixture Robotics (Fictional) Reports Fourth Quarter and Full Year 2025 Results',
      published_at: '2026-02-05T21:05:00Z',
      source: 'globenewswire',
      url: 'https://www.globenewswire.com/news-release/2026/02/05/990000000102/0/en/Fictional.html',
      tier: 1,
      subject_codes: [13],
    },
  },
  'insider_transaction.discovered': {
    data: insiderTransactionDiscovered,
    example: {
      ...WATCHED,
      filing_id: FILING_ID,
      form_type: '4',
      filing_date: '2026-11-20',
      url: 'https://www.sec.gov/Archives/edgar/data/9999900001/999990000126000009/',
      transactions: [EXAMPLE_TRANSACTION],
    },
  },
  'earnings_release.upcoming': { data: earningsRelease, example: UPCOMING },
  'earnings_release.reported': {
    data: earningsRelease,
    example: {
      ...UPCOMING,
      status: 'reported',
      reported_at: '2026-11-24T21:05:00Z',
      eps_actual: 0.55,
      eps_surprise_pct: 5.8,
      revenue_actual: 420_000_000,
      revenue_surprise_pct: 1.9,
      filing_id: FILING_ID,
    },
  },
  'earnings_guidance.available': {
    data: earningsGuidanceAvailable,
    example: {
      ...WATCHED,
      filing_id: FILING_ID,
      transcript_id: null,
      guidance: [
        {
          metric: 'revenue',
          fiscal_year: 2027,
          fiscal_period: 'fy',
          unit: 'USD',
          currency: 'USD',
          old_low: 1_600_000_000,
          old_high: 1_650_000_000,
          new_low: 1_650_000_000,
          new_high: 1_700_000_000,
          change_pct: 3.1,
          direction: 'raised',
          evidence: [],
        },
      ],
    },
  },
  'event_transcript.available': {
    data: eventTranscriptAvailable,
    example: {
      ...WATCHED,
      company_name: 'Demo Fruit Company',
      transcript_id: 'example:dmfr-2026q3',
      call_type: 'earnings_call',
      title: 'Third quarter 2026 earnings call',
      fiscal_year: 2026,
      fiscal_period: 'q3',
      event_at: '2026-11-24T22:00:00Z',
      event_date: '2026-11-24',
      published_at: '2026-11-25T01:00:00Z',
      language: 'en',
      source: 'example',
      url: null,
      excerpt: 'Good afternoon, and welcome to the call.',
      chars: 48_211,
    },
  },
  'screen.entered': {
    data: screenChange,
    example: { ...SCREEN_CHANGE, values: { revenue: 1_640_000_000, gross_margin: 0.41 } },
  },
  'screen.left': { data: screenChange, example: { ...SCREEN_CHANGE, values: {} } },
};

/** Every event of the contract. */
export const WEBHOOK_PAYLOADS: readonly WebhookPayload[] = [
  ...[...EVENT_TYPES, ...SCREEN_EVENT_TYPES].map(({ eventType, firesWhen }) => ({
    event: eventType,
    firesWhen,
    ...DATA[eventType],
  })),
  {
    event: 'webhook.test',
    firesWhen: 'The owner sends a test ping to a webhook.',
    data: webhookTest,
    example: { webhook_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11', message: 'This is a test of your webhook.' },
  },
];
