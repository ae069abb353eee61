/** Who read a record: the documented rules, or a model that the operator has configured. */
export type Reader = 'rules' | `model:${string}`;

/** A part of a filing's text that a model is asked about. */
export interface Passage {
  /** SHA-256 of the text, in hex. */
  digest: string;
  text: string;
}

/** The model that this process queues passages for, and the digest of the prompt. */
export interface SecondReader {
  model: string;
  prompt: string;
}

/** What a model answered about a passage of a filing: JSON values that nothing has checked yet. */
export interface ModelReading extends SecondReader {
  digest: string;
  proposals: readonly unknown[];
}

/** One statement that a model proposes, unchecked. */
export interface Proposal {
  reader: Reader;
  value: unknown;
}

/** How a subject asks a model: its part of the prompt. */
export interface ProposalQuestion {
  /** The value of `subject` in the proposals. */
  subject: string;
  /** What to look for and the members of a proposal, in English. */
  question: string;
}
