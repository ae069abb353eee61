import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { type Database, sql } from '../../db/database.ts';
import { uuidV5 } from '../../kernel/ids.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { SCOPES } from '../account.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { visitors } from '../audit/visitor.ts';
import { RESOURCE_PATHS } from './resources.ts';

/** The fields of a record that SQL queries need, stored unencrypted beside the payload. */
interface RecordColumns {
  accountId: string | null;
  clientId: string | null;
  grantId: string | null;
  sessionUid: string | null;
  scopes: string[] | null;
  resource: string | null;
  /** ISO 8601 instant; null = now. */
  madeAt: string | null;
}

/** The digest that is stored in place of a record's id, so that the database does not disclose ids. */
export function digestOfId(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

interface RecordRow {
  digest: Buffer;
  payload: Buffer;
  consumed_at: string | null;
}

interface DestroyedRecord {
  account_id: string | null;
  client_id: string | null;
  name: string | null;
}

/** A grant that oidc-provider ends: its app revoked a token, or used a code or token again. */
async function recordEndOfGrant(tx: Database, { account_id, client_id, name }: DestroyedRecord): Promise<void> {
  const visitor = visitors.getStore();
  if (account_id === null || client_id === null || name === null || visitor === undefined) return;
  const record = () => recordAudit(tx, account_id, 'app_disconnected', { id: client_id, name });
  await visitors.run({ ...visitor, actor: 'app', actorId: client_id }, record);
}

/** Stores the records of one oidc-provider model in `oauth_records`, encrypted. */
export class RecordAdapter implements Adapter {
  readonly #model: string;
  readonly #db: Database;
  readonly #box: SecretBox;

  constructor(model: string, db: Database, box: SecretBox) {
    this.#model = model;
    this.#db = db;
    this.#box = box;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<void> {
    const digest = digestOfId(id);
    const columns = recordColumns(this.#model, payload);
    const { accountId, clientId, grantId, sessionUid, scopes, resource, madeAt } = columns;
    const expiresAt =
      expiresInSeconds === undefined ? null : new Date(Date.now() + expiresInSeconds * 1000).toISOString();
    await this.#db.execute(sql`
      insert into oauth_records (model, digest, record_id, account_id, client_id, grant_digest, session_uid, scopes,
        resource, details, payload, created_at, expires_at)
      values (${this.#model}, ${digest}, ${this.#recordId(columns, digest)}, ${accountId}, ${clientId},
        ${grantId === null ? null : digestOfId(grantId)}, ${sessionUid}, ${scopes}, ${resource},
        ${detailsOf(this.#model)}, ${this.#seal(payload, digest)}, ${madeAt ?? new Date().toISOString()}, ${expiresAt})
      on conflict (model, digest) do update set account_id = excluded.account_id, session_uid = excluded.session_uid,
        scopes = excluded.scopes, details = coalesce(excluded.details, oauth_records.details),
        payload = excluded.payload, created_at = excluded.created_at, expires_at = excluded.expires_at`);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#open(
      await this.#db.queryOne<RecordRow>(sql`
        select digest, payload, consumed_at from oauth_records
        where model = ${this.#model} and digest = ${digestOfId(id)}`),
    );
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#open(
      await this.#db.queryOne<RecordRow>(sql`
        select digest, payload, consumed_at from oauth_records
        where model = ${this.#model} and session_uid = ${uid}`),
    );
  }

  /** Part of the device flow, which is not supported. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Throws for all but one of several concurrent uses of a code or token; the library checks only beforehand. */
  async consume(id: string): Promise<void> {
    const consumed = await this.#db.execute(sql`
      update oauth_records set consumed_at = now()
      where model = ${this.#model} and digest = ${digestOfId(id)} and consumed_at is null`);
    if (consumed !== 1) throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#db.transaction(async tx => {
      const record = await tx.queryOne<DestroyedRecord>(sql`
        delete from oauth_records where model = ${this.#model} and digest = ${digestOfId(id)}
        returning account_id, client_id, details->>'name' as name`);
      // The web app's grants, which end with its session, have no name.
      if (this.#model === 'Grant' && record !== null && record.name !== null) await recordEndOfGrant(tx, record);
    });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.execute(sql`
      delete from oauth_records where model = ${this.#model} and grant_digest = ${digestOfId(grantId)}`);
  }

  /** The id of a session stays the same when oidc-provider renames the session, as it does at each sign-in. */
  #recordId({ sessionUid }: RecordColumns, digest: Buffer): string {
    return uuidV5(this.#model === 'Session' ? `session ${sessionUid}` : `${this.#model} ${digest.toString('hex')}`);
  }

  #seal(payload: AdapterPayload, digest: Buffer): Buffer {
    return this.#box.seal(JSON.stringify(payload), sealContext(this.#model, digest));
  }

  #open(row: RecordRow | null): AdapterPayload | undefined {
    if (row === null) return undefined;
    return {
      ...openPayload(this.#box, this.#model, row),
      ...(row.consumed_at === null ? {} : { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) }),
    };
  }
}

/** Reads the columns from a payload of oidc-provider. */
function recordColumns(model: string, payload: AdapterPayload): RecordColumns {
  const { accountId, clientId, grantId, loginTs } = payload;
  return {
    accountId: accountId ?? null,
    clientId: (model === 'Client' ? payload.client_id : clientId) ?? null,
    grantId: grantId ?? null,
    sessionUid: sessionUidOf(model, payload),
    scopes: scopesOf(model, payload),
    resource: model === 'AccessToken' ? resourceOf(payload.aud) : null,
    madeAt: model === 'Session' && loginTs !== undefined ? new Date(loginTs * 1000).toISOString() : null,
  };
}

function sessionUidOf(model: string, payload: AdapterPayload & { uid?: unknown }): string | null {
  if (model === 'Session') return typeof payload.uid === 'string' ? payload.uid : null;
  return payload.expiresWithSession === true ? (payload.sessionUid ?? null) : null;
}

function scopesOf(model: string, payload: AdapterPayload & { resources?: unknown }): string[] | null {
  if (model === 'AccessToken') return knownScopes(payload.scope ?? '');
  if (model !== 'Grant') return null;
  return knownScopes(Object.values(payload.resources ?? {}).join(' '));
}

function knownScopes(text: string): string[] {
  const scopes = new Set(text.split(' '));
  return SCOPES.filter(scope => scopes.has(scope));
}

/** Only the path, so that tokens stay valid when the origin of the service changes. */
function resourceOf(audience: string | string[] | undefined): string | null {
  const url = typeof audience === 'string' ? URL.parse(audience) : null;
  return RESOURCE_PATHS.find(path => path === url?.pathname) ?? null;
}

/** Decrypts a record. Throws if it was sealed with another key. */
function openPayload(
  box: SecretBox,
  model: string,
  { digest, payload }: { digest: Buffer; payload: Buffer },
): AdapterPayload {
  return JSON.parse(box.open(payload, sealContext(model, digest))) as AdapterPayload;
}

function sealContext(model: string, digest: Buffer): string {
  return `oauth ${model} ${digest.toString('hex')}`;
}

function detailsOf(model: string): string | null {
  const visitor = model === 'Session' ? visitors.getStore() : undefined;
  if (visitor === undefined) return null;
  return JSON.stringify({ address: visitor.address, userAgent: visitor.userAgent });
}
