import type { Instant } from '../../kernel/dates.ts';

/** A kind of request that a connector makes, and an answer of the form that the registry gives to it. */
export interface ExampleRequest {
  /** An address, or that of a form. */
  address: string;
  good: string | Buffer;
  /** Answers with status 200 that are none, of this registry's own making, by the kind of the fault. */
  bad: Readonly<Record<string, string | Buffer>>;
  isDownload?: true;
}

/** What every connector has for the tests that all of them take (`sources/<registry>/example-answers.ts`). */
export interface RegistryExamples {
  /** When a filing counts as known of which the registry states the day alone: one in summer, one in winter. */
  knownAt: Readonly<Record<'2024-07-01' | '2024-01-15', Instant>>;
  requests: Readonly<Record<string, ExampleRequest>>;
}

/** The end of a directory without entries: the shortest zip (APPNOTE 4.3.16). */
export const EXAMPLE_ZIP = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');
export const EXAMPLE_PDF = '%PDF-1.7 fictional';
/** What guards of web sites show in the place of an answer. */
export const CHALLENGE_PAGE =
  '<!DOCTYPE html><html><head><title>Just a moment</title></head><body>Verify you are human</body></html>';
