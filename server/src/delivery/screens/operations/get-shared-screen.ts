import { z } from 'zod';
import { operation } from '../../../domain/kit/operation.ts';
import { sharedScreen } from '../saved-screens.ts';
import { screenQuery, shareId } from '../screen-shapes.ts';

export const getSharedScreen = operation({
  name: 'getSharedScreen',
  route: 'GET /api/v1/shared-screens/{share_id}',
  tool: { none: 'agents screen with screen_financials' },
  summary: 'Open a shared screen',
  description:
    'Name and parameters of a screen that another account shares; its owner is not named. Returns not_found after the owner stopped sharing it. Free.',
  tag: 'Saved screens',
  plan: 'free',
  credits: 0,
  errors: ['not_found'],
  input: z.strictObject({ share_id: shareId }),
  output: z.object({ name: z.string(), query: screenQuery }).meta({ id: 'SharedScreen' }),
  example: { share_id: 'b3b9a5de-6f2c-4c3c-9a31-0d6f4d4f2c11' },
  run: ({ db }, { share_id }) => sharedScreen(db, share_id),
});
