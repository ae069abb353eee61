import { writeFileSync } from 'node:fs';
import { messageOf } from '../../kernel/errors.ts';
import splitBulk from '../bulk/split-bulk.ts';
import type { IsolatedRequest, IsolatedResponse } from './isolated-reader.ts';
import { processItems } from './process-documents.ts';

// If memory runs out, the system ends this process first, and not the one that started it.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has the file.
}

process.on('disconnect', () => process.exit());
process.on('message', (request: IsolatedRequest) => {
  void read(request).then(response => process.send?.(response));
});
process.send?.({ kind: 'ready' } satisfies IsolatedResponse);

async function read(request: IsolatedRequest): Promise<IsolatedResponse> {
  try {
    const result = request.kind === 'process' ? await processItems(request.request) : await splitBulk(request.request);
    return { kind: 'result', result };
  } catch (error) {
    return { kind: 'error', message: messageOf(error) };
  }
}
