import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

describe('detectLanguage', () => {
  it.each([
    [
      'english',
      'The company is not required to prepare the accounts of the group for the year, and it has not done so as at the date of this report, which is that of the board.',
    ],
    [
      'german',
      'Die Gesellschaft ist verpflichtet, den Abschluss für das Geschäftsjahr aufzustellen, und hat ihn nach den Vorschriften der EU aufgestellt, die auf den Bericht und die Angaben in ihm anzuwenden sind.',
    ],
    [
      'french',
      "La société est tenue d'établir les comptes consolidés pour l'exercice clos le 31 décembre. Le conseil est responsable de la préparation des comptes et de la présentation de ces états.",
    ],
    [
      'dutch',
      'De vennootschap is verplicht om de jaarrekening op te stellen voor het boekjaar dat is geëindigd op 31 december. Het bestuur is verantwoordelijk voor het opmaken van de jaarrekening en voor de interne beheersing.',
    ],
    [
      'danish',
      'Ledelsen har ansvaret for udarbejdelsen af årsrapporten og for den interne kontrol, som ledelsen anser for nødvendig. Det er vores opfattelse, at regnskabet giver et retvisende billede af selskabets aktiver.',
    ],
    [
      'swedish',
      'Styrelsen har ansvaret för att årsredovisningen upprättas och att den ger en rättvisande bild av bolagets ställning, och även för den interna kontroll som de bedömer är nödvändig.',
    ],
    [
      'norwegian',
      'Styret har ansvaret for utarbeidelsen av årsrapporten og for den interne kontrollen som styret anser som nødvendig. Det er vår oppfatning at regnskapet ikke inneholder feil, og at det gir et rett bilde av selskapet.',
    ],
    [
      'finnish',
      'Hallitus ja toimitusjohtaja ovat vastuussa myös sisäisestä valvonnasta, joka on tarpeen. Vuoden aikana yhtiön liikevaihto oli suurempi kuin edellisen vuoden, ja tulos oli parempi kuin se on ollut, mutta velka ei ole.',
    ],
    [
      'spanish',
      'La sociedad está obligada a formular las cuentas del ejercicio terminado el 31 de diciembre. El consejo es responsable de la preparación de los estados y del control interno que considere necesario para que no contengan errores.',
    ],
    [
      'italian',
      'La società è tenuta a redigere il bilancio per l’esercizio chiuso al 31 dicembre. Gli amministratori sono responsabili della redazione del bilancio e del controllo interno che non è stato considerato come necessario.',
    ],
    [
      'portuguese',
      'A companhia é responsável pela elaboração das demonstrações do exercício findo em 31 de dezembro. A administração é responsável pelos controles que não foram considerados e pelas informações que constam do relatório da companhia.',
    ],
    ['unspaced', '当社グループは、EBITDA及びIFRS第16号を適用しております。'],
    ['unspaced', '당사의 매출액은 전년 대비 증가하였습니다. (K-IFRS)'],
    ['unspaced', '本公司董事會宣布 2024 年年度業績 (Annual Results)'],
  ])('detects %s', (language, text) => expect(detectLanguage(text)).toBe(language));

  it('returns null for a few words, for figures, and for an unknown language', () => {
    expect(detectLanguage('')).toBeNull();
    expect(detectLanguage('Net sales of the year')).toBeNull();
    expect(detectLanguage('Total | 1,234 | 5,678\n'.repeat(200))).toBeNull();
    expect(
      detectLanguage(
        'Spółka jest zobowiązana do sporządzenia sprawozdania finansowego za rok obrotowy zakończony 31 grudnia, zgodnie z przepisami, które zostały zatwierdzone przez Unię Europejską. Zarząd odpowiada za kontrolę wewnętrzną.',
      ),
    ).toBeNull();
  });

  it('detects the language of a text with names in other scripts', () => {
    const english =
      'The board of the company (騰訊控股有限公司) has resolved that the results of the year are to be published. ';
    expect(detectLanguage(english.repeat(5))).toBe('english');
  });
});
