import { type Relation, type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { kindOfName } from '../kit/kinds-of-names.ts';
import { canonicalKeyOfShare, shareCode } from './boards.ts';
import { namesOfPeople } from './names-of-people.ts';
import { currentList } from './open-data.ts';
import { monthOfRepublic, type Row } from './read-rows.ts';

/** Shares of directors, officers and large shareholders of all companies of a board, at the end of a month. */
export const holdings = currentList({
  set: 't187ap11',
  name: 'holdings',
  states: 'directors, officers and large shareholders with their shares ([people](../../guides/people.md))',
  needed: ['資料年月', '公司代號', '職稱', '姓名', '目前持股'],
  expect: {},
  entries: readHoldings,
  map: (holdings, { source }) =>
    [...Map.groupBy(holdings, ({ code }) => canonicalKeyOfShare(code))].map(([canonicalKey, own]) => ({
      ...emptyRecords(canonicalKey, source),
      people: own.map(({ stated }) => stated),
    })),
});

/** The shares of one holder. */
interface Holding {
  code: string;
  stated: RoleStatement;
}

function readHoldings(rows: readonly Row[], log: AnomalyLog): Holding[] {
  const holdings = new Map<string, Holding>();
  for (const row of rows) {
    const code = shareCode(row.cell('公司代號'));
    const stated = code === null ? null : statementOf(row);
    if (code === null || stated === null) {
      log.add('bad_row', row.locator, `${row.cell('公司代號')} ${row.cell('職稱')} ${row.cell('姓名')}`);
      continue;
    }
    if (stated === 'no role') {
      log.leaveOut('other insiders: the row states no role');
      continue;
    }
    if (stated === 'nobody') {
      log.leaveOut('vacant posts');
      continue;
    }
    // A legal person has a row for each of its representatives on the board.
    for (const one of stated) {
      const key = [code, one.name, one.roleTitle, one.shares].join('|');
      if (holdings.has(key)) log.leaveOut('further seats of one legal person');
      else holdings.set(key, { code, stated: one });
    }
  }
  return [...holdings.values()];
}

/** `本人`: the holder himself, in contrast to `之法人代表人`, the natural person who acts for a director that is a company. */
const SELF = /本人$/;

/** Posts by the words of their titles; the first match counts. */
const RELATIONS: readonly [RegExp, Relation][] = [
  [/^大股東/, 'major_shareholder'],
  [/董事|監察人|監事/, 'director'],
  [/經理|協理|副理|主管|執行長|總裁|處長|廠長|部門/, 'officer'],
];

function statementOf(row: Row): RoleStatement[] | 'no role' | 'nobody' | null {
  const title = row.cell('職稱').replace(SELF, '');
  const names = namesOfPeople(row.cell('姓名'));
  const month = monthOfRepublic(row.cell('資料年月'));
  const shares = row.cell('目前持股');
  if (names.length === 0 && row.cell('姓名') !== '') return 'nobody';
  if (title === '' || names.length === 0 || month === null || !/^\d+$/.test(shares)) return null;
  if (title === '其他') return 'no role';
  const relation = RELATIONS.find(([words]) => words.test(title))?.[1];
  if (relation === undefined) return null;
  return names.map(name =>
    roleStatement({
      name,
      kind: kindOfName(name),
      relation,
      roleTitle: relation === 'major_shareholder' ? null : title,
      asOf: month.last,
      // Of two who share a post the row does not say who holds them.
      ...(names.length === 1 ? { shares } : {}),
      confirmation: 'live',
    }),
  );
}
