import { describe, expect, it } from 'vitest';
import { readDocumentNames } from './names.ts';

const termsOf = (text: string, ownName = 'Fern Pumps, Inc.') =>
  Object.fromEntries(readDocumentNames([text], [ownName]).terms);

describe('readDocumentNames', () => {
  it.each([
    'In May 2024, Moss Valves, Inc., a wholly owned subsidiary of the Company, filed for bankruptcy.',
    'On July 18, 2024, the Company’s principal operating subsidiary, Moss Valves, Inc., filed for bankruptcy.',
    'The Company, through its wholly owned subsidiary Moss Valves, Inc., acquired a mill.',
  ])('takes a company that the text calls a subsidiary of the registrant for one: %s', text => {
    expect(termsOf(text)).toMatchObject({ 'moss valves': 'subsidiary' });
  });

  it('knows a subsidiary by the short name that the text defines', () => {
    expect(termsOf('Our subsidiary, Moss Valves, Inc. (“Moss”), makes valves.')).toMatchObject({ moss: 'subsidiary' });
  });

  it('leaves out the subsidiaries of others', () => {
    expect(termsOf('Moss Valves, Inc., a wholly owned subsidiary of Elm Corp., bought the mill.')).toEqual({});
  });

  it('takes a word of the name for the registrant where the text uses it as a subject several times', () => {
    const text = 'Fern will close a plant. Fern expects charges. In May, Fern has sold a mill.';
    expect(termsOf(text, 'Koninklijke Fern N.V.')).toEqual({ fern: 'registrant' });
    expect(termsOf('Fern will close a plant.', 'Koninklijke Fern N.V.')).toEqual({});
    expect(termsOf('Energy has a price. Energy is dear. Energy will rise.', 'Fern Energy')).toEqual({});
  });

  it('knows a registrant whose name has two characters', () => {
    expect(readDocumentNames(['3M announced a plan.'], ['3M Co']).own).toEqual(['3m']);
  });
});
