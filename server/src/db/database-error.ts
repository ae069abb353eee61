import { AsfiledError, messageOf } from '../kernel/errors.ts';

/**
 * A statement that PostgreSQL rejected, or a connection that failed. The message is fit for users; PostgreSQL's own
 * error is the cause and is only logged.
 */
export class DatabaseError extends AsfiledError {
  /** SQLSTATE (PostgreSQL manual, appendix A); null when the connection failed before there was one. */
  readonly sqlState: string | null;
  /** The violated constraint; null if none was. */
  readonly constraint: string | null;

  constructor(message: string, sqlState: string | null, constraint: string | null, cause: unknown) {
    super('internal_error', message, {}, cause);
    this.sqlState = sqlState;
    this.constraint = constraint;
  }
}

/** Wraps errors thrown by `pg`; other errors (a caller's own inside a transaction) pass through unchanged. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof AsfiledError) return error;
  const sqlState = sqlStateOf(error);
  const constraint = textMember(error, 'constraint');
  if (sqlState === null) {
    return isConnectionFailure(error) ? new DatabaseError('The database cannot be reached.', null, null, error) : error;
  }
  if (sqlState === QUERY_CANCELED) {
    return new DatabaseError('The query exceeded its time limit. Narrow it.', sqlState, constraint, error);
  }
  return new DatabaseError(`The database rejected a statement (SQLSTATE ${sqlState}).`, sqlState, constraint, error);
}

/** Whether reconnecting may succeed shortly: PostgreSQL is starting, stopping or restarting. */
export function isTransient(error: unknown): boolean {
  const code = textMember(error, 'code');
  return code === null ? /Connection terminated/.test(messageOf(error)) : PASSING.has(code);
}

/** The five-character SQLSTATE; null if the error did not come from the server. */
export function sqlStateOf(error: unknown): string | null {
  const code = textMember(error, 'code');
  return code !== null && /^[0-9A-Z]{5}$/.test(code) && textMember(error, 'severity') !== null ? code : null;
}

function isConnectionFailure(error: unknown): boolean {
  if (isTransient(error)) return true;
  if (textMember(error, 'syscall') !== null) return true;
  return /connection error and is not queryable|after calling end on the pool|Client was closed/.test(messageOf(error));
}

const QUERY_CANCELED = '57014';
// cannot_connect_now, admin_shutdown, crash_shutdown, and socket errors while nothing listens
const PASSING = new Set(['57P03', '57P01', '57P02', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);

function textMember(error: unknown, name: string): string | null {
  if (typeof error !== 'object' || error === null || !(name in error)) return null;
  const value = (error as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}
