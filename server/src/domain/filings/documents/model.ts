/** The state of a document, or of one of its files, between discovery and download. */
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

/** A status, and the number of failed attempts since the file was discovered or last stored. */
export interface ArchiveState {
  status: ArchiveStatus;
  attempts: number;
}

/** What happens to a document before it is archived. */
export type ArchiveEvent =
  /** Its bytes are archived. */
  | 'obtained'
  /** An attempt to fetch it failed in a way that a retry may fix. */
  | 'attempt_failed'
  /** It is larger than the limit of this service. */
  | 'over_limit'
  /** The source lists it but does not serve its file yet. */
  | 'not_exposed'
  /** The record is structured data without its own file. */
  | 'has_no_file'
  /** The archive lost or damaged its bytes, or an operator requests it again. */
  | 'wanted_again';

/** Attempts before a document is exhausted: the number of attempts of a task in the pipeline. */
const ARCHIVE_ATTEMPTS = 4;

/** A document without any attempt. */
export const NEW_DOCUMENT: ArchiveState = { status: 'pending', attempts: 0 };

/**
 * The state after an event. A stored file stays stored until it is requested again, whatever later attempts return; an
 * exhausted or too large file is stored as soon as its bytes arrive.
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

/** Whether another attempt is automatic. */
export function isRetryable(status: ArchiveStatus): boolean {
  return status === 'pending' || status === 'failed' || status === 'unresolved';
}

/** Location of a document's bytes. Plain JSON: part of job payloads, and stored with the records read from it. */
export interface DocumentRef {
  /** The URL, or `<bulk file>/<path inside it>`. Anomalies identify documents by it. */
  url: string;
  /** Digest of the decoded bytes; null for a member of a bulk file that has not been read. */
  sha256: string | null;
  /** Digest of the archived bulk file that contains it; null if it is a separate document. */
  bulk: string | null;
  /** Its path inside the bulk file; null if it is the issuer's share of a table of the bulk file. */
  member: string | null;
}
