import type { PersonKind } from '../../domain/ownership/people/model/person.ts';

/** Words in names of institutions, in the languages of registries that list people and companies together. */
const OF_INSTITUTIONS =
  /\b(?:limited|ltd|plc|llp|llc|l\.?p|inc|corp|corporation|company|trust|trustees?|funds?|partners|partnership|capital|holdings?|group|management|advis[eo]rs?|bank|banque|foundation|association|investments?|ventures?|insurance|university|securities|nominees?|secretar(?:y|ies|ial)|registrars|services|government|depositary|depository|account|gmbh|ag|sa|s\.a|nv|n\.v|bv|b\.v|ab|as|asa|kg|se|spa|sarl|oyj|pty|pte|bhd|ltda)\b\.?|[&\d]/i;
const OF_WIDE_INSTITUTIONS =
  /[㈱㈲㈜]|株式|有限|合同会社|合資|合名|銀行|信託|証券|生命|保険|財団|社団|組合|持株会|会社|基金|学校|大学|協会|公社|機構|バンク|ファンド|トラスト|カンパニー|インク|コーポレーション|リミテッド|パートナーズ|口\)|口）|\(주\)|（주）|주식회사|재단|은행|보험|생명|증권|공단|조합|법인|학교|학원|기금|투자|홀딩스|물산|화재|公司|集团|企业|中心|基金会|委员会|有限合伙/;

/** Whether a name is that of a person or an institution, by its words. */
export function kindOfName(name: string): PersonKind {
  return OF_INSTITUTIONS.test(name) || OF_WIDE_INSTITUTIONS.test(name) ? 'institution' : 'person';
}
