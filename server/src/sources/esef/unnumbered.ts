import type { StatedFiling, UnnumberedFilings } from '../../domain/filings/filings/model/unnumbered-filing.ts';
import { filingAddressOf, filingRowOfPage, importedIdOf, publishedUrl } from './filing-address.ts';
import { languageOfName } from './map-filing.ts';

/** Imported reports state filer and period, and in the names of their documents often their language. */
export const unnumbered: UnnumberedFilings<StatedFiling> = {
  read(nativeId, urls) {
    const id = importedIdOf(nativeId);
    if (id === null) return null;
    const fileNames = urls.flatMap(url => filingAddressOf(url)?.name ?? []);
    const language = fileNames.map(languageOfName).find(code => code !== null) ?? null;
    return { filer: id.entity, formType: null, filingDate: null, periodEnd: id.periodEnd, language, fileNames };
  },
  renumber: (url, nativeId) => publishedUrl(nativeId, filingAddressOf(url)?.name ?? '') ?? url,
  listing: { source: 'index/', rowUrl: filingRowOfPage },
};
