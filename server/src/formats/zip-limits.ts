import { MAX_RATIO, RATIO_COUNTS_FROM_BYTES } from '../kernel/unpack.ts';
import { ZipError, type ZipMember } from './zip-member.ts';

/** What an archive may hold in all. */
export interface ZipLimits {
  members: number;
  /** Of all members, unpacked. */
  totalBytes: number;
  /** Of all members, unpacked to packed, from {@link TOTAL_RATIO_COUNTS_FROM_BYTES} on. */
  ratio: number;
}

/**
 * Limits of bulk files. The largest known: submissions.zip of SEC EDGAR has a million members, companyfacts.zip unpacks
 * to 20 GB, the golden copy of GLEIF (XML) to 12 GB, at ratios from 5 to 30.
 */
export const BULK_LIMITS: ZipLimits = { members: 1_500_000, totalBytes: 128 * 2 ** 30, ratio: 100 };
/** Limits of archives that are read in memory: more than any filing has. */
export const PACKAGE_LIMITS: ZipLimits = { members: 20_000, totalBytes: 2 ** 30, ratio: MAX_RATIO };

const TOTAL_RATIO_COUNTS_FROM_BYTES = 64 << 20;

/** Adds up the members of an archive as its directory states them. */
export class ZipTally {
  readonly #archiveBytes: number;
  readonly #limits: ZipLimits;
  #members = 0;
  #packedBytes = 0;
  #unpackedBytes = 0;

  constructor(archiveBytes: number, limits: ZipLimits) {
    this.#archiveBytes = archiveBytes;
    this.#limits = limits;
  }

  /**
   * Throws ZipError `zip_bomb` if the archive exceeds its limits, or if members share bytes: together they are larger
   * than the file. A member that is a bomb alone does not count, since nothing reads it.
   */
  add(member: ZipMember): void {
    const { members, totalBytes, ratio } = this.#limits;
    if (++this.#members > members) throw new ZipError('zip_bomb', `more than ${members} members`);
    if (isBomb(member)) return;
    this.#packedBytes += member.compressedSize;
    this.#unpackedBytes += member.byteSize;
    if (this.#packedBytes > this.#archiveBytes) {
      throw new ZipError('zip_bomb', `members of ${this.#packedBytes} bytes in a file of ${this.#archiveBytes}`);
    }
    const counts = this.#unpackedBytes > TOTAL_RATIO_COUNTS_FROM_BYTES;
    if (this.#unpackedBytes > totalBytes || (counts && this.#unpackedBytes > this.#archiveBytes * ratio)) {
      throw new ZipError('zip_bomb', `members of ${this.#unpackedBytes} bytes out of ${this.#archiveBytes}`);
    }
  }
}

/** Whether a member states a ratio that no honest table or document has. */
export function isBomb({ byteSize, compressedSize }: ZipMember): boolean {
  return byteSize > RATIO_COUNTS_FROM_BYTES && byteSize > compressedSize * MAX_RATIO;
}
