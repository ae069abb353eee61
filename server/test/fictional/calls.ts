import type { Transcript } from '../../src/domain/disclosures/transcripts/model.ts';

/** Transcripts of calls of fictional companies, in the formats of their publishers. */

const DOUBLE = '='.repeat(80);
const SINGLE = '-'.repeat(80);

/** A text in the form of StreetEvents. */
export function streetEventsText(
  title = 'Q3 2025 Fictional Works Inc Earnings Call',
  date = 'OCTOBER 30, 2025 / 9:30PM GMT',
): string {
  return `
Thomson Reuters StreetEvents Event Transcript
E D I T E D   V E R S I O N

${title}
${date}

${DOUBLE}
Corporate Participants
${DOUBLE}

 * Avery Novel
   Fictional Works Inc - CEO & Director
 * Blake Story
    -

${DOUBLE}
Conference Call Participiants
${DOUBLE}

 * Drew Fable
   Legend Securities, LLC, Research Division - MD

${DOUBLE}
Presentation
${DOUBLE}
${SINGLE}
Operator    [1]
${SINGLE}

          Welcome to the call. (Operator Instructions)
Please go ahead.

${SINGLE}
Avery Novel,  Fictional Works Inc - CEO & Director    [2]
${SINGLE}

          We raised our fiscal 2025 revenue guidance to a range of $90 million to $95 million. Demand was good.

${DOUBLE}
Questions and Answers
${DOUBLE}
${SINGLE}
Drew Fable,  Legend Securities, LLC, Research Division - MD    [1]
${SINGLE}

          Did you say that you raised your 2025 revenue guidance to $90 million to $95 million?

${SINGLE}
Blake Story,   -     [2]
${SINGLE}

          Yes.

${SINGLE}
Definitions
${SINGLE}
Not said by anybody.
`;
}

/** A text in the form of the Motley Fool's pages; each part of the head on a line of its own. */
export function motleyFoolText(): string {
  return `Image source: Nobody.
Fictional Works
(
FICT
-1.20%
)
Q4 2025 Earnings Call
Feb 5, 2026
,
4:30 p.m. ET
Contents:
Prepared Remarks
Questions and Answers
Call Participants
Prepared Remarks:
Operator
Welcome. [Operator instructions]
Avery Novel
--
Chief Executive Officer
Thank you.
We had a good year -- the best of all.
Questions & Answers:
Operator
The first question is from Drew Fable.
Drew Fable
--
Legend Securities -- Analyst
How good?
Avery Novel -- Chief Executive Officer
Very.
Duration: 3 minutes
Call participants:
Avery Novel
--
Chief Executive Officer
`;
}

/** A response of Alpha Vantage. */
export function alphaVantageResponse(symbol = 'FICT', quarter = '2025Q3'): string {
  const turns = [
    ['Operator', 'Operator', 'Welcome.'],
    ['Avery Novel', 'CEO', 'We had a good quarter.'],
    ['Operator', 'Operator', 'Our first question comes from Drew Fable with Legend Securities.'],
    ['Drew Fable', 'Analyst', 'How good?'],
  ];
  const transcript = turns.map(([speaker, title, content]) => ({ speaker, title, content, sentiment: '0.1' }));
  return JSON.stringify({ symbol, quarter, transcript });
}

/** A transcript of a fictional company. */
export function fictionalTranscript(fields: Partial<Transcript> = {}): Transcript {
  return {
    source: 'plain',
    nativeId: 'fictional-works-2025q3',
    company: { name: 'Fictional Works Inc', ticker: 'FICT', marketId: 'us' },
    callType: 'earnings_call',
    title: 'Q3 2025 earnings call',
    fiscalYear: 2025,
    fiscalPeriod: 'q3',
    eventAt: '2025-10-30T21:30:00Z',
    eventDate: '2025-10-30',
    publishedAt: null,
    language: 'en',
    url: null,
    documentUrl: 'plain/Fictional_20251030.txt',
    speakers: [
      { speaker: 'Operator', role: 'operator', jobTitle: null, firm: null },
      { speaker: 'Avery Novel', role: 'executive', jobTitle: 'CEO', firm: null },
    ],
    turns: [
      { speaker: 'Operator', session: 'prepared', text: 'Welcome to the call.' },
      { speaker: 'Avery Novel', session: 'prepared', text: 'We had a good quarter.' },
    ],
    ...fields,
  };
}
