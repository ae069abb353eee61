import { emptyDiscovery } from '../kit/discovery.ts';
import { registry } from '../kit/registry.ts';
import { texts } from './texts.ts';

/** Transcripts in files of the operator, who must have the right to use them. Nothing is requested. */
export const transcripts = registry({
  id: 'transcripts',
  publisher: 'The operator, from files of their own',
  url: 'docs/reference/registries/transcripts.md',
  licence: 'Texts of calls are copyrighted: what an operator may store and show is between them and who made the text',
  requestsPerSecond: 1,
  hosts: [],
  precedence: { texts: 10 },
  documents: [texts],
  channels: {},
  named: async () => emptyDiscovery(),
});
