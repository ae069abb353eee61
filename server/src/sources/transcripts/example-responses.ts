import type { RegistryExamples } from '../kit/example-responses.ts';

/** The connector requests nothing. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {},
};
