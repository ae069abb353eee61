/** Why a command cannot even start; `cli/exit-codes.ts` gives each reason its exit code. */
export type OperatorErrorReason = 'wrong_setting' | 'in_use' | 'unusable_store';

/** A start that was refused before anything was touched. The message tells the operator what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly reason: OperatorErrorReason;

  constructor(reason: OperatorErrorReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
