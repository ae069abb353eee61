import type { DemoIssuer } from './issuers.ts';
import { bullets, paragraphs, subHeading } from './layout.ts';

interface Risk {
  title: string;
  texts: readonly string[];
}

/** Item 1A of an annual report. */
export function riskText(issuer: DemoIssuer): string {
  const { laterRisks } = issuer.year;
  const groups = [
    { group: 'Risks of our markets', all: marketRisks(issuer) },
    { group: 'Risks of our operations', all: [...issuer.story.risks, ...operatingRisks(issuer)] },
    { group: 'Financial and legal risks', all: legalRisks(issuer) },
    { group: 'Risks of our shares', all: shareRisks(issuer) },
  ].map(({ group, all }) => ({ group, risks: all.filter(({ title }) => !laterRisks.includes(title)) }));
  return [
    paragraphs([
      'The following are the risks that we consider most important. Others that we do not know of, or do not think important today, may also harm our business, its results and the price of our shares. The list below is a summary; the pages after it explain each point.',
    ]),
    bullets(groups.flatMap(({ risks }) => risks.map(risk => risk.title))),
    ...groups.flatMap(({ group, risks }) => [
      subHeading(group),
      ...risks.map(risk => `${boldItalic(risk.title)}\n${paragraphs(risk.texts)}`),
    ]),
  ].join('\n');
}

function boldItalic(text: string): string {
  return `<div style="font:10pt Times New Roman;margin:6pt 0"><b><i>${text}</i></b></div>`;
}

function marketRisks({ shortName, words: w, year }: DemoIssuer): Risk[] {
  return [
    {
      title: 'We depend on a small number of large customers.',
      texts: [
        `One customer accounted for ${year.topCustomer} percent of our revenue in the year. Our contracts with ${w.customers} rarely oblige them to buy more than a year ahead, and several of them are larger than we are and can ask for terms that we would not offer to others. If one of them merged, changed its plans, ran into difficulties or moved to another supplier, our revenue could fall within a quarter, while most of our costs would fall only over a year or more.`,
        'We try to limit this risk by signing contracts of different lengths, by serving several sites of one customer under separate agreements, and by insuring receivables above a limit. None of these measures removes it.',
      ],
    },
    {
      title: 'Demand for what we sell rises and falls with the investment budgets of others.',
      texts: [
        `A ${w.customer} can put off most purchases of ${w.products} for a year without harm. When interest rates rise or confidence falls, budgets for such purchases are among the first to be cut, and they may be restored late. In an earlier downturn our orders fell by a quarter within two quarters, and it took seven to win them back.`,
      ],
    },
    {
      title: 'Competition may force us to lower prices or to spend more.',
      texts: [
        `We meet ${w.competitors}. Some of these accept losses in order to win a first contract; others tie what we sell to something that the customer needs more. If we answered with lower prices our margins would shrink, and if we did not we would lose part of our market. Either could happen quickly, and we may misjudge which is better.`,
      ],
    },
    {
      title: 'New technology may make parts of our offer obsolete.',
      texts: [
        'Methods in our field change every few years. We have to decide early, and with little to go by, which of them to adopt. Work on a method that does not last costs money and, what is worse, the time of our best people. In the past we have twice written off a development after more than a year.',
      ],
    },
    {
      title: 'Our results vary with the season and are hard to compare from quarter to quarter.',
      texts: [
        `${w.season} A delay of a few weeks can therefore move revenue from one quarter, or one fiscal year, to the next. The results of a single quarter say little about those of the year, and investors who look at one quarter alone may draw wrong conclusions about ${shortName}.`,
      ],
    },
  ];
}

function operatingRisks({ words: w, year }: DemoIssuer): Risk[] {
  return [
    {
      title: `A failure of what we deliver could harm people, and us: ${w.risk}.`,
      texts: [
        `Although we test with care, ${w.risk}. Such an event could lead to claims, to a recall, to orders of an authority and to a loss of trust that lasts longer than its cause. Our insurance covers many such claims, but only up to a limit, and not the loss of business that follows them.`,
        'In the last three years we have paid no claim above the amount that we bear ourselves under our policies. That may change at any time.',
      ],
    },
    {
      title: 'We buy important supplies from few sources, and some from only one.',
      texts: [
        `We need ${w.inputs}. If a supplier failed, was cut off by weather, strike, war or sanctions, or chose to serve others first, we might be unable to deliver for weeks or months. It takes us between five and nine months to qualify another source. Prices of some of these supplies have doubled within a year before, and our contracts let us pass on only part of such increases, and only once a year.`,
      ],
    },
    {
      title: 'Much of our work is done at few sites.',
      texts: [
        `Most of ${w.process} takes place in ${w.city}. A fire, a flood, a long loss of power or an illness that spreads among staff could stop it. We have plans for such cases and rehearse parts of them twice a year, but we have no second site that could take over the whole of the work, and to build one would take about two years.`,
      ],
    },
    {
      title: 'Intruders may reach our systems or those of our suppliers.',
      texts: [
        `We are attacked daily, mostly by automated means. An intruder who got through could read or change data, stop production, or demand a ransom. Some of our suppliers hold data of ours, and their protection is only as good as they make it. ${year.security.incident} Item 1C describes how we manage this risk.`,
      ],
    },
    {
      title: 'We may fail to attract and keep the people whom we need.',
      texts: [
        'Engineers, technicians and experienced salespeople are sought after wherever we work. If we lost several people of one team at once, projects would be late, and what these people know might help a competitor. Wages in two of our regions have risen faster than our prices for three years in a row.',
      ],
    },
    {
      title: 'Acquisitions may cost more and bring less than we expect.',
      texts: [
        'We have grown in part by buying other companies and look at several each year. We may pay too much, overlook a liability, or fail to keep the people and customers for whose sake we bought. Goodwill and other intangible assets are a large part of our total assets; a bad year of one segment could oblige us to write some of them down.',
      ],
    },
  ];
}

function legalRisks({ words: w, money }: DemoIssuer): Risk[] {
  const debt = (money.debt / 1000).toFixed(0);
  return [
    {
      title: 'Our debt limits what we can do.',
      texts: [
        `We borrowed $${debt} million under a term loan some years ago and still owe most of it. The agreement obliges us to keep total debt below 3.5 times a measure of earnings and forbids, with exceptions, further liens, sales of whole businesses and payments to shareholders above a limit. We were well within these limits at the end of the year. If we broke one of them and the lenders did not waive it, they could ask for all of the money at once.`,
      ],
    },
    {
      title: 'We are exposed to changes of currencies and interest rates.',
      texts: [
        'We sell in several currencies and buy in others. A strong dollar lowers what our foreign revenue is worth and makes us dearer than local competitors. Part of our debt bears interest at a variable rate. Item 7A states what a change of rates by one percentage point would mean.',
      ],
    },
    {
      title: 'Rules that apply to us are many, and they change.',
      texts: [
        `We have to follow ${w.regulation}, and the rules differ from place to place. A new rule can oblige us to change what we sell, to prove what we only had to know before, or to leave a market. A breach, even one that we did not notice, can lead to fines, to the loss of a permit and to claims of third parties.`,
      ],
    },
    {
      title: 'Others may claim that we infringe their rights, and we may be unable to protect our own.',
      texts: [
        'We receive two or three letters a year that claim an infringement of patents. Most come to nothing. A dispute that went to court could cost several million dollars whatever its outcome. Our own patents may turn out narrower than we think, and trade secrets are lost for good once they are known.',
      ],
    },
    {
      title: 'Our tax rate may rise.',
      texts: [
        'What we pay depends on where we earn, on tax law and on how authorities see our prices between affiliates. Two fiscal years are under examination. We have made provisions that we think sufficient, but the outcome may differ from them.',
      ],
    },
  ];
}

function shareRisks({ shortName, ticker }: DemoIssuer): Risk[] {
  return [
    {
      title: 'The price of our shares may move strongly and without regard to our results.',
      texts: [
        `Shares under the symbol ${ticker} are fictional and are not traded. Were they real, their price would depend on what investors expect of us and of our industry, on how many shares change hands, and on what analysts write. A fall in the price could lead to suits by shareholders, which are costly even where they fail.`,
      ],
    },
    {
      title: `Provisions of our charter could delay a change in control of ${shortName}.`,
      texts: [
        'Our board may issue preferred shares without asking shareholders, directors are elected for one year but may be removed only for cause by two thirds of the votes, and shareholders cannot act by written consent. Such provisions can protect shareholders from offers that are too low; they can also keep away offers that many would accept.',
      ],
    },
  ];
}
