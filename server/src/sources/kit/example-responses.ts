import type { Instant } from '../../kernel/dates.ts';

/** A kind of request that a connector makes, with a valid response and invalid ones. */
export interface ExampleRequest {
  /** A URL, or the address of a form. */
  address: string;
  good: string | Buffer;
  /** Invalid responses with status 200 that are specific to the registry, by the kind of the fault. */
  bad: Readonly<Record<string, string | Buffer>>;
  isDownload?: true;
}

/** The examples of a connector for the tests that run on every connector (`sources/<registry>/example-responses.ts`). */
export interface RegistryExamples {
  /** When a filing that is dated by the day alone counts as known: a day in summer and one in winter. */
  knownAt: Readonly<Record<'2024-07-01' | '2024-01-15', Instant>>;
  requests: Readonly<Record<string, ExampleRequest>>;
}

/** An empty zip: the end record of a directory without entries (APPNOTE 4.3.16). */
export const EXAMPLE_ZIP = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');
export const EXAMPLE_PDF = '%PDF-1.7 fictional';
/** A page that protects a site against automated requests. */
export const CHALLENGE_PAGE =
  '<!DOCTYPE html><html><head><title>Just a moment</title></head><body>Verify you are human</body></html>';
