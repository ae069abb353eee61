import { exactText, LINE_ITEM_DEFINITIONS } from '@asfiled/client';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { FilingLink } from '../../../components/data/filing-link.tsx';
import { copyText } from '../../../components/ui/announce.ts';
import { FigureText } from '../../../components/ui/figure.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatDay, weeksBetween } from '../../../format/dates.ts';
import { parseDecimal } from '../../../format/decimal.ts';
import { formatFigure, type LineItem } from '../../../format/line-items.ts';
import { formatChange, formatExact, SCALE_LABELS, type Scale } from '../../../format/numbers.ts';
import { methodLabel, reasonLabels, restatementLabel } from '../../../labels/labels.ts';
import type { FigureValue, Period } from '../company.ts';
import { periodLabel, shownDecimal, type Vintage } from '../figures.ts';
import css from './source-popover.module.css';

export interface Source {
  item: LineItem;
  period: Period;
  value: FigureValue;
  basis: string | null;
  converted: string | null;
}

interface SourcePopoverProps {
  source: Source;
  cellKey: string;
  scale: Scale;
  vintage: Vintage;
  /** Opened by a URL or a formula link, so the table scrolls to it; a hover must not scroll. */
  isPinned: boolean;
  onClose: () => void;
  onOpenCode: (code: string) => void;
}

/** The source of a figure: marks, concept, period, exact value, filing, formula, filing history, actions. */
export default function SourcePopover({
  source,
  cellKey,
  scale,
  vintage,
  isPinned,
  onClose,
  onOpenCode,
}: SourcePopoverProps) {
  const { item, period, value, basis, converted } = source;
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isPinned) showCell(popover.current, cellKey);
  }, [cellKey, isPinned]);
  useLayoutEffect(() => place(popover.current, cellKey));
  const decimal = shownDecimal(item, value, vintage);
  const exact = exactText(value, 'value');
  return (
    <div
      ref={popover}
      className={css.popover}
      role="dialog"
      aria-label={`Source of ${item.label}, ${periodLabel(period)}`}
      data-source={cellKey}
    >
      <div className={css.head}>
        <div className="row">
          <span className="grow second">
            {item.label} · {periodLabel(period)}
          </span>
          <span className="tag">{methodLabel(value.method)}</span>
          {value.first_reported && <span className="tag warn">Restated</span>}
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <span className={css.figure}>
          {decimal ? <FigureText figure={formatFigure(item, decimal, scale)} /> : reasonLabels(value.reason).long}
        </span>{' '}
        {decimal && <span className="quiet">{unitWords(item, value, scale)}</span>}
      </div>
      <p className={css.definition}>{LINE_ITEM_DEFINITIONS[item.code]}</p>
      <dl className={css.list}>
        {value.concept !== null && (
          <Row term="Concept" text={<span className="mono">{breakable(value.concept)}</span>} />
        )}
        {value.formula !== undefined && (
          <Row term="Formula" text={<Formula text={value.formula} onOpenCode={onOpenCode} />} />
        )}
        <Row term="Period" text={formatPeriod(value)} />
        {exact !== null && value.as_filed === undefined && (
          <Row term="Exact" text={`${formatExact(exact)}${accuracyWords(value.decimals)}`} />
        )}
        {value.as_filed !== undefined && (
          <Row
            term="As filed"
            text={`${formatExact(exactText(value.as_filed, 'value') ?? '')} ${value.as_filed.unit}${accuracyWords(value.decimals)}`}
          />
        )}
        {converted !== null && <Row term="Converted" text={converted} />}
        {basis !== null && <Row term="Basis" text={basis} />}
        <Row
          term="Filing"
          text={
            <>
              {period.filing_id === value.filing_id && `${period.form_type}, `}filed {formatDay(value.filed_at)}
              <br />
              <span className="mono quiet">{value.filing_id.split(':').at(-1)}</span>
            </>
          }
        />
        {value.value_flags.length > 0 && (
          <Row term="Flags" text={value.value_flags.map(flag => flag.replaceAll('_', ' ')).join(', ')} />
        )}
      </dl>
      {value.first_reported && <History item={item} value={value} scale={scale} />}
      <div className={css.foot}>
        <FilingLink className={`button primary ${css.button}`} filingId={value.filing_id} element={value.element_id}>
          <Icon name="document" />
          Open filing
        </FilingLink>
        {exact !== null && (
          <button type="button" className={`button ${css.button}`} onClick={() => copyText(exact, 'The figure')}>
            <Icon name="copy" />
            Copy
          </button>
        )}
        <button type="button" className={`button ${css.button}`} onClick={() => copyText(location.href, 'The link')}>
          <Icon name="link" />
          Link
        </button>
      </div>
    </div>
  );
}

function Row({ term, text }: { term: string; text: React.ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </>
  );
}

function History({ item, value, scale }: { item: LineItem; value: FigureValue; scale: Scale }) {
  const first = value.first_reported;
  const [before, after] = [shownDecimal(item, value, 'first'), shownDecimal(item, value, 'restated')];
  if (!first || !before || !after) return null;
  const change = formatChange(parseDecimal(String(first.value)), parseDecimal(exactText(value, 'value') ?? '0'));
  return (
    <div className={css.history}>
      <p className="eyebrow">As filed over time</p>
      <table>
        <tbody>
          <tr>
            <td>{formatDay(first.filed_at)}</td>
            <td>first reported</td>
            <td>
              <FigureText figure={formatFigure(item, before, scale)} />
            </td>
            <td />
          </tr>
          <tr>
            <td>{formatDay(value.filed_at)}</td>
            <td>{restatementLabel(first.restatement)}</td>
            <td>
              <b>
                <FigureText figure={formatFigure(item, after, scale)} />
              </b>
            </td>
            <td>{change && `${change.text}${change.hanging}`}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const CODE = /[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g;

/** The codes of a formula are links to their figures. */
function Formula({ text, onOpenCode }: { text: string; onOpenCode: (code: string) => void }) {
  const codes = [...text.matchAll(CODE)].map(({ 0: code, index }) => ({ code, index, end: index + code.length }));
  return (
    <span className="mono">
      {codes.map(({ code, index }, place) => (
        <Fragment key={index}>
          {text.slice(codes[place - 1]?.end ?? 0, index)}
          <button type="button" className="link-button mono" onClick={() => onOpenCode(code)}>
            {code}
          </button>
        </Fragment>
      ))}
      {text.slice(codes.at(-1)?.end ?? 0)}
    </span>
  );
}

/** Allows long names to break between words. */
function breakable(concept: string): string {
  return concept.replace(/([a-z])([A-Z])/g, '$1\u200b$2');
}

function unitWords({ unit_kind }: LineItem, { unit }: FigureValue, scale: Scale): string {
  if (unit_kind === 'currency') return scale === 0 ? unit : `${unit} ${SCALE_LABELS[scale]}`;
  if (unit_kind === 'shares') return 'million shares';
  return unit_kind === 'ratio' ? '' : unit.replace('/shares', ' per share');
}

function formatPeriod({ period_start, period_end }: FigureValue): string {
  if (period_start === null) return formatDay(period_end);
  const weeks = weeksBetween(period_start, period_end);
  return `${formatDay(period_start)} – ${formatDay(period_end)}${weeks === 53 ? ' · 53 weeks' : ''}`;
}

const ROUNDED: Record<number, string> = { [-3]: 'thousands', [-6]: 'millions', [-9]: 'billions' };

function accuracyWords(decimals: number | 'INF' | null): string {
  if (decimals === null) return '';
  if (decimals === 'INF') return ' · exact';
  return decimals in ROUNDED ? ` · rounded to ${ROUNDED[decimals]}` : ` · ${decimals} decimals`;
}

const GAP = 8;

/** Scrolls to the cell if a URL or a formula link opened it. */
function showCell(popover: HTMLElement | null, cellKey: string): void {
  const cell = popover?.parentElement?.querySelector(`td[data-cell="${CSS.escape(cellKey)}"]`);
  if (!cell) return;
  const { top, bottom, left, right } = cell.getBoundingClientRect();
  const isInSight = top > 0 && bottom < window.innerHeight && left > 0 && right < window.innerWidth;
  if (!isInSight) cell.scrollIntoView({ block: 'center', inline: 'center' });
}

/** Above the cell if there is room, else below it, always within the table. */
function place(popover: HTMLElement | null, cellKey: string): void {
  const frame = popover?.parentElement;
  const cell = frame?.querySelector(`td[data-cell="${CSS.escape(cellKey)}"]`);
  if (!popover || !frame || !cell) return;
  const [at, within] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
  const left = Math.min(Math.max(0, at.right - within.left - popover.offsetWidth), within.width - popover.offsetWidth);
  const above = at.top - popover.offsetHeight - GAP;
  const top = above > 60 ? above - within.top : at.bottom - within.top + GAP;
  popover.style.left = `${Math.max(0, left)}px`;
  popover.style.top = `${top}px`;
}
