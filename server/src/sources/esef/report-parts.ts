import type { KnownPart } from '../../formats/html-text/printed-parts.ts';

interface Wording {
  key: string;
  /** Alternatives of a regular expression, one a language. */
  words: readonly string[];
  mayFollowNotes?: boolean;
  isStatement?: boolean;
}

const WORDINGS: readonly Wording[] = [
  {
    key: 'management_report',
    words: [
      "(?:group )?(?:management|directors'?|board of directors'?) report",
      '(?:report of|report by) the (?:management board|executive board|board of directors|board of management)',
      "management(?:'s)? review",
      'strategic report',
      '(?:bestuurs|directie)verslag|jaarverslag van het bestuur|verslag van (?:de directie|het bestuur)',
      '(?:konzern|zusammengefasster )?lagebericht',
      'rapport de gestion(?: du conseil d.administration)?',
      'ledelsesberetning(?:en)?',
      'förvaltningsberättelse',
      '(?:styrets )?årsberetning',
      '(?:hallituksen )?toimintakertomus',
      'informe de gesti[oó]n(?: consolidado)?',
      'relazione sulla gestione',
      'relat[oó]rio (?:consolidado )?de gest[aã]o',
    ],
  },
  {
    key: 'corporate_governance',
    words: [
      'corporate governance(?: report| statement)?',
      'erklärung zur unternehmensführung',
      '(?:rapport|déclaration) (?:sur le|de) gouvern(?:ement|ance) d.entreprise',
      'bolagsstyrningsrapport',
      'redegjørelse (?:for|om) (?:foretaksstyring|eierstyring)',
      'informe anual de gobierno corporativo',
      'relazione sul governo societario',
      'relat[oó]rio de governo societ[aá]rio',
    ],
  },
  {
    key: 'remuneration_report',
    words: [
      "(?:directors'? )?remuneration report",
      'bezoldigingsverslag',
      'vergütungsbericht',
      'rapport (?:de|sur les) rémunérations?',
      'vederlagsrapport',
      'ersättningsrapport',
      'lederlønnsrapport',
      'palkitsemisraportti',
    ],
  },
  {
    key: 'sustainability_statement',
    words: [
      '(?:consolidated )?sustainability (?:statements?|report)',
      'duurzaamheidsverklaring',
      '(?:konzern)?nachhaltigkeitserklärung',
      '(?:état|rapport) de durabilité',
      'bæredygtighedsrapport(?:ering)?',
      'hållbarhetsrapport',
      'bærekraftsrapport',
      'kestävyysraportti',
    ],
  },
  {
    key: 'responsibility_statement',
    words: [
      "(?:statement of )?(?:directors'?|management(?:'s)?) responsibilit(?:y|ies)(?: statement)?|responsibility statement",
      'versicherung der gesetzlichen vertreter|bilanzeid',
      'ledelsespåtegning(?:en)?',
      'attestation du responsable',
    ],
    mayFollowNotes: true,
  },
  {
    key: 'auditor_report',
    words: [
      "(?:report of the )?independent auditor'?s?'?(?: report)?(?: on .{0,60}| to .{0,60})?|auditor'?s?'? report",
      'controleverklaring van de onafhankelijke accountant',
      'bestätigungsvermerk des unabhängigen abschlussprüfers',
      'rapport des commissaires aux comptes(?: sur .{0,60})?|rapport du commissaire',
      'den uafhængige revisors revisionspåtegning|revisionspåtegning',
      'revisionsberättelse',
      'uavhengig revisors beretning|revisors beretning',
      'tilintarkastuskertomus',
      'informe de auditoría(?: .{0,60})?',
      'relazione della società di revisione(?: .{0,60})?',
      'certificação legal das contas(?: .{0,60})?',
    ],
    mayFollowNotes: true,
  },
  {
    key: 'income_statement',
    isStatement: true,
    words: [
      'consolidated (?:income statement|statement of (?:income|profit (?:and|or) loss)|profit and loss account)|income statement|statement of profit (?:and|or) loss',
      '(?:geconsolideerde )?winst-? ?en[ -]verliesrekening(?: over .{0,20})?',
      '(?:konzern-?)?gewinn- und verlustrechnung',
      'compte de résultat(?: consolidé)?',
      '(?:koncern)?resultatopgørelse',
      '(?:koncernens )?resultaträkning',
      '(?:konsolidert )?resultatregnskap',
      '(?:konsernin )?tuloslaskelma',
      'cuenta de (?:pérdidas y ganancias|resultados) consolidada',
      'conto economico(?: consolidato)?',
      'demonstraç(?:ão|ões) (?:consolidadas? )?d[oe]s? resultados?',
    ],
  },
  {
    key: 'comprehensive_income',
    isStatement: true,
    words: [
      '(?:consolidated )?statement of (?:total |other )?comprehensive income',
      '(?:geconsolideerd )?overzicht van (?:het )?(?:totaal|gerealiseerde en niet-gerealiseerde) .{0,20}resulta(?:at|ten)',
      '(?:konzern-?)?gesamtergebnisrechnung',
      'état (?:consolidé )?du résultat global(?: consolidé)?',
      '(?:koncernens )?totalindkomstopgørelse',
      'rapport över (?:koncernens )?totalresultat',
      'laaja tuloslaskelma',
    ],
  },
  {
    key: 'balance_sheet',
    isStatement: true,
    words: [
      '(?:consolidated )?(?:statement of financial position|balance sheets?)(?: (?:as )?at .{0,40})?',
      '(?:geconsolideerde )?balans(?: per .{0,40})?',
      '(?:konzern-?)?bilanz',
      '(?:bilan|état de la situation financière)(?: consolidée?)?',
      '(?:koncern)?balance',
      '(?:koncernens )?balansräkning',
      '(?:konsolidert )?balanse',
      '(?:konsernin )?tase',
      'balance (?:de situación )?consolidado',
      'stato patrimoniale(?: consolidato)?|situazione patrimoniale-finanziaria(?: consolidata)?',
      'demonstração (?:consolidada )?da posição financeira|balanço(?: consolidado)?',
    ],
  },
  {
    key: 'changes_in_equity',
    isStatement: true,
    words: [
      '(?:consolidated )?statement of changes in (?:shareholders. )?equity',
      '(?:geconsolideerd )?(?:mutatieoverzicht|overzicht van mutaties in het) eigen vermogen',
      '(?:konzern-?)?eigenkapitalveränderungsrechnung',
      '(?:état|tableau) (?:consolidé )?de (?:la )?variation des capitaux propres(?: consolidés)?',
      '(?:koncernens )?egenkapitalopgørelse',
      'förändringar i (?:koncernens )?eget kapital',
    ],
  },
  {
    key: 'cash_flows',
    isStatement: true,
    words: [
      '(?:consolidated )?(?:statement of cash ?flows?|cash ?flow statement)',
      '(?:geconsolideerd )?kasstroomoverzicht',
      '(?:konzern-?)?kapitalflussrechnung',
      '(?:tableau (?:consolidé )?(?:de|des) flux de trésorerie)(?: consolidés?)?',
      '(?:koncernens )?pengestrømsopgørelse',
      '(?:koncernens )?kassaflödesanalys',
      '(?:konsolidert )?kontantstrømoppstilling',
      '(?:konsernin )?rahavirtalaskelma',
    ],
  },
  {
    key: 'notes',
    words: [
      'notes to the (?:consolidated )?(?:annual )?(?:financial statements|accounts)',
      'toelichting(?:en)? (?:op|bij) de (?:geconsolideerde )?(?:jaarrekening|balans.{0,60})',
      '(?:konzern)?anhang(?: zum konzernabschluss)?',
      '(?:notes )?annexes? aux (?:comptes|états financiers) consolidés|notes aux (?:comptes|états financiers) consolidés',
      'noter(?: til (?:koncern|års)?regnskabet| till koncernredovisningen| till konsernregnskapet)?',
      '(?:konsernitilinpäätöksen )?liitetiedot',
      'memoria(?: consolidada)?',
      'note (?:illustrative|esplicative)(?: al bilancio consolidato)?',
      'notas (?:às|anexas às) demonstrações (?:financeiras )?consolidadas|notas explicativas',
    ],
  },
  {
    key: 'company_financial_statements',
    words: [
      '(?:parent )?company (?:only )?financial statements|company (?:balance sheet|income statement|statement of financial position)',
      'enkelvoudige (?:jaarrekening|balans.{0,40})',
      'jahresabschluss der .{0,60}',
      'comptes sociaux|comptes annuels',
      'modervirksomhedens regnskab|årsregnskab for modervirksomheden',
      'moderbolagets (?:resultaträkning|balansräkning)',
    ],
    mayFollowNotes: true,
  },
  {
    key: 'other_information',
    words: ['other information', 'overige gegevens', 'weitere informationen'],
    mayFollowNotes: true,
  },
];

/** Parts of annual reports by the headings that filers print, in the languages of most of them. */
export const REPORT_PARTS: readonly KnownPart[] = WORDINGS.map(({ words, ...part }) => ({
  ...part,
  pattern: new RegExp(`^(?:${words.join('|')})$`),
}));
