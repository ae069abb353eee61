const HEIGHT = 36;
const STEP = 27;
const BAR = 21;

interface BarsProps {
  /** Oldest first; the last one is highlighted. */
  points: readonly { key: string; value: number | null }[];
  label: string;
}

/** A bar chart of about ten years, from zero. */
export function Bars({ points, label }: BarsProps) {
  const given = points.flatMap(({ value }) => (value === null ? [] : [value]));
  if (given.length < 2) return null;
  const [low, high] = [Math.min(0, ...given), Math.max(0, ...given)];
  const y = (value: number) => ((high - value) * (HEIGHT - 2)) / (high - low || 1);
  const last = points.at(-1)?.key;
  return (
    <svg
      viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      width="100%"
      height={HEIGHT}
    >
      {points.map(({ key, value }, index) =>
        value === null ? null : (
          <rect
            key={key}
            x={index * STEP + 3}
            y={Math.min(y(value), y(0))}
            width={BAR}
            height={Math.max(1, Math.abs(y(value) - y(0)))}
            rx="1"
            fill={key === last ? 'var(--af-s1)' : 'var(--af-bar-past)'}
          />
        ),
      )}
    </svg>
  );
}
