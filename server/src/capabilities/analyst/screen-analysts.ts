import { z } from 'zod';
import { STANCES } from '../../model/verdict.ts';
import { besideOtherFaults, limit, marketId, text } from '../input-fields.ts';
import { operation } from '../operation.ts';
import { screenPage, screenPlace } from '../screen-page.ts';
import { whyNone } from '../screen-predicate.ts';
import { issuerScreen } from '../screen-shapes.ts';
import { screenWindow, WINDOWS_DISAGREE, windowDays, windowsAgree } from '../screen-window.ts';
import { analystSource, stance } from '../verdict-shapes.ts';
import { analystPredicate } from './analyst-predicate.ts';

/** More than the life of any verdict: a bare call has no window. */
const ANY_DAYS = 36_500;

const input = z
  .strictObject({
    stance: z
      .array(stance)
      .min(1)
      .max(STANCES.length)
      .describe('Any of these: strong_buy, buy, hold, sell, strong_sell, no_conviction.'),
    source: analystSource.optional().describe('What the verdict is of; left out, the call where there is one.'),
    market_id: marketId.optional(),
    ...screenWindow,
    limit: limit(100, 20),
    cursor: text(512).optional().describe('The next_cursor of the page before.'),
  })
  .refine(windowsAgree, { ...besideOtherFaults, ...WINDOWS_DISAGREE });

export const screenAnalysts = operation({
  name: 'screenAnalysts',
  route: 'GET /api/v1/analyst/screen',
  tool: 'screen_analysts',
  summary: 'Companies by the latest verdict of published rules',
  description:
    'Companies whose latest verdict of the published rules is one of some stances, newest first: the verdict on the latest call where there is one, else on the newest annual report, or of the source asked for. Without a window any date counts; with one the latest verdict must lie inside. Verdicts rest on words and accounts only; getAnalystBrief shows their parts. Pages are of the moment of the first one.',
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: issuerScreen,
  example: { stance: ['strong_buy', 'buy', 'hold'], limit: 2 },
  async run({ db, account, now }, { cursor, limit: size, ...asked }) {
    const days = windowDays(asked, null);
    const place = screenPlace(asked, cursor, days ?? ANY_DAYS, now);
    const predicate = analystPredicate({ stances: asked.stance, source: asked.source });
    const { cards, total, ...page } = await screenPage(db, {
      ...{ asked, ...place, includes: [predicate], excludes: [] },
      ...{ marketId: asked.market_id, offset: 0, limit: size },
    });
    const entityIds = cards.map(card => card.company.entity_id);
    const found = await predicate.matches({ db, account, entityIds, span: place.span });
    return {
      items: cards.flatMap(({ company, entity }) => {
        const match = found.get(company.entity_id);
        return match === undefined ? [] : [{ entity, match }];
      }),
      ...page,
      window_days: days,
      empty_reason: total > 0 ? null : await whyNone(db, predicate, asked.market_id),
    };
  },
});
