/** A document that cannot be read with the memory at hand, or that ends the process that reads it. Reading it again does not help. */
export class ReaderFailure extends Error {
  override readonly name = 'ReaderFailure';
  /** The kind of anomaly. */
  readonly kind: string;

  constructor(kind: 'out_of_memory' | 'killed_its_process' | 'set_aside', message: string) {
    super(message);
    this.kind = kind;
  }
}
