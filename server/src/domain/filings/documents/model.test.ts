import { describe, expect, it } from 'vitest';
import {
  ARCHIVE_STATUSES,
  type ArchiveEvent,
  type ArchiveState,
  isRetryable,
  NEW_DOCUMENT,
  nextArchiveState,
} from './model.ts';

function after(...events: ArchiveEvent[]): ArchiveState {
  return events.reduce((state, event) => nextArchiveState(state, event, 3), NEW_DOCUMENT);
}

describe('the state of a document in the archive', () => {
  it('goes from pending to stored when its bytes are here, and forgets the tries', () => {
    expect(after('obtained')).toEqual({ status: 'stored', attempts: 0 });
    expect(after('attempt_failed', 'attempt_failed', 'obtained')).toEqual({ status: 'stored', attempts: 0 });
  });

  it('fails after a try, is exhausted after the last, and counts no further', () => {
    expect(after('attempt_failed')).toEqual({ status: 'failed', attempts: 1 });
    expect(after('attempt_failed', 'attempt_failed')).toEqual({ status: 'failed', attempts: 2 });
    expect(after('attempt_failed', 'attempt_failed', 'attempt_failed')).toEqual({ status: 'exhausted', attempts: 3 });
    expect(after('attempt_failed', 'attempt_failed', 'attempt_failed', 'attempt_failed').attempts).toBe(3);
  });

  it('waits for a source that does not hand out the file yet, and counts the tries before', () => {
    expect(after('not_exposed')).toEqual({ status: 'unresolved', attempts: 0 });
    expect(after('attempt_failed', 'not_exposed', 'attempt_failed')).toEqual({ status: 'failed', attempts: 2 });
    expect(after('not_exposed', 'obtained').status).toBe('stored');
  });

  it('keeps a limit until the bytes are here or are wanted again', () => {
    expect(after('over_limit', 'attempt_failed').status).toBe('too_large');
    expect(after('over_limit', 'obtained').status).toBe('stored');
    expect(after('over_limit', 'wanted_again')).toEqual(NEW_DOCUMENT);
  });

  it('leaves what is stored where it is until it is lost', () => {
    for (const event of ['attempt_failed', 'over_limit', 'not_exposed', 'has_no_file'] as const) {
      expect(after('obtained', event).status).toBe('stored');
    }
    expect(after('obtained', 'wanted_again')).toEqual(NEW_DOCUMENT);
  });

  it('asks for nothing of a record without a file', () => {
    expect(after('has_no_file', 'attempt_failed', 'wanted_again')).toEqual({ status: 'not_a_document', attempts: 0 });
    expect(after('has_no_file', 'obtained').status).toBe('stored');
  });

  it('is retryable where another try comes by itself', () => {
    expect(ARCHIVE_STATUSES.filter(isRetryable)).toEqual(['pending', 'unresolved', 'failed']);
  });
});
