import { baseName } from '../../kernel/base-name.ts';
import { wrongForm } from '../kit/http/response-form.ts';
import { unfiled } from '../kit/manifest.ts';
import { withTextOfPdfs } from '../kit/pdf/pdf-text.ts';
import type { ImportFile } from '../kit/source.ts';
import { filingKind } from '../kit/source-kind.ts';
import { API, type DocumentForm, documentAddressOf, documentUrl, issuerKeyOfUrl } from './addresses.ts';
import { openFiling } from './open-filing.ts';
import { instanceNameOf } from './package-names.ts';
import { classifyResponse, errorFault } from './response.ts';

/** The documents of a filing, in any of the registry's forms, or the files of an unpacked package. */
export const documents = filingKind({
  shown: `${API}/documents/{number}?type={form}#{issuer}`,
  states:
    'package (type 1), else CSV (type 5), else PDF (type 2): facts, statements, text, people; the text of PDFs if nothing tagged has sections',
  read(url) {
    const address = documentAddressOf(url);
    return address && { filing: address.filingId, issuer: issuerKeyOfUrl(url) };
  },
  open: files => withTextOfPdfs(openFiling(files), { registry: 'edinet', url: files[0]?.url ?? '' }),
  validate(bytes, url) {
    const form = documentAddressOf(url)?.form ?? null;
    return errorFault(bytes) ?? (form === null ? null : wrongForm(bytes, [form === 2 ? 'pdf' : 'zip']));
  },
  // Documents without tagged data have no facts.
  expect: { issuers: { min: 1, max: 1 }, facts: { min: 0, max: 5_000_000 } },
  accepts: 'packages and PDFs named by their document number',
  identify({ name, bytes }) {
    const { kind } = classifyResponse(bytes);
    const docId = /^(S[A-Z0-9]{7})(?![A-Z0-9])/.exec(name)?.[1];
    if (docId === undefined || (kind !== 'zip' && kind !== 'pdf')) return null;
    return documentUrl(docId, toForm(/type=?([1-5])/.exec(name)?.[1], kind));
  },
  place: placeFile,
});

/** A file by its document number, which its row or its name states. */
function placeFile({ row, bytes }: ImportFile): { url: string; bytes: Buffer }[] {
  const name = baseName(row.path);
  const docId = [row.accession, name.slice(0, 8)].find(text => /^S[A-Z0-9]{7}$/.test(text));
  if (docId === undefined) throw unfiled(row.path, 'no document number (column accession, or the name of the file)');
  const { kind } = classifyResponse(bytes);
  if (kind === 'zip' || kind === 'pdf') {
    const form = toForm(/^(?:type=?)?([1-5])$/.exec(row.form)?.[1], kind);
    return [{ url: documentUrl(docId, form), bytes }];
  }
  if (instanceNameOf(name) === null) throw unfiled(row.path, 'no part of a package (by the name of the file)');
  return [{ url: `package/${docId}/XBRL/PublicDoc/${name}`, bytes }];
}

function toForm(stated: string | undefined, kind: 'zip' | 'pdf'): DocumentForm {
  if (stated !== undefined) return Number(stated) as DocumentForm;
  return kind === 'pdf' ? 2 : 1;
}
