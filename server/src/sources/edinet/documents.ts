import { startOfDocument, xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { baseName } from '../../kernel/base-name.ts';
import { wrongForm } from '../kit/http/response-form.ts';
import { unfiled } from '../kit/manifest.ts';
import { withTextOfPdfs } from '../kit/pdf/pdf-text.ts';
import type { ImportFile, ManifestRow } from '../kit/source.ts';
import { filingKind } from '../kit/source-kind.ts';
import {
  API,
  type DocumentForm,
  documentAddressOf,
  documentNumberIn,
  documentUrl,
  isDocumentNumber,
  issuerKeyOfUrl,
  looseUrl,
} from './addresses.ts';
import { openFiling } from './filings/open-filing.ts';
import { instanceNameIn, instanceNameOf, isOfAuditor } from './filings/package-names.ts';
import { isStatedFiling, statedUrl } from './filings/stated-filing.ts';
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
  accepts: 'packages and PDFs named by their document number, documents of packages (inline or plain XBRL)',
  identify({ name, bytes }) {
    const { kind } = classifyResponse(bytes);
    const docId = documentNumberIn(name);
    if (kind !== 'zip' && kind !== 'pdf') return looseDocumentUrl(docId, name, bytes);
    return docId === null ? null : documentUrl(docId, toForm(/type=?([1-5])/.exec(name)?.[1], kind));
  },
  place: placeFile,
});

/** A file by its document number, which its row or its name states, or a document of a package by its instance's name. */
function placeFile({ row, bytes }: ImportFile): { url: string; bytes: Buffer }[] {
  const name = baseName(row.path).replace(/\.gz$/i, '');
  const docId = isDocumentNumber(row.accession) ? row.accession : documentNumberIn(name);
  const { kind } = classifyResponse(bytes);
  if (kind === 'zip' || kind === 'pdf') {
    if (docId === null) throw unfiled(row.path, 'no document number (column accession, or the name of the file)');
    const form = toForm(/^(?:type=?)?([1-5])$/.exec(row.form)?.[1], kind);
    return [{ url: documentUrl(docId, form), bytes }, ...statedBeside(docId, row)];
  }
  const url = looseDocumentUrl(docId, name, bytes);
  if (url === null) throw unfiled(row.path, 'no part of a package (by its name or content)');
  return [{ url, bytes }];
}

/** What a row states of a filing that no list has: its type (docTypeCode), the filer's code and the day. */
function statedBeside(docId: string, row: ManifestRow): { url: string; bytes: Buffer }[] {
  const stated = { form: row.form, filer: row.cik, filed: row.filed, period: row.period };
  return isStatedFiling(stated) ? [{ url: statedUrl(docId), bytes: Buffer.from(JSON.stringify(stated)) }] : [];
}

/** The URL of a file of a package outside it; null if neither its name nor its content states its instance. */
function looseDocumentUrl(docId: string | null, fileName: string, bytes: Buffer): string | null {
  const form = xbrlFormOf(bytes);
  if (form === null) return null;
  const named = instanceNameOf(fileName);
  const name = named ?? instanceNameIn(startOfDocument(bytes));
  if (name === null || isOfAuditor(name)) return null;
  if (named !== null || form === 'inline') return looseUrl(docId, name.stem, fileName);
  return form === 'instance' ? looseUrl(docId, name.stem, `${name.stem}.xbrl`) : null;
}

function toForm(stated: string | undefined, kind: 'zip' | 'pdf'): DocumentForm {
  if (stated !== undefined) return Number(stated) as DocumentForm;
  return kind === 'pdf' ? 2 : 1;
}
