import type { SectionDiff } from './diff.ts';

interface Answer {
  id: number;
  diff: SectionDiff;
}

let worker: Worker | null = null;
let requested = 0;

/** Computes the differences of two texts in a worker, since long sections take a second. */
export function computeDiff(earlier: string, later: string): Promise<SectionDiff> {
  worker ??= new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module' });
  const to = worker;
  const id = ++requested;
  return new Promise((resolve, reject) => {
    const onMessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      stop();
      resolve(data.diff);
    };
    const onError = () => {
      stop();
      worker = null;
      reject(new Error('The texts could not be compared.'));
    };
    const stop = () => {
      to.removeEventListener('message', onMessage);
      to.removeEventListener('error', onError);
    };
    to.addEventListener('message', onMessage);
    to.addEventListener('error', onError);
    to.postMessage({ id, earlier, later });
  });
}
