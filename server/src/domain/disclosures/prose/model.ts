/** The sentence or the tagged fact that something was read from. */
export interface TextEvidence {
  sectionKey: string | null;
  /** The whole sentence. */
  quote: string | null;
  /** UTF-16 offsets in the section's text, end exclusive. */
  charStart: number | null;
  charEnd: number | null;
  /** Element of the tagged fact; null if the evidence is a sentence. */
  elementId: string | null;
  /** The value of the fact; a share is in percent. */
  value: number | null;
}

export const NO_EVIDENCE: TextEvidence = {
  sectionKey: null,
  quote: null,
  charStart: null,
  charEnd: null,
  elementId: null,
  value: null,
};
