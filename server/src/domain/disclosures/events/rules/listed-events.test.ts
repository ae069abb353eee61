import { describe, expect, it } from 'vitest';
import type { Filing } from '../../../filings/issuers/model/issuer.ts';
import { readListedEvents } from './listed-events.ts';

const eventsOf = (registry: string, fields: Partial<Filing>) =>
  readListedEvents({
    registry,
    nativeId: 'x',
    formType: 'disclosure',
    category: 'material_event',
    categoryGroup: 'corporate_action',
    filingDate: '2024-05-06',
    acceptedAt: null,
    knownAt: '2024-05-06T10:00:00Z',
    periodEnd: null,
    title: null,
    language: null,
    itemCodes: [],
    isAmendment: false,
    primaryDocument: null,
    url: 'https://registry.example/x',
    hasXbrl: false,
    ...fields,
  }).map(({ kind, variant }) => (variant === null ? kind : `${kind} ${variant}`));
const titled = (registry: string, title: string) => eventsOf(registry, { title });

describe('readListedEvents by form and item', () => {
  it('reads the event of a form that determines one kind', () => {
    expect(eventsOf('sec-edgar', { formType: '25-NSE' })).toEqual(['delisting']);
    expect(eventsOf('sec-edgar', { formType: '15-12G' })).toEqual(['registration_terminated terminated']);
    expect(eventsOf('sec-edgar', { formType: '15-12G/A' })).toEqual([]);
    expect(eventsOf('sec-edgar', { formType: 'SC TO-T' })).toEqual(['tender_offer_announced third_party']);
    expect(eventsOf('sec-edgar', { formType: 'S-1' })).toEqual([]);
    expect(eventsOf('companies-house', { formType: 'GAZ2' })).toEqual(['dissolution approved']);
  });

  it('names the late report', () => {
    const [late] = readListedEvents({
      registry: 'sec-edgar',
      formType: 'NT 10-K',
      periodEnd: '2024-03-31',
      itemCodes: [],
      title: null,
    } as unknown as Filing);
    expect(late).toMatchObject({
      kind: 'late_filing_notice',
      fields: { lateFormType: '10-K', affectedPeriods: ['2024-03-31'] },
    });
  });

  it('reads the events of items that determine one kind, with codes before and after 2004', () => {
    expect(eventsOf('sec-edgar', { formType: '8-K', itemCodes: ['1.03', '2.02', '9.01'] })).toEqual(['bankruptcy']);
    expect(eventsOf('sec-edgar', { formType: '8-K/A', itemCodes: ['2', '7'] })).toEqual([
      'acquisition_or_disposal completed',
    ]);
    expect(eventsOf('sec-edgar', { formType: '8-K', itemCodes: ['3.01', '3.02', '5.02'] })).toEqual([]);
    // Headers of the 1990s name item 1 by default, so only the text of that item counts.
    expect(eventsOf('sec-edgar', { formType: '8-K', itemCodes: ['1'] })).toEqual([]);
    expect(eventsOf('sec-edgar', { formType: '10-K', itemCodes: ['4'] })).toEqual([]);
    expect(eventsOf('edinet', { formType: '180', itemCodes: ['第19条第2項第9号の4'] })).toEqual(['auditor_change']);
  });
});

describe('readListedEvents by title', () => {
  it('reads titles of the Tokyo exchange', () => {
    expect(titled('tdnet', '業績予想の修正に関するお知らせ')).toEqual(['guidance_revision']);
    expect(titled('tdnet', '2025年3月期通期業績予想の上方修正に関するお知らせ')).toEqual(['guidance_revision raised']);
    expect(titled('tdnet', '配当予想の修正に関するお知らせ')).toEqual([]);
    expect(titled('tdnet', '自己株式の取得状況に関するお知らせ')).toEqual([]);
    expect(titled('tdnet', '自己株式取得に係る事項の決定に関するお知らせ')).toEqual(['buyback authorised']);
    expect(titled('tdnet', '第三者割当による新株式の発行に関するお知らせ')).toEqual(['equity_offering private']);
    expect(titled('tdnet', '当社子会社の民事再生手続開始の申立てに関するお知らせ')).toEqual([]);
    expect(titled('tdnet', '連結子会社の吸収合併（簡易合併・略式合併）に関するお知らせ')).toEqual([]);
  });

  it('reads titles of the Seoul exchange', () => {
    expect(eventsOf('opendart', { formType: '주요사항보고서(유상증자결정)' })).toEqual(['equity_offering']);
    expect(eventsOf('opendart', { formType: '주요사항보고서(자기주식취득결정)' })).toEqual(['buyback authorised']);
    expect(eventsOf('opendart', { formType: '주요사항보고서(자기주식처분결정)' })).toEqual([]);
    expect(eventsOf('opendart', { formType: '현금ㆍ현물배당결정' })).toEqual([]);
  });

  it('reads titles of the Hong Kong exchange', () => {
    expect(titled('hkexnews', '盈利警告')).toEqual(['guidance_revision initiated']);
    expect(titled('hkexnews', '更換核數師')).toEqual(['auditor_change']);
    expect(titled('hkexnews', '建議續聘核數師')).toEqual([]);
    expect(titled('hkexnews', '須予披露交易 - 出售上市證券')).toEqual([]);
  });

  it('reads titles of the Shanghai and Shenzhen exchanges', () => {
    expect(titled('cninfo', '关于变更会计师事务所的公告')).toEqual(['auditor_change']);
    expect(titled('cninfo', '关于续聘会计师事务所的公告')).toEqual([]);
    expect(titled('cninfo', '关于回购注销部分限制性股票的公告')).toEqual([]);
    expect(titled('cninfo', '2023年度业绩预告')).toEqual(['guidance_revision initiated']);
    expect(titled('cninfo', '2023年度业绩预告修正公告')).toEqual(['guidance_revision']);
  });
});
