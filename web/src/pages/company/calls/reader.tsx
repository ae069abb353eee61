import type { TranscriptAnalysis, TranscriptOut } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { transcriptSourceLabel } from '../../../labels/labels.ts';
import entries from '../entries.module.css';
import { CallDay } from './call-day.tsx';
import css from './reader.module.css';

const route = getRouteApi('/c/$market/$ticker/calls');

type Turn = TranscriptOut['turns'][number];
type Speaker = TranscriptOut['speakers'][number];

/** A transcript, paged. */
export function CallReader({ transcriptId, part }: { transcriptId: string; part: number }) {
  const query = useApi('getTranscript', { transcript_id: transcriptId, part });
  return (
    <>
      <p className="choices">
        <Link className="button small" from={route.id} to="." search={{}}>
          All calls
        </Link>
      </p>
      <Loaded query={query} subject="this transcript">
        {call => (
          <article className={`card ${css.call}`}>
            <h2>{call.title}</h2>
            <p className="second">
              <CallDay call={call} /> · {transcriptSourceLabel(call.source)}
              {call.fiscal_year !== null && ` · ${call.fiscal_period?.toUpperCase()} ${call.fiscal_year}`}
            </p>
            <Analysis transcriptId={transcriptId} />
            <Turns call={call} />
            <Parts part={call.part} parts={call.parts} />
            <p className={entries.foot}>
              <AsOf instant={call.data_as_of} />
            </p>
          </article>
        )}
      </Loaded>
    </>
  );
}

function Turns({ call: { turns, speakers, language } }: { call: TranscriptOut }) {
  const byName = new Map(speakers.map(entry => [entry.speaker, entry]));
  return (
    <div lang={language ?? undefined}>
      {turns.map((turn, at) => (
        <Fragment key={`${turn.order} ${turn.text.length}`}>
          {turn.session !== null && turn.session !== turns[at - 1]?.session && (
            <h3 className={css.session}>{turn.session === 'qa' ? 'Questions and answers' : 'Prepared remarks'}</h3>
          )}
          <SpokenTurn turn={turn} speaker={turn.speaker === null ? undefined : byName.get(turn.speaker)} />
        </Fragment>
      ))}
    </div>
  );
}

function SpokenTurn({ turn: { speaker: name, text }, speaker }: { turn: Turn; speaker: Speaker | undefined }) {
  const work = [speaker?.speaker_title, speaker?.firm].filter(Boolean).join(', ');
  return (
    <section className={css.turn}>
      {name !== null && (
        <p className={css.who}>
          <b>{name}</b> {work !== '' && <span className="second">{work}</span>}
        </p>
      )}
      {paragraphsOf(text).map(({ start, paragraph }) => (
        <p key={start}>{paragraph}</p>
      ))}
    </section>
  );
}

/** Paragraphs with their character offsets. */
function paragraphsOf(text: string): { start: number; paragraph: string }[] {
  return [...text.matchAll(/[^\n]+/g)].map(({ index, 0: paragraph }) => ({ start: index, paragraph }));
}

function Parts({ part, parts }: { part: number; parts: number }) {
  if (parts === 1) return null;
  return (
    <nav className="choices" aria-label="Parts of the call">
      {Array.from({ length: parts }, (_, at) => at + 1).map(entry => (
        <Link
          key={entry}
          from={route.id}
          to="."
          search={before => ({ ...before, part: entry === 1 ? undefined : String(entry) })}
          className="button small"
          aria-current={entry === part ? 'page' : undefined}
        >
          {entry}
        </Link>
      ))}
    </nav>
  );
}

/** The rule-based analysis of a transcript, on demand since it is rate-limited. */
function Analysis({ transcriptId }: { transcriptId: string }) {
  const [isRequested, setIsRequested] = useState(false);
  const query = useApi(
    'getTranscript',
    { transcript_id: transcriptId, include_analysis: true },
    { enabled: isRequested },
  );
  if (!isRequested)
    return (
      <p>
        <button type="button" className="button small" onClick={() => setIsRequested(true)}>
          Guidance and topics
        </button>
      </p>
    );
  return (
    <Loaded query={query} subject="the analysis of this call">
      {({ analysis }) => (analysis === undefined ? null : <Findings analysis={analysis} />)}
    </Loaded>
  );
}

function Findings({ analysis: { guidance, topics } }: { analysis: TranscriptAnalysis }) {
  return (
    <section className={css.findings} aria-label="Guidance and topics">
      <h3>Guidance</h3>
      {guidance.length === 0 ? (
        <p className="quiet">No guidance found: no sentence states a measure, a period and a range.</p>
      ) : (
        <ul>
          {guidance
            .flatMap(({ evidence }) => evidence)
            .map(({ quote }) => (
              <li key={quote}>
                <q>{quote}</q>
              </li>
            ))}
        </ul>
      )}
      <h3>Topics</h3>
      {topics.length === 0 ? (
        <p className="quiet">No topics found: none is mentioned three times.</p>
      ) : (
        <ul>
          {topics.map(({ label, mentions, evidence: [first] }) => (
            <li key={label}>
              <b>{label}</b> <span className="quiet">in {mentions} sentences</span>
              {first?.quote && (
                <>
                  {': '}
                  <q>{first.quote}</q>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">Extracted by published rules, without any judgement of what it means for the company.</p>
    </section>
  );
}
