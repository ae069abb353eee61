/**
 * Writes the tables of docs/reference/registries that are derived from the connectors: the documents that each reads,
 * and the forms whose documents each fetches by default (`npm run docs:write`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILING_SOURCE } from '../server/src/domain/filings/facts/model/facts.ts';
import type { DefaultForms, RequestedForms, ShownDocument, Source } from '../server/src/sources/kit/source.ts';
import { SOURCES } from '../server/src/sources/sources.ts';

const FOLDER = join(import.meta.dirname, '../docs/reference/registries');
const INDEX = join(FOLDER, 'README.md');

/** The pages with tables from the connectors, as they must be. */
export function registryPages(): { path: string; text: string }[] {
  const pages = SOURCES.flatMap(({ description, shownDocuments, defaultForms }) => {
    if (shownDocuments === undefined) return [];
    const path = join(FOLDER, `${description.registry}.md`);
    return [{ path, text: replaceTable(path, 'documents', documentsTable(shownDocuments, defaultForms)) }];
  });
  return [...pages, { path: INDEX, text: replaceTable(INDEX, 'default forms', formsTable(SOURCES)) }];
}

/** Replaces the text between `<!-- documents -->` and `<!-- /documents -->`. */
function replaceTable(path: string, name: string, table: string): string {
  const page = readFileSync(path, 'utf8');
  const [before, rest] = page.split(`<!-- ${name} -->\n`);
  const after = rest?.split(`<!-- /${name} -->`)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`${path} has no place for a table. Add the lines <!-- ${name} --> and <!-- /${name} -->.`);
  }
  return `${before}<!-- ${name} -->\n${table}\n<!-- /${name} -->${after}`;
}

function documentsTable(documents: readonly ShownDocument[], defaults: DefaultForms | undefined): string {
  const rows = documents.map(({ address, source, states, isOnlyImported }) => [
    address
      .split(/, (?![^{]*\})/)
      .map(codeOfAddress)
      .join(', '),
    source === null ? '–' : source.split(', ').map(code).join(', '),
    states.replaceAll('|', '\\|'),
    isOnlyImported ? 'no' : isFiling(source) ? fetchedForms(defaults) : source === null ? 'by discovery' : 'yes',
  ]);
  const accepted = [...new Set(documents.flatMap(({ accepts }) => accepts ?? []))].join(', ');
  const table = toTable(['address', 'source', 'states', 'fetched'], rows);
  return accepted === '' ? table : `${table}\n\n\`asfiled import\` accepts ${accepted.replaceAll('<', '\\<')}.`;
}

function isFiling(source: string | null): boolean {
  return source?.startsWith(FILING_SOURCE) === true;
}

/** Longer addresses are shown without parameters that have a fixed value. */
const LONGEST_WHOLE_ADDRESS = 110;

/** An address without scheme, some fixed parameters, and the fragment, which is never sent. `@@` begins the fields of a form. */
function codeOfAddress(address: string): string {
  const [place = '', mark = '', query = ''] = address
    .replace(/https?:\/\//, '')
    .replace(/#.*$/, '')
    .replaceAll('?}', '}')
    .split(/(\?|@@)/);
  const parameters = query.split('&');
  const varying = parameters.filter(parameter => parameter.includes('{'));
  const isShort = address.length <= LONGEST_WHOLE_ADDRESS;
  const shown = (isShort || varying.length === 0 ? parameters : varying).join('&');
  if (mark === '@@') return `form ${code(place)} with ${code(shown)}`;
  return code(place + mark + shown);
}

function fetchedForms(defaults: DefaultForms | undefined): string {
  if (defaults === undefined) return 'yes';
  const { scheduled, named } = defaults;
  if (String(scheduled) === String(named)) return `requested forms; default ${formList(scheduled)}`;
  return `requested forms; default of the schedule ${formList(scheduled)}`;
}

function formList(forms: RequestedForms): string {
  if (forms === 'all') return code('all');
  return forms.length === 0 ? 'none' : forms.map(code).join(', ');
}

function formsTable(sources: readonly Source[]): string {
  const rows = sources.flatMap(({ description: { registry }, defaultForms }) =>
    defaultForms === undefined
      ? []
      : [[`[\`${registry}\`](${registry}.md)`, formList(defaultForms.scheduled), formList(defaultForms.named)]],
  );
  return toTable(['registry', 'schedule', '`ingest` without `--documents`'], rows);
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
    .replaceAll('| --- ', '|---')
    .replaceAll('--- |', '---|');
}

if (import.meta.main) {
  for (const { path, text } of registryPages()) writeFileSync(path, text);
}
