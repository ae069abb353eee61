/** Why a command cannot even start; `cli/exit-codes.ts` gives each reason its exit code. */
export type RefusalReason = 'wrong_setting' | 'in_use' | 'unusable_store';

/** A start that was refused before anything was touched. The message tells the operator what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}
