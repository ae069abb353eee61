/** Where a document, or one of its files, stands between being known and being downloadable. */
export const ARCHIVE_STATUSES = [
  'stored',
  'pending',
  'unresolved',
  'failed',
  'exhausted',
  'too_large',
  'not_a_document',
] as const;

export type ArchiveStatus = (typeof ARCHIVE_STATUSES)[number];

/** A status, and how many tries have failed since the file was known or last here. */
export interface ArchiveState {
  status: ArchiveStatus;
  attempts: number;
}

/** What happens to a document on its way into the archive. */
export type ArchiveEvent =
  /** Its bytes lie in the archive. */
  | 'obtained'
  /** A try to fetch it failed in a way that another may cure. */
  | 'attempt_failed'
  /** It is larger than what this service keeps. */
  | 'over_limit'
  /** The source knows it but does not hand out its file yet. */
  | 'not_exposed'
  /** The record is structured data, without a file of its own. */
  | 'has_no_file'
  /** The archive lost or damaged its bytes, or an operator wants it tried anew. */
  | 'wanted_again';

/** Tries before a document is given up: as many as the pipeline makes of one task. */
const ARCHIVE_ATTEMPTS = 4;

/** A document that was never tried. */
export const NEW_DOCUMENT: ArchiveState = { status: 'pending', attempts: 0 };

/**
 * The state after an event. What is stored stays stored until it is wanted again, whatever a later try meets; what was
 * given up or too large is taken as soon as its bytes are here.
 */
export function nextArchiveState(
  state: ArchiveState,
  event: ArchiveEvent,
  maxAttempts = ARCHIVE_ATTEMPTS,
): ArchiveState {
  if (event === 'obtained') return { status: 'stored', attempts: 0 };
  if (event === 'wanted_again') return state.status === 'not_a_document' ? state : NEW_DOCUMENT;
  if (state.status === 'stored' || state.status === 'not_a_document') return state;
  if (event === 'attempt_failed') return afterFailure(state, maxAttempts);
  if (event === 'over_limit') return { ...state, status: 'too_large' };
  if (event === 'not_exposed') return { ...state, status: 'unresolved' };
  return { status: 'not_a_document', attempts: 0 };
}

function afterFailure({ status, attempts }: ArchiveState, maxAttempts: number): ArchiveState {
  if (status === 'exhausted' || status === 'too_large') return { status, attempts };
  return { status: attempts + 1 >= maxAttempts ? 'exhausted' : 'failed', attempts: attempts + 1 };
}

/** Whether another try is going to be made by itself. */
export function isRetryable(status: ArchiveStatus): boolean {
  return status === 'pending' || status === 'failed' || status === 'unresolved';
}

/** Where the bytes of one document lie. Plain JSON: jobs carry it, the store keeps it beside what was made of it. */
export interface DocumentRef {
  /** The URL, or `<bulk file>/<path inside it>`. Anomalies name documents by this. */
  url: string;
  /** Digest of the decoded bytes; null for a member of a bulk file that nobody has read yet. */
  sha256: string | null;
  /** Digest of the archived bulk file that it is a part of, null where the document stands alone. */
  bulk: string | null;
  /** Its path inside the bulk file; null where it is the issuer's share of a table of the bulk file. */
  member: string | null;
}
