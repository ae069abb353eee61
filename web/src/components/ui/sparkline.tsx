const WIDTH = 64;
const HEIGHT = 18;

/** A small line chart, oldest to newest, with gaps; renders nothing for fewer than three points. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const given = values.filter(value => value !== null);
  if (given.length < 3) return null;
  const [low, high] = [Math.min(...given), Math.max(...given)];
  const x = (index: number) => 2 + (index * (WIDTH - 4)) / (values.length - 1);
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - 3 - ((value - low) * (HEIGHT - 6)) / (high - low));
  const last = values.findLastIndex(value => value !== null);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      style={{ display: 'block' }}
    >
      <path d={path(values, x, y)} fill="none" stroke="var(--af-ink-3)" strokeWidth="1.3" strokeLinejoin="round" />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r="2" fill="var(--af-accent)" />
    </svg>
  );
}

function path(values: readonly (number | null)[], x: (index: number) => number, y: (value: number) => number): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const begins = index === 0 || values[index - 1] === null;
      return `${begins ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}
