import type { SameDocuments, UnnumberedFilings } from '../../domain/filings/filings/model/unnumbered-filing.ts';
import { accountsAddressOf } from './accounts-address.ts';

/** Accounts without the name of the bulk product are those of the product with the same bytes. */
export const unnumbered: UnnumberedFilings<SameDocuments> = {
  read: nativeId => (isNumbered(nativeId) ? null : { documents: 'same_bytes' }),
  renumber(url, nativeId) {
    const folder = url.slice(0, url.lastIndexOf('/') + 1);
    return folder + nativeId + url.slice(url.lastIndexOf('.'));
  },
};

/** Ids of other documents than accounts are the registry's. */
function isNumbered(nativeId: string): boolean {
  return accountsAddressOf(`${nativeId}.html`)?.isNumbered ?? true;
}
