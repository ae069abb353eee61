import { nameKey } from '../../../../kernel/identifiers/name-key.ts';

/** Abbreviations of words in security names, as in the official list of Section 13(f) securities. */
const SHORT: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'amer=american|amern=american|assn=association|assoc=associates|auto=automotive|bancorporation=bancorp|bk=bank|' +
    'bldg=building|brd=brands|chem=chemical|chems=chemicals|cmnty=community|cmntys=communities|comm=communications|' +
    'commn=communications|commns=communications|cons=consolidated|cos=companies|ctl=control|ctls=controls|ctr=center|' +
    'ctrs=centers|del=|dept=department|dev=development|distr=distribution|edl=educational|elec=electric|' +
    'electrs=electronics|engr=engineering|enrg=energy|entmt=entertainment|equip=equipment|exch=exchange|fd=fund|' +
    'fed=federal|fin=financial|finl=financial|fst=first|genl=general|grp=group|hldg=holding|hldgs=holdings|' +
    'hlth=health|hosp=hospital|hosps=hospitals|hotl=hotel|indl=industrial|indpt=independent|inds=industries|' +
    'ins=insurance|instl=institutional|instrs=instruments|intl=international|intst=interstate|invs=investors|' +
    'invt=investment|invts=investments|lab=laboratories|labs=laboratories|mach=machines|matl=material|' +
    'matls=materials|med=medical|mfg=manufacturing|mgmt=management|mkts=markets|mls=mills|mng=mining|mtg=mortgage|mtr=motor|' +
    'mtrs=motors|mut=mutual|nat=natural|natl=national|new=|ntwk=network|ntwks=networks|oper=operating|pac=pacific|' +
    'pete=petroleum|petes=petroleum|petro=petroleum|phrm=pharmaceuticals|ppty=property|pptys=properties|' +
    'prod=products|prods=products|pub=public|rd=road|res=resources|rest=restaurants|rlty=realty|rr=railroad|' +
    'ry=railway|sci=sciences|semicon=semiconductor|ser=services|serv=services|stl=steel|strs=stores|svc=service|' +
    'svcs=services|svgs=savings|sys=systems|tech=technology|techs=technologies|tel=telephone|' +
    'telecom=telecommunications|tr=trust|trans=transportation|transn=transportation|univ=university|utd=united|' +
    'util=utilities|wks=works|wrld=world|wtr=water'
  )
    .split('|')
    .map(pair => pair.split('=')),
);

/** Words for the share class that lists append to names. */
const CLASS_WORDS =
  /\s+(?:CAP\s+STK\b.*|COM(?:MON)?(?:\s+(?:STOCK|STK|SHS|NEW))?|CL(?:ASS)?\s+[A-Z]\b.*|ORD(?:INARY)?(?:\s+SHARES?)?|SHS|SPONSORED\s+ADR|SPON\s+ADR|ADR|ADS|NEW|DEL|THE)\.?$/i;

/**
 * The issuer name in a security name of an information table or a list, folded like issuers' own names
 * (kernel/name-key.ts): `ALLY FINL INC` and `Ally Financial Inc.` have the same key.
 */
export function securityNameKey(name: string): string {
  const bare = name.trim().replace(CLASS_WORDS, '').replace(CLASS_WORDS, '');
  const words = nameKey(bare === '' ? name : bare).split(' ');
  const long = words.map((word, at) => (at === 0 ? (FIRST_TOO[word] ?? word) : (SHORT[word] ?? word)));
  return nameKey(long.filter(word => word !== '').join(' '));
}

/** Abbreviations of first words. */
const FIRST_TOO: Readonly<Record<string, string>> = {
  utd: 'united',
  natl: 'national',
  intl: 'international',
  fst: 'first',
};
