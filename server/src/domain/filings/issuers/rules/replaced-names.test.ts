import { expect, it } from 'vitest';
import { bareIssuer, type Issuer } from '../model/issuer.ts';
import { namesReplacedBetween, withReplacedNames } from './replaced-names.ts';

const issuerOf = (companyName: string, more: Partial<Issuer> = {}): Issuer => ({
  ...bareIssuer('jcn:9990001000001', companyName, []),
  ...more,
});

it('turns a name that the source replaced into a former name until the day of the list', () => {
  const now = issuerOf('Alondra Group Co., Ltd.', { statedOn: '2024-07-21' });
  expect(withReplacedNames(now, issuerOf('Swift Motors Ltd'), '2026-01-01').formerNames).toEqual([
    { companyName: 'Swift Motors Ltd', untilDate: '2024-07-21' },
  ]);
});

it('dates a name by the day it was replaced if the source states no day, and keeps earlier ones', () => {
  const before = issuerOf('Swift Motors', {
    formerNames: [{ companyName: 'Swift Bicycles', untilDate: '1999-01-01' }],
  });
  expect(withReplacedNames(issuerOf('Alondra'), before, '2026-01-01').formerNames).toEqual([
    { companyName: 'Swift Bicycles', untilDate: '1999-01-01' },
    { companyName: 'Swift Motors', untilDate: '2026-01-01' },
  ]);
});

it('takes another spelling, another legal form or a missing script for no change', () => {
  const now = issuerOf('ALONDRA, INC.');
  const before = issuerOf('Alondra Corp', { alternateNames: [{ kind: 'local', name: 'アロンドラ株式会社' }] });
  expect(withReplacedNames(now, before, '2026-01-01')).toBe(now);
});

it('compares the editions of one registry by their days', () => {
  const editions = [
    { registry: 'edinet', issuer: issuerOf('Alondra', { statedOn: '2024-07-21' }) },
    { registry: 'edinet', issuer: issuerOf('Swift', { statedOn: '2023-10-31' }) },
    { registry: 'edinet', issuer: issuerOf('Swallow') },
    { registry: 'gleif', issuer: issuerOf('Swift Holding', { statedOn: '2022-01-01' }) },
  ];
  expect(namesReplacedBetween(editions)).toEqual([{ companyName: 'Swift', untilDate: '2024-07-21' }]);
});

it('finds no former name that a later edition states again', () => {
  const editions = ['Swift', 'Alondra', 'Swift'].map((name, at) => ({
    registry: 'edinet',
    issuer: issuerOf(name, { statedOn: `2024-0${at + 1}-01` }),
  }));
  expect(namesReplacedBetween(editions)).toEqual([{ companyName: 'Alondra', untilDate: '2024-03-01' }]);
});
