import { copyText } from '../../../components/ui/announce.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { conceptLabel, exactValue, type Fact, formatPeriod } from '../facts.ts';
import css from './panel.module.css';

interface FactCardProps {
  fact: Fact;
  /** The filer's label, if a statement has one. */
  label: string | undefined;
  onStep: (step: 1 | -1) => void;
}

/** The selected fact with all its tagged properties. */
export function FactCard({ fact, label, onStep }: FactCardProps) {
  const dimensions = Object.entries(fact.dimensions);
  const value = exactValue(fact);
  return (
    <section className={css.fact} aria-label="Selected fact">
      <div className={css.factHead}>
        <p className="second">{label ?? conceptLabel(fact.concept)}</p>
        <p className={fact.unit === null ? css.words : css.value}>
          {value} {fact.unit !== null && <small className="quiet">{fact.unit}</small>}
        </p>
      </div>
      <dl className={css.details}>
        <dt>Concept</dt>
        <dd className="mono">{fact.concept}</dd>
        <dt>Period</dt>
        <dd>{formatPeriod(fact)}</dd>
        {fact.unit !== null && (
          <>
            <dt>Accuracy</dt>
            <dd>{accuracyWords(fact.decimals)}</dd>
          </>
        )}
        <dt>Dimensions</dt>
        <dd>
          {dimensions.length === 0
            ? 'none'
            : dimensions.map(([axis, member]) => (
                <span key={axis} className={css.dimension}>
                  {conceptLabel(axis).replace(/ axis$/, '')}: {conceptLabel(member).replace(/ member$/, '')}
                </span>
              ))}
        </dd>
        <dt>Element</dt>
        <dd className="mono">
          {fact.element_id} in {fact.document}
        </dd>
        {fact.value_chars !== undefined && (
          <>
            <dt>Length</dt>
            <dd>{fact.value_chars.toLocaleString('en-GB')} characters, truncated here</dd>
          </>
        )}
      </dl>
      <div className={css.factFoot}>
        <button type="button" className="button small" onClick={() => copyText(value.replaceAll(',', ''), 'The value')}>
          <Icon name="copy" />
          Copy
        </button>
        <button type="button" className="button small" onClick={() => copyText(location.href, 'The link')}>
          <Icon name="link" />
          Link
        </button>
        <span className="grow" />
        <button type="button" className="button small" aria-label="Previous fact" onClick={() => onStep(-1)}>
          <kbd>P</kbd>
        </button>
        <button type="button" className="button small" aria-label="Next fact" onClick={() => onStep(1)}>
          <kbd>N</kbd>
        </button>
      </div>
    </section>
  );
}

function accuracyWords(decimals: Fact['decimals']): string {
  if (decimals === null) return 'not stated';
  return decimals === 'INF' ? 'exact' : `decimals ${String(decimals).replace('-', '−')}`;
}
