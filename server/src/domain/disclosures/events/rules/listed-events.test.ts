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

  it('reads subjects of the exchanges of Taiwan', () => {
    expect(titled('mops', '公告本公司董事會決議取得虛構電子股份有限公司股權')).toEqual([
      'acquisition_or_disposal announced',
    ]);
    expect(titled('mops', '公告本公司取得使用權資產')).toEqual([]);
    expect(titled('mops', '公告本公司處分廠房交易完成交割')).toEqual(['acquisition_or_disposal completed']);
    expect(titled('mops', '公告本公司董事會決議辦理現金增資發行新股')).toEqual(['equity_offering']);
    expect(titled('mops', '公告本公司董事會通過私募普通股案')).toEqual(['equity_offering private']);
    expect(titled('mops', '公告本公司對海外子公司現金增資')).toEqual([]);
    expect(titled('mops', '公告本公司董事會決議買回本公司股份')).toEqual(['buyback authorised']);
    expect(titled('mops', '公告本公司買回庫藏股執行完畢')).toEqual(['buyback completed']);
    expect(titled('mops', '公告本公司董事會通過現金減資退還股款案')).toEqual(['capital_reduction paid']);
    expect(titled('mops', '公告本公司國內第二次無擔保轉換公司債停止轉換期間')).toEqual([]);
    expect(titled('mops', '公告本公司更換簽證會計師')).toEqual(['auditor_change']);
    expect(titled('mops', '公告本公司配合事務所內部輪調更換簽證會計師')).toEqual([]);
    expect(titled('mops', '說明本公司部分資訊系統遭受駭客攻擊事件')).toEqual(['cybersecurity_incident']);
    expect(titled('mops', '公告本公司112年第2季合併財務報告')).toEqual([]);
  });

  it('reads what a company of Taiwan announces for a subsidiary only if it matters to the group', () => {
    expect(titled('mops', '代子公司虛構投資公告處分土地')).toEqual(['acquisition_or_disposal announced']);
    expect(titled('mops', '虛構金控代子公司虛構證券公告遭金管會裁罰')).toEqual(['regulatory_action ordered']);
    expect(titled('mops', '代重要子公司虛構科技公告董事會決議現金增資發行新股')).toEqual([]);
    expect(titled('mops', '虛構金控代虛構證券(香港)有限公司公告公司名稱變更')).toEqual([]);
  });

  it('takes the new name and the day of the fact from an announcement of Taiwan', () => {
    const [renamed] = readListedEvents({
      registry: 'mops',
      formType: '重大訊息',
      title:
        '公告本公司名稱由「曙光零件股份有限公司」更名為「曙光精密股份有限公司」，公告期間：115年6月1日至115年8月31日',
      periodEnd: '2026-05-28',
      itemCodes: ['第51款'],
    } as unknown as Filing);
    expect(renamed).toMatchObject({
      kind: 'name_change',
      title: 'Change of name: 曙光精密股份有限公司',
      eventDate: '2026-05-28',
    });
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
