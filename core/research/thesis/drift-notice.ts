import type { DbTransaction } from '../../platform/index.ts';
import type { Classification } from '../runs/index.ts';

/** What a person is told when the thesis of a pinned share moves. */
interface DriftNotice {
  run_id: string;
  baseline_run_id: string | null;
  symbol: string;
  classification: Classification;
  title: string;
  /** Plain text: why, and what to do next. */
  body: string;
}

/** Writes it down in the transaction that compares, so that it is told exactly once. */
export type TellDrift = (trx: DbTransaction, userId: string, notice: DriftNotice) => Promise<void>;

const MOVES: Readonly<Partial<Record<Classification, string>>> = {
  STRENGTHENING: 'stronger',
  WEAKENING: 'weaker',
};
/** Reasons that are told; the dossier has them all. */
const MOST_REASONS = 5;

/** What counted ends in its points: it is told first. */
const isCounted = (reason: string): boolean => /\([+−]\d+\)$/.test(reason);

/** @returns null where nothing moved. */
export function driftNotice({
  name,
  reasons,
  ...compared
}: Pick<DriftNotice, 'run_id' | 'baseline_run_id' | 'symbol' | 'classification'> & {
  name: string | null;
  reasons: readonly string[];
}): DriftNotice | null {
  const move = MOVES[compared.classification];
  if (move === undefined) return null;
  return {
    ...compared,
    title: `The thesis of ${name ?? compared.symbol} is ${move} than its baseline`,
    body: [
      ...[...reasons.filter(isCounted), ...reasons.filter((one) => !isCounted(one))]
        .slice(0, MOST_REASONS)
        .map((reason) => `• ${reason}`),
      'Next: read the dossier. Pin it as the baseline if it is your view from now on.',
    ].join('\n'),
  };
}
