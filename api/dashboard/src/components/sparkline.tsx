import { percent } from '../../../../charts/index.ts';

const [WIDTH, HEIGHT, ROOM] = [84, 22, 2];

/** A small line of closes, ascending by day. Screen readers read its change. Empty without two closes. */
export function Sparkline({ closes, span }: { closes: readonly number[] | undefined; span: string }) {
  const [first, last] = [closes?.[0], closes?.at(-1)];
  if (closes === undefined || closes.length < 2 || first === undefined || last === undefined) return null;
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const x = (at: number): number => ROOM + (at * (WIDTH - 2 * ROOM)) / (closes.length - 1);
  const y = (close: number): number =>
    high === low ? HEIGHT / 2 : ROOM + ((high - close) * (HEIGHT - 2 * ROOM)) / (high - low);
  const change = first > 0 ? percent((last / first - 1) * 100, { plus: true }) : 'unknown';
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${span}: ${change}`}
      className={last > first ? 'gain' : last < first ? 'loss' : undefined}
    >
      <title>{`${span}: ${change}`}</title>
      <polyline
        points={closes.map((close, at) => `${x(at).toFixed(1)},${y(close).toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
