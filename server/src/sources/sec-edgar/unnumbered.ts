import type { StatedFiling, UnnumberedFilings } from '../../domain/filings/filings/model/unnumbered-filing.ts';
import { documentUrl } from './endpoints.ts';
import { filingAddressOf, IMPORTED_PREFIX, importedIdOf } from './filing-address.ts';
import { isManifestName } from './filings/manifest-rows.ts';
import { plainCik } from './identifiers.ts';

/** Imported filings without an accession number state filer, form and day in their manifest. */
export const unnumbered: UnnumberedFilings<StatedFiling> = {
  prefix: IMPORTED_PREFIX,
  read(nativeId, urls) {
    const id = importedIdOf(nativeId);
    if (id === null) return null;
    const names = urls.flatMap(url => filingAddressOf(url)?.name ?? []);
    return {
      filer: { scheme: 'cik', identifier: plainCik(id.cik) },
      formType: id.form,
      filingDate: id.filed,
      periodEnd: null,
      language: null,
      fileNames: names.filter(name => !isManifestName(name)),
    };
  },
  renumber(url, nativeId) {
    const address = filingAddressOf(url);
    return address === null ? url : documentUrl(plainCik(address.cik), nativeId, address.name);
  },
};
