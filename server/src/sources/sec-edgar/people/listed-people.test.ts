import { describe, expect, it } from 'vitest';
import { readPersonSentences } from './read-person-sentences.ts';

const CONTEXT = {
  names: { own: ['fictional works'], terms: new Map() },
  filingDate: '2024-03-15',
  eventDate: '2024-03-12',
  isCurrentReport: true,
};

/** `Jane Doe, Director`; each person and office once. */
function read(text: string): string[] {
  return readPersonSentences([text], CONTEXT).map(({ name, roleTitle }) => `${name}, ${roleTitle}`);
}

const THREE = ['Jane Doe, Director', 'Robin Roe, Director', 'Kim Low, Director'];

describe('people of a list', () => {
  it.each([
    'The continuing Class III Directors are Jane Doe, Robin Roe and Kim Low.',
    'The continuing directors of the Company are Jane Doe, Robin Roe and Kim Low.',
    'The following persons were elected directors: Jane Doe, Robin Roe and Kim Low.',
    'The Board of Directors consists of Jane Doe, Robin Roe and Kim Low.',
    'The members of the Audit Committee are Jane Doe, Robin Roe and Kim Low.',
    'The Compensation Committee is comprised of Jane Doe (Chair), Robin Roe and Kim Low.',
  ])('reads the directors of: %s', text => {
    expect(read(text)).toEqual(THREE);
  });

  it('reads the office that a list gives to each', () => {
    expect(
      read('The team includes Jane Doe as Chief Executive Officer and Robin Roe as Chief Financial Officer.'),
    ).toEqual(['Jane Doe, Chief Executive Officer', 'Robin Roe, Chief Financial Officer']);
  });

  it.each([
    'The directors of Example Corp. are Jane Doe, Robin Roe and Kim Low.',
    'The nominees for election as directors are Jane Doe, Robin Roe and Kim Low.',
    'The Scientific Advisory Board consists of Jane Doe, Robin Roe and Kim Low.',
    'The managing directors are Jane Doe, Robin Roe and Kim Low.',
  ])('leaves out who is no director of the issuer: %s', text => {
    expect(read(text)).toEqual([]);
  });
});
