import { FrameTable } from '../../../formats/prose/frames/frame-table.ts';
import type { Frame } from '../../../formats/prose/frames.ts';
import { MASK_CLASSES } from './mask-sentence.ts';

/**
 * What happens to a person's office: somebody `appoints` a person, who `enters`, `holds` or `leaves` it, or is `removed` from it.
 * `replaces` enters an office that somebody else leaves.
 */
export type PersonFamily =
  | 'appoints'
  | 'enters'
  | 'replaces'
  | 'holds'
  | 'leaves'
  | 'removes'
  | 'ends'
  | 'owns'
  | 'changes';

/** Sentences are masked (`mask-sentence.ts`): `person`, `office` and `board` are the words that stand for them. */
const FRAMES: readonly Frame<PersonFamily>[] = [
  {
    family: 'appoints',
    verbs: 'appoint elect reelect name promote designate hire recruit retain engage select choose add',
    roles: { patient: 'person' },
  },
  { family: 'appoints', nouns: 'appointment election promotion hiring hire designation', roles: {} },
  { family: 'enters', verbs: 'become join rejoin', roles: { agent: 'person' } },
  {
    family: 'enters',
    verbs: 'assume take begin commence accept',
    roles: { agent: 'person', patient: 'office|position' },
  },
  { family: 'enters', verbs: 'take', roles: { agent: 'person', as: 'office|position' } },
  { family: 'enters', verbs: 'return transition move', roles: { agent: 'person', clause: 'office|position' } },
  { family: 'replaces', verbs: 'succeed replace', roles: { agent: 'person' } },
  { family: 'holds', verbs: 'serve act continue remain', roles: { agent: 'person' } },
  { family: 'holds', verbs: 'be hold', roles: { agent: 'person', patient: 'office|position|board' } },
  {
    family: 'leaves',
    verbs: 'resign retire depart separate step relinquish vacate cease die pass',
    roles: { agent: 'person' },
  },
  { family: 'leaves', verbs: 'leave', roles: { agent: 'person' } },
  {
    family: 'leaves',
    verbs: 'stand seek run',
    roles: { agent: 'person', clause: 'reelection|re-election|election' },
    polarity: 'negative',
  },
  {
    family: 'leaves',
    verbs: 'serve act be hold',
    roles: { agent: 'person', clause: 'office|position|board' },
    polarity: 'negative',
  },
  { family: 'removes', verbs: 'employ', roles: { patient: 'person' }, polarity: 'negative' },
  { family: 'leaves', nouns: 'resignation retirement departure separation death passing last_day', roles: {} },
  { family: 'removes', verbs: 'remove terminate dismiss oust relieve separate', roles: { patient: 'person' } },
  { family: 'removes', nouns: 'termination removal dismissal', roles: {} },
  { family: 'changes', nouns: 'change transition start_date', roles: {} },
  { family: 'owns', verbs: 'own hold control', roles: { agent: 'person' } },
  { family: 'ends', verbs: 'end expire conclude terminate cease', roles: { agent: 'person' } },
];

export const PERSON_FRAMES = new FrameTable<PersonFamily>(
  FRAMES,
  new Map([
    ...MASK_CLASSES,
    ['reelection', new Set(['reelection'])],
    ['re-election', new Set(['re-election'])],
    ['election', new Set(['election'])],
  ]),
);
