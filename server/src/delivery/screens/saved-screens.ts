import type { z } from 'zod';
import { limitReached, ownAccount, ownLimits } from '../../accounts/views/own-account.ts';
import { type Database, sql, type Transaction } from '../../db/database.ts';
import { type financialsScreen, screenPage } from '../../domain/figures/financials/views/screen-page.ts';
import { screenAsOf } from '../../domain/figures/financials/views/screen-question.ts';
import { limit, text } from '../../domain/kit/input-fields.ts';
import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { type ScreenQuery, type savedScreen, screenQuestion } from './screen-shapes.ts';

export type SavedScreen = z.infer<typeof savedScreen>;

/** The columns of a {@link SavedScreen}. */
export const SCREEN_COLUMNS = sql`screen_id as id, name, query, share_id, alerts, alerts_paused, checked_at,
  case when checked_figures is not null then (
    select count(*) from saved_screen_companies c where c.screen_id = saved_screens.screen_id)::integer end as companies,
  created_at, updated_at`;

/** A screen of the calling account. Throws `not_found` for unknown screens and those of other accounts alike. */
export async function ownScreen(db: Database, context: OperationContext, screenId: string): Promise<SavedScreen> {
  const screen = await db.queryOne<SavedScreen>(sql`
    select ${SCREEN_COLUMNS} from saved_screens
    where screen_id = ${screenId} and account_id = ${ownAccount(context).accountId}`);
  if (screen !== null) return screen;
  throw new AsfiledError('not_found', `Saved screen ${screenId} not found.`);
}

/** A screen that its owner shares. Throws `not_found`, also after the link was revoked. */
export async function sharedScreen(db: Database, shareId: string): Promise<Pick<SavedScreen, 'name' | 'query'>> {
  const screen = await db.queryOne<Pick<SavedScreen, 'name' | 'query'>>(sql`
    select name, query from saved_screens where share_id = ${shareId}`);
  if (screen !== null) return screen;
  throw new AsfiledError('not_found', `Shared screen ${shareId} not found. Its owner may have stopped sharing it.`);
}

/** Locks the screens of an account against concurrent changes until the transaction ends. */
export async function lockScreens(tx: Transaction, accountId: string): Promise<void> {
  await tx.execute(sql`select from accounts where account_id = ${accountId} for no key update`);
}

/** Throws `conflict` if another screen of the account has the name. */
export async function requireFreeName(
  tx: Transaction,
  { accountId, name, except = null }: { accountId: string; name: string; except?: string | null },
): Promise<void> {
  const other = await tx.queryOne(sql`
    select from saved_screens
    where account_id = ${accountId} and name = ${name} and screen_id is distinct from ${except}::uuid`);
  if (other !== null) throw new AsfiledError('conflict', `A saved screen has the name "${name}" already.`);
}

/** Throws if the plan allows no further screen. */
export async function requireRoom(tx: Transaction, context: OperationContext): Promise<void> {
  const row = await tx.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from saved_screens where account_id = ${ownAccount(context).accountId}`);
  if ((row?.count ?? 0) < ownLimits(context).savedScreens) return;
  throw limitReached(context, 'savedScreens', {
    what: 'Saved screen',
    unit: 'saved screens',
    remedy: 'Delete a screen first.',
  });
}

/** Throws if the plan allows no further screen with alerts; `except` is not counted. */
export async function requireRoomForAlerts(
  tx: Transaction,
  context: OperationContext,
  except: string | null = null,
): Promise<void> {
  const row = await tx.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from saved_screens
    where account_id = ${ownAccount(context).accountId} and alerts and screen_id is distinct from ${except}::uuid`);
  if ((row?.count ?? 0) < ownLimits(context).screenAlerts) return;
  throw limitReached(context, 'screenAlerts', {
    what: 'Screen alert',
    unit: 'screens with alerts',
    remedy: 'Switch off the alerts of another screen first.',
  });
}

/** Members of the input of operations that run a screen. */
export const pageFields = {
  as_of: screenAsOf.optional(),
  limit: limit(200, 50),
  cursor: text(512).optional().describe('next_cursor of the previous page.'),
};

/** A page of the companies that match a screen. */
export async function runScreen(
  context: OperationContext,
  query: ScreenQuery,
  { as_of, ...page }: { as_of?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<z.input<typeof financialsScreen>> {
  const question = screenQuestion.safeParse(query);
  if (question.success) return screenPage(context, { ...question.data, ...(as_of !== undefined && { as_of }) }, page);
  const [issue] = question.error.issues;
  throw new AsfiledError(
    'bad_request',
    `The screen is no longer valid: ${issue?.path.join('.')} ${issue?.message}. Change its query.`,
  );
}
