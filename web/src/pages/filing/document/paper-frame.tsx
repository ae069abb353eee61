import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { makeFocusable } from '../../../keyboard/keys.ts';
import tokens from '../../../theme/tokens.css?inline';
import css from '../page.module.css';
import paper from './paper.css?inline';

/** The frame's policy: no scripts, no forms, no loading, no navigation. */
const EMPTY = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; base-uri 'none'; form-action 'none'"><title>As filed</title></head><body></body></html>`;

/** Events that the page handles on its own document: keys, and clicks that close menus. */
const PASSED_ON = { keydown: KeyboardEvent, pointerdown: PointerEvent, mousedown: MouseEvent };

interface PaperFrameProps {
  title: string;
  children: ReactNode;
}

/** A scrollable frame whose document only this page writes. */
export function PaperFrame({ title, children }: PaperFrameProps) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => (body ? passOn(body.ownerDocument) : undefined), [body]);
  useEffect(() => (body ? printWhole(body.ownerDocument) : undefined), [body]);
  return (
    <>
      <iframe
        className={css.paper}
        title={title}
        sandbox={sandboxTokens()}
        srcDoc={EMPTY}
        onLoad={({ currentTarget }) => setBody(prepare(currentTarget))}
      />
      {body && createPortal(children, body)}
    </>
  );
}

/** The frame's body. The page sets its styles, so the frame's policy allows none. */
function prepare(frame: HTMLIFrameElement): HTMLElement | null {
  makeFocusable(frame);
  const document = frame.contentDocument;
  const view = document?.defaultView;
  if (!view || !document) return null;
  document.adoptedStyleSheets = [tokens, paper].map(text => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return document.body;
}

/** Forwards the frame's events to the page, and `preventDefault` back. Returns a function that stops it. */
function passOn(document: Document): () => void {
  const frame = document.defaultView?.frameElement;
  const ended = new AbortController();
  for (const [type, Kind] of Object.entries(PASSED_ON)) {
    const onEvent = (event: Event) => {
      if (frame?.dispatchEvent(new Kind(type, event)) === false) event.preventDefault();
    };
    document.addEventListener(type, onEvent, { signal: ended.signal });
  }
  return () => ended.abort();
}

/** Expands the frame to its full height for printing. Returns a function that stops it. */
function printWhole(document: Document): () => void {
  const frame = document.defaultView?.frameElement as HTMLElement | null | undefined;
  const root = document.documentElement;
  if (!frame) return () => undefined;
  const ended = new AbortController();
  const onBefore = () => {
    frame.classList.add(css.printed ?? '');
    root.classList.add('printed');
    frame.style.height = `${root.scrollHeight}px`;
  };
  const onAfter = () => {
    frame.style.height = '';
    root.classList.remove('printed');
    frame.classList.remove(css.printed ?? '');
  };
  addEventListener('beforeprint', onBefore, { signal: ended.signal });
  addEventListener('afterprint', onAfter, { signal: ended.signal });
  return () => ended.abort();
}

let tokensOfSandbox: string | null = null;

/**
 * Forbids scripts, forms, windows and navigation. WebKit dispatches no events in a frame without `allow-scripts`, not even
 * to the page (bug 218086), so there only the frame's policy forbids scripts.
 */
function sandboxTokens(): string {
  tokensOfSandbox ??= givesEvents() ? 'allow-same-origin' : 'allow-same-origin allow-scripts';
  return tokensOfSandbox;
}

function givesEvents(): boolean {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.hidden = true;
  document.body.append(frame);
  let isGiven = false;
  frame.contentDocument?.addEventListener('probe', () => {
    isGiven = true;
  });
  frame.contentDocument?.dispatchEvent(new Event('probe'));
  frame.remove();
  return isGiven;
}
