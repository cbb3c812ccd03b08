import { day } from '../../../../charts/index.ts';

/** Fewer daily returns say nothing of a year. */
const FEW = 20;

/** A badge for a figure of too few daily returns, or of a series that ends before the last session. */
export function fewOrOld(
  returns: number,
  { ends_early, to }: { ends_early: boolean; to: string | null },
): string | undefined {
  const few = returns < FEW ? `${Math.max(0, returns)} daily ${returns === 1 ? 'return' : 'returns'}` : '';
  const old = ends_early && to !== null ? `up to ${day(to)}` : '';
  return [few, old].filter(Boolean).join(', ') || undefined;
}
