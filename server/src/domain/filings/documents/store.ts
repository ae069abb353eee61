import { type Database, sql } from '../../../db/database.ts';
import type { FilingFile, PackageMember } from '../filings/model/filing-contents.ts';
import { type ArchiveEvent, type ArchiveState, NEW_DOCUMENT, nextArchiveState } from './model.ts';

/** A filing of all its filers. */
export interface FilingKey {
  registry: string;
  nativeId: string;
}

/** The result for a file: archived, or why not. */
export type FileOutcome =
  | {
      event: 'obtained';
      /** Of the decoded bytes. */
      sha256: string;
      byteSize: number;
      /** Empty if it is not a package. */
      members: readonly PackageMember[];
    }
  | { event: Exclude<ArchiveEvent, 'obtained'>; reason: string };

/** A file without its bytes. */
export type FileDescription = Omit<FilingFile, 'bytes' | 'members'>;

/** A file of a filing and its result. */
export interface FiledFile {
  file: FileDescription;
  outcome: FileOutcome;
}

interface KnownFile extends ArchiveState {
  file_id: string;
}

/**
 * Writes all files of a filing, in order, for every filer whose filing is stored. Known files keep the history of their
 * state, and files that the filing no longer has are deleted. The state of the primary file becomes that of the
 * document. Repeating it changes nothing.
 */
export async function upsertFilingFiles(
  tx: Database,
  filing: FilingKey,
  files: readonly FiledFile[],
  now: Date,
): Promise<void> {
  const known = await readStates(tx, filing);
  const rows = files.map(({ file, outcome }, position) =>
    toRow(file, outcome, position, known.get(clean(file.fileId))),
  );
  await recordObjects(tx, files);
  await writeFiles(tx, filing, rows, now);
  await writeMembers(tx, filing, files);
  const primary = rows.find(row => row.role === 'primary') ?? rows[0];
  if (primary !== undefined) await writeState(tx, filing, primary, primary.reason);
}

/**
 * Changes the state of a document whose files are unknown: the fetch of the whole filing failed, the source does not
 * serve it, or it has no file. Returns the new state; null if no filer's filing is stored.
 */
export async function markDocument(
  tx: Database,
  filing: FilingKey,
  event: Exclude<ArchiveEvent, 'obtained'>,
  reason: string,
): Promise<ArchiveState | null> {
  const [row] = await tx.query<ArchiveState>(sql`
    select coalesce(archive_status, 'pending') as status, coalesce(archive_attempts, 0) as attempts
    from filings where native_id = ${filing.nativeId} and registry = ${filing.registry}
    order by issuer_id for update`);
  if (row === undefined) return null;
  const state = nextArchiveState(row, event);
  await writeState(tx, filing, state, state.status === 'stored' ? null : reason);
  return state;
}

/** A digest that the store references, with the source of its bytes. */
export interface ArchivedSource {
  sha256: string;
  registry: string;
  url: string;
}

/** Sources of some objects, from which the registries can be requested again. */
export async function listSourcesOf(db: Database, sha256s: readonly string[]): Promise<ArchivedSource[]> {
  return db.query(sql`
    select sha256, registry, url from fetches where sha256 = any(${sha256s})
    union select sha256, registry, url from filing_files where sha256 = any(${sha256s})
    order by sha256, registry, url`);
}

/** The next digests, in order, that the store references. */
export async function listArchivedAfter(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ sha256: string }>(sql`
    select sha256 from archive_objects where sha256 > ${after} order by sha256 limit ${limit}::integer`);
  return rows.map(row => row.sha256);
}

/** Marks the documents of lost objects as pending. Returns their filings. */
export async function wantAgain(db: Database, sha256s: readonly string[]): Promise<FilingKey[]> {
  return db.transaction(async tx => {
    const reason = 'the archive lost its bytes';
    const lost = await tx.query<{ registry: string; native_id: string; is_primary: boolean }>(sql`
      with files as (
        update filing_files set status = 'pending', attempts = 0, reason = ${reason}, stored_at = null, sha256 = null
        where sha256 = any(${sha256s}) returning registry, native_id, role)
      select registry, native_id, bool_or(role = 'primary') as is_primary from files
      group by registry, native_id order by registry, native_id`);
    for (const { registry, native_id: nativeId } of lost.filter(document => document.is_primary)) {
      await markDocument(tx, { registry, nativeId }, 'wanted_again', reason);
    }
    return lost.map(({ registry, native_id: nativeId }) => ({ registry, nativeId }));
  });
}

/** Deletes an object that nothing references; returns false if something still does. */
export async function forgetObject(db: Database, sha256: string): Promise<boolean> {
  const forgotten = await db.execute(sql`
    delete from archive_objects where sha256 = ${sha256}
      and not exists (select from fetches where sha256 = ${sha256})
      and not exists (select from filing_files where sha256 = ${sha256})
      and not exists (select from published_documents where sha256 = ${sha256})`);
  return forgotten > 0;
}

async function readStates(tx: Database, { registry, nativeId }: FilingKey): Promise<Map<string, ArchiveState>> {
  const rows = await tx.query<KnownFile>(sql`
    select distinct on (f.file_id) f.file_id, f.status, f.attempts
    from filings g join filing_files f using (issuer_id, registry, native_id)
    where g.native_id = ${nativeId} and g.registry = ${registry}
    order by f.file_id, f.issuer_id`);
  return new Map(rows.map(({ file_id, status, attempts }) => [file_id, { status, attempts }]));
}

interface FileRow extends ArchiveState {
  file_id: string;
  position: number;
  role: string;
  file_name: string;
  native_type: string;
  title: string | null;
  url: string;
  content_type: string;
  byte_size: number | null;
  sha256: string | null;
  reason: string | null;
}

function toRow(
  file: FileDescription,
  outcome: FileOutcome,
  position: number,
  known: ArchiveState = NEW_DOCUMENT,
): FileRow {
  const state = nextArchiveState(known, outcome.event);
  const isHere = outcome.event === 'obtained';
  return {
    ...state,
    file_id: clean(file.fileId),
    position,
    role: file.role,
    file_name: clean(file.fileName),
    native_type: clean(file.nativeType),
    title: file.title === null ? null : clean(file.title),
    url: clean(file.url),
    content_type: clean(file.contentType),
    byte_size: isHere ? outcome.byteSize : null,
    sha256: isHere ? outcome.sha256 : null,
    reason: isHere || state.status === 'stored' ? null : clean(outcome.reason),
  };
}

/** PostgreSQL accepts neither NUL nor lone surrogates; filers' file names may contain either. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

async function recordObjects(tx: Database, files: readonly FiledFile[]): Promise<void> {
  const objects = files.flatMap(({ file, outcome }) =>
    outcome.event === 'obtained'
      ? [{ sha256: outcome.sha256, byte_size: outcome.byteSize, content_type: clean(file.contentType) }]
      : [],
  );
  await tx.execute(sql`
    insert into archive_objects (sha256, byte_size, content_type)
    select distinct on (sha256) sha256, byte_size, content_type
    from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as o(sha256 text, byte_size bigint, content_type text)
    order by sha256
    on conflict do nothing`);
}

async function writeFiles(tx: Database, filing: FilingKey, rows: readonly FileRow[], now: Date): Promise<void> {
  const { registry, nativeId } = filing;
  await tx.execute(sql`
    delete from filing_files f using filings g
    where g.native_id = ${nativeId} and g.registry = ${registry}
      and f.issuer_id = g.issuer_id and f.registry = g.registry and f.native_id = g.native_id
      and f.file_id <> all(${rows.map(row => row.file_id)})`);
  await tx.execute(sql`
    insert into filing_files as kept (issuer_id, registry, native_id, file_id, position, role, file_name, native_type,
      title, url, content_type, status, byte_size, sha256, attempts, reason, stored_at)
    select g.issuer_id, g.registry, g.native_id, f.file_id, f.position, f.role, f.file_name, f.native_type,
      f.title, f.url, f.content_type, f.status, f.byte_size, f.sha256, f.attempts, f.reason,
      case when f.sha256 is not null then ${now.toISOString()}::timestamptz end
    from filings g cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(
      file_id text, position integer, role text, file_name text, native_type text, title text, url text,
      content_type text, status text, byte_size bigint, sha256 text, attempts smallint, reason text)
    where g.native_id = ${nativeId} and g.registry = ${registry}
    order by g.issuer_id, f.position
    on conflict (issuer_id, registry, native_id, file_id) do update set
      position = excluded.position, role = excluded.role, file_name = excluded.file_name,
      native_type = excluded.native_type, title = excluded.title, url = excluded.url,
      content_type = excluded.content_type, status = excluded.status, attempts = excluded.attempts,
      reason = excluded.reason,
      byte_size = coalesce(excluded.byte_size, kept.byte_size),
      sha256 = case when excluded.status = 'stored' then coalesce(excluded.sha256, kept.sha256) end,
      stored_at = case when excluded.status <> 'stored' then null
        when kept.sha256 = coalesce(excluded.sha256, kept.sha256) then coalesce(kept.stored_at, excluded.stored_at)
        else excluded.stored_at end
    where (kept.position, kept.role, kept.file_name, kept.native_type, kept.title, kept.url, kept.content_type,
        kept.status, kept.attempts, kept.reason) is distinct from
      (excluded.position, excluded.role, excluded.file_name, excluded.native_type, excluded.title, excluded.url,
        excluded.content_type, excluded.status, excluded.attempts, excluded.reason)
      or (excluded.sha256 is not null and kept.sha256 is distinct from excluded.sha256)
      or (excluded.byte_size is not null and kept.byte_size is distinct from excluded.byte_size)`);
}

async function writeMembers(tx: Database, filing: FilingKey, files: readonly FiledFile[]): Promise<void> {
  const { registry, nativeId } = filing;
  // The members of a file that was not fetched this time are already stored.
  const kept = files.filter(({ outcome }) => outcome.event !== 'obtained').map(({ file }) => clean(file.fileId));
  const members = JSON.stringify(files.flatMap(membersOf));
  const asRows = sql`jsonb_to_recordset(${members}::jsonb) as n(
    file_id text, position integer, path text, content_type text, byte_size bigint)`;
  await tx.execute(sql`
    delete from package_members m using filings g
    where g.native_id = ${nativeId} and g.registry = ${registry}
      and m.issuer_id = g.issuer_id and m.registry = g.registry and m.native_id = g.native_id
      and m.file_id <> all(${kept})
      and (m.file_id, m.position, m.path, m.content_type, m.byte_size) not in (
        select n.file_id, n.position, n.path, n.content_type, n.byte_size from ${asRows})`);
  await tx.execute(sql`
    insert into package_members (issuer_id, registry, native_id, file_id, position, path, content_type, byte_size)
    select g.issuer_id, g.registry, g.native_id, n.file_id, n.position, n.path, n.content_type, n.byte_size
    from filings g cross join ${asRows}
    where g.native_id = ${nativeId} and g.registry = ${registry}
    order by g.issuer_id, n.file_id, n.position
    on conflict do nothing`);
}

function membersOf({ file, outcome }: FiledFile): object[] {
  if (outcome.event !== 'obtained') return [];
  return outcome.members.map((member, position) => ({
    file_id: clean(file.fileId),
    position,
    path: clean(member.path),
    content_type: clean(member.contentType),
    byte_size: member.byteSize,
  }));
}

async function writeState(
  tx: Database,
  { registry, nativeId }: FilingKey,
  { status, attempts }: ArchiveState,
  reason: string | null,
): Promise<void> {
  await tx.execute(sql`
    update filings set archive_status = ${status}, archive_attempts = ${attempts}::smallint, archive_reason = ${reason}
    where native_id = ${nativeId} and registry = ${registry}
      and (archive_status, archive_attempts, archive_reason) is distinct from (${status}, ${attempts}::smallint, ${reason})`);
}
