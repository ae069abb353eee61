import { diffSections } from './diff.ts';

interface Question {
  id: number;
  earlier: string;
  later: string;
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  postMessage({ id: data.id, diff: diffSections(data.earlier, data.later) });
});
