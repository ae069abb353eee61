import { describe, expect, it } from 'vitest';
import { address, fixedAddresses, matchingUrls, refinedAddress } from './address.ts';

describe('an address', () => {
  const list = address('https://registry.test/list/{kind}?fixed=1&name={name}&days={from}~{to}&page={page?}', {
    kind: /[a-z]+/,
  });
  const values = { kind: 'shares', name: 'A & B', from: '2026-01-01', to: '2026-01-31', page: '2' };

  it('reads back the values that it wrote', () => {
    const url = list.url(values);
    expect(url).toBe('https://registry.test/list/shares?fixed=1&name=A%20%26%20B&days=2026-01-01~2026-01-31&page=2');
    expect(list.read(url)).toEqual(values);
  });

  it('reads parameters in any order, and optional ones as empty if they are absent', () => {
    const url = 'https://registry.test/list/shares?days=2026-01-01~2026-01-31&more=x&name=';
    expect(list.read(url)).toEqual({ ...values, name: '', page: '' });
  });

  it.each([
    'https://registry.test/list/shares?name=x',
    'https://registry.test/list/SHARES?name=x&days=a~b',
    'https://registry.test/list/shares/more?name=x&days=a~b',
    'https://registry.test/list/shares?name=x&days=a~b#fragment',
    'https://other.test/list/shares?name=x&days=a~b',
    'https://registry.test/list/shares@@name=x&days=a~b',
  ])('does not match %s', url => {
    expect(list.read(url)).toBeNull();
  });

  it('of a form has its fields sorted by name', () => {
    const form = address('https://registry.test/search@@to={to}&from={from}&empty=');
    const url = 'https://registry.test/search@@empty=&from=1&to=2';
    expect(form.url({ to: '2', from: '1' })).toBe(url);
    expect(form.read(url)).toEqual({ to: '2', from: '1' });
    expect(form.read('https://registry.test/search?from=1&to=2')).toBeNull();
  });

  it('may end in a fragment', () => {
    const file = address('https://registry.test/{file}#{code?}');
    expect(file.read('https://registry.test/a.pdf#17')).toEqual({ file: 'a.pdf', code: '17' });
    expect(file.read('https://registry.test/a.pdf')).toEqual({ file: 'a.pdf', code: '' });
  });
});

it('fixed addresses are read by name', () => {
  const files = fixedAddresses({ daily: 'https://registry.test/d', all: 'https://registry.test/a' });
  expect(files.url({ name: 'all' })).toBe('https://registry.test/a');
  expect(files.read('https://registry.test/d')).toEqual({ name: 'daily' });
  expect(files.read('https://registry.test/x')).toBeNull();
});

it('a refined address normalises the values of a URL, and does not match those that it refuses', () => {
  const share = refinedAddress(address('https://registry.test/share?symbol={symbol}'), ({ symbol }) =>
    /^[a-z]+$/i.test(symbol) ? { symbol: symbol.toUpperCase() } : null,
  );
  expect(share.read('https://registry.test/share?symbol=fict')).toEqual({ symbol: 'FICT' });
  expect(share.read('https://registry.test/share?symbol=1')).toBeNull();
});

it('matching URLs are not changed', () => {
  const tables = matchingUrls('https://registry.test/{year}.csv', url => url.endsWith('.csv'));
  expect(tables.read('https://registry.test/2024.csv')).toEqual({ url: 'https://registry.test/2024.csv' });
  expect(tables.read('https://registry.test/2024.xml')).toBeNull();
});
