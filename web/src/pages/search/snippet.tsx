import { Fragment } from 'react';
import { unescapeHtml } from '../../format/unescape-html.ts';

const MARK = /<mark>(.*?)<\/mark>/gs;

/** A snippet of the service: escaped HTML with the words asked for in `<mark>`. Read as text: nothing of it becomes markup. */
export function SnippetText({ html }: { html: string }) {
  const marks = [...html.matchAll(MARK)].map(({ 0: whole, 1: word = '', index }) => ({
    word,
    index,
    end: index + whole.length,
  }));
  return (
    <>
      {marks.map(({ word, index }, place) => (
        <Fragment key={index}>
          {unescapeHtml(html.slice(marks[place - 1]?.end ?? 0, index))}
          <mark>{unescapeHtml(word)}</mark>
        </Fragment>
      ))}
      {unescapeHtml(html.slice(marks.at(-1)?.end ?? 0))}
    </>
  );
}

const MARKED_RUN = /<mark>[^<]*<\/mark>(?:\s<mark>[^<]*<\/mark>)*/;

/** The words of a snippet that are marked first, those beside each other together: what to look for in the section. */
export function firstMarked(html: string): string | undefined {
  const run = MARKED_RUN.exec(html)?.[0];
  return run === undefined ? undefined : unescapeHtml(run.replace(/<\/?mark>/g, ''));
}
