import type { StatedFiling, UnnumberedFilings } from '../../domain/filings/filings/model/unnumbered-filing.ts';
import { documentAddressOf, documentUrl, noteOf, withNote, withoutNote } from './addresses.ts';
import { correctionOf, typeOfReport } from './document-types.ts';
import { instanceNameOf } from './filings/package-names.ts';

/** Packages without a document number are filed under the name of their main instance, which states what the list does. */
export const unnumbered: UnnumberedFilings<StatedFiling> = {
  read(nativeId) {
    const name = instanceNameOf(nativeId);
    const type = name === null || name.stem !== nativeId ? null : typeOfReport(name.report);
    if (name === null || type === null) return null;
    return {
      filer: { scheme: 'edinet', identifier: name.code },
      formType: name.submission > 1 ? correctionOf(type) : type,
      filingDate: name.filingDate,
      periodEnd: name.periodEnd,
      language: null,
      fileNames: [],
    };
  },
  renumber(url, nativeId) {
    const { filingId = '', form = null, path = null } = documentAddressOf(url) ?? {};
    const numbered =
      path === null ? documentUrl(nativeId, form ?? 1) : withoutNote(url).replace(`${filingId}/`, `${nativeId}/`);
    const note = noteOf(url) || `edinet:${instanceNameOf(filingId)?.code ?? ''}`;
    return withNote(numbered, note);
  },
};
