import { closeSync, openSync } from 'node:fs';
import { listZipMembers, readZipMemberSync, streamZipMember, ZipError, type ZipMember } from '../../../formats/zip.ts';
import type { BulkReader } from '../source.ts';

export { ZipError };

/** A zip of a registry on disk. The directory is in memory (some 100 bytes a member), contents are not. */
export class BulkZip implements BulkReader {
  readonly members: readonly string[];
  /** Why members are missing (`truncated_zip`, `not_a_zip`; all of them for a `zip_bomb`); null if none is missing. */
  readonly damage: { kind: string; message: string } | null;
  readonly #path: string;
  readonly #fd: number;
  readonly #byName: ReadonlyMap<string, ZipMember>;

  private constructor(
    path: string,
    fd: number,
    byName: ReadonlyMap<string, ZipMember>,
    damage: { kind: string; message: string } | null,
  ) {
    this.#path = path;
    this.#fd = fd;
    this.#byName = byName;
    this.members = [...byName.keys()];
    this.damage = damage;
  }

  static async open(path: string): Promise<BulkZip> {
    const byName = new Map<string, ZipMember>();
    let damage: { kind: string; message: string } | null = null;
    try {
      for await (const member of listZipMembers(path)) byName.set(member.name, member);
    } catch (error) {
      if (!(error instanceof ZipError)) throw error;
      if (error.kind === 'zip_bomb') byName.clear();
      damage = { kind: error.kind, message: error.message };
    }
    return new BulkZip(path, openSync(path, 'r'), byName, damage);
  }

  /** The bytes of a member, after checking its CRC. Throws ZipError, or RangeError if there is no such member. */
  read(member: string): Buffer {
    return readZipMemberSync(this.#fd, this.#find(member));
  }

  async *stream(member: string): AsyncIterable<Buffer> {
    yield* await streamZipMember(this.#path, this.#find(member));
  }

  /** The same archive for a reader of whole tables, who may unpack `maxBytes` of it in all; then ZipError `zip_bomb`. */
  within(maxBytes: number): BulkReader {
    const spent = { bytes: 0 };
    const read = (member: string): AsyncIterable<Buffer> => this.stream(member);
    return {
      members: this.members,
      async *stream(member) {
        for await (const chunk of read(member)) {
          spent.bytes += chunk.length;
          if (spent.bytes > maxBytes) throw new ZipError('zip_bomb', `tables of more than ${maxBytes} bytes`);
          yield chunk;
        }
      },
    };
  }

  close(): void {
    closeSync(this.#fd);
  }

  #find(name: string): ZipMember {
    const member = this.#byName.get(name);
    if (member === undefined) throw new RangeError(`${this.#path} has no member ${name}`);
    return member;
  }
}
