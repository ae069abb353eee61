/** Why a command cannot run; `cli/exit-codes.ts` assigns each reason its exit code. */
export type OperatorErrorReason = 'wrong_setting' | 'in_use' | 'unusable_store' | 'disk_full';

/** A condition that only the operator can fix. The message states what to do; nothing accepted is lost. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly reason: OperatorErrorReason;

  constructor(reason: OperatorErrorReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
