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

describe('the archive state of a document', () => {
  it('changes from pending to stored when its bytes are archived, and resets the attempts', () => {
    expect(after('obtained')).toEqual({ status: 'stored', attempts: 0 });
    expect(after('attempt_failed', 'attempt_failed', 'obtained')).toEqual({ status: 'stored', attempts: 0 });
  });

  it('fails after an attempt, is exhausted after the last one, and then stops counting', () => {
    expect(after('attempt_failed')).toEqual({ status: 'failed', attempts: 1 });
    expect(after('attempt_failed', 'attempt_failed')).toEqual({ status: 'failed', attempts: 2 });
    expect(after('attempt_failed', 'attempt_failed', 'attempt_failed')).toEqual({ status: 'exhausted', attempts: 3 });
    expect(after('attempt_failed', 'attempt_failed', 'attempt_failed', 'attempt_failed').attempts).toBe(3);
  });

  it('waits for a source that does not serve the file yet, and counts the attempts', () => {
    expect(after('not_exposed')).toEqual({ status: 'unresolved', attempts: 0 });
    expect(after('attempt_failed', 'not_exposed', 'attempt_failed')).toEqual({ status: 'failed', attempts: 2 });
    expect(after('not_exposed', 'obtained').status).toBe('stored');
  });

  it('stays over_limit until the bytes are archived or requested again', () => {
    expect(after('over_limit', 'attempt_failed').status).toBe('too_large');
    expect(after('over_limit', 'obtained').status).toBe('stored');
    expect(after('over_limit', 'wanted_again')).toEqual(NEW_DOCUMENT);
  });

  it('stays stored until the bytes are lost', () => {
    for (const event of ['attempt_failed', 'over_limit', 'not_exposed', 'has_no_file'] as const) {
      expect(after('obtained', event).status).toBe('stored');
    }
    expect(after('obtained', 'wanted_again')).toEqual(NEW_DOCUMENT);
  });

  it('requests nothing for a record without a file', () => {
    expect(after('has_no_file', 'attempt_failed', 'wanted_again')).toEqual({ status: 'not_a_document', attempts: 0 });
    expect(after('has_no_file', 'obtained').status).toBe('stored');
  });

  it('is retryable if another attempt is automatic', () => {
    expect(ARCHIVE_STATUSES.filter(isRetryable)).toEqual(['pending', 'unresolved', 'failed']);
  });
});
