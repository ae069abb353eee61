import type { Figure } from '../../format/numbers.ts';
import css from './figure.module.css';

/** A figure whose bracket or percent sign hangs outside, so that digits stand under digits. */
export function FigureText({ figure }: { figure: Figure }) {
  return (
    <>
      {figure.text}
      {figure.hanging !== '' && (
        <span className={figure.hanging === '%' ? css.wide : css.narrow}>{figure.hanging}</span>
      )}
    </>
  );
}
