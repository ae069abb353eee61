import type { Outside, Source } from '../sources/source.ts';
import type { RunOptions } from '../store/runs.ts';
import type { PipelineTools } from './tools.ts';

export function openOutside(_tools: PipelineTools, _source: Source, options: RunOptions, _contact: string | null): Outside {
  return { origin: options.mirror === null ? 'registry' : 'replay', now: () => new Date(), get: async () => null, list: async () => null };
}
