import type { Figure } from '../../format/numbers.ts';
import css from './figure.module.css';

/** A figure with its bracket or percent sign outside the column, so that digits align. */
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
