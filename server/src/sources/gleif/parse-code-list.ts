import { listOf, objectOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { textOrNull } from './field-values.ts';
import { readResponse } from './read-response.ts';

/** A code of one of the registry's lists, with its names. */
export interface ListedCode {
  /** `countries`, `regions`, `jurisdictions`, `entity-legal-forms`, `registration-authorities` … */
  list: string;
  code: string;
  /** In each language of the list; the language is null if the list states none. */
  names: { name: string; language: string | null }[];
  countryCodes: string[];
}

/** Reads a page or one entry of a code list. An entry without a code is `bad_row`. */
export function parseCodeList(bytes: Buffer, log: AnomalyLog): ListedCode[] {
  return readResponse(bytes, log).data.flatMap((resource, at) => {
    const attributes = objectOf(resource.attributes);
    const code = textOrNull(attributes.code) ?? textOrNull(attributes.lei) ?? textOrNull(resource.id);
    if (code === null) {
      log.add('bad_row', `data[${at}]`, 'no code');
      return [];
    }
    return [
      {
        list: textOrNull(resource.type) ?? '',
        code,
        names: namesOf(attributes),
        countryCodes: countriesOf(attributes),
      },
    ];
  });
}

const NAME_FIELDS = [
  'name',
  'localName',
  'internationalName',
  'localOrganizationName',
  'internationalOrganizationName',
] as const;

function namesOf(attributes: Record<string, unknown>): ListedCode['names'] {
  const listed = listOf(attributes.names).map(objectOf);
  const names = [
    ...NAME_FIELDS.map(field => ({ name: textOrNull(attributes[field]), language: null })),
    ...listed.map(item => ({
      name: textOrNull(item.localName) ?? textOrNull(item.name),
      language: textOrNull(item.languageCode) ?? textOrNull(item.language),
    })),
  ];
  return names.flatMap(({ name, language }) => (name === null ? [] : [{ name, language }]));
}

function countriesOf(attributes: Record<string, unknown>): string[] {
  const places = [attributes, ...listOf(attributes.jurisdictions).map(objectOf)];
  return [...new Set(places.flatMap(place => textOrNull(place.countryCode) ?? []))];
}
