/** What a report must reach, in points of the scale from 1 to 5. Exact decimal text; every limit is allowed itself. */
export interface TierLimits {
  /** The least total of the candidate. */
  total_minimum: string;
  /** The least median of the candidate in each critical dimension. */
  critical_minimum: string;
  /** How far the judges may lie apart in a critical dimension of either report. */
  critical_spread_maximum: string;
  /** How much less than the reference's the candidate's total may be. */
  regression_maximum: string;
}

/**
 * The bars that an evaluation can be held to, by their names on the command line.
 *
 * - `screening` lets a draft pass that is worth reading: middling in all, nowhere bad, judges may differ by two points.
 * - `standard` is for everyday changes, of a prompt or a model: above the middle in all, at the middle in what is critical, and
 *   at most a quarter of a point behind the reference.
 * - `institutional` is for what others will rely on: good in all and nearly so in what is critical, judges within a point of each
 *   other, and at most a tenth of a point behind, which is one point of clarity, the lightest dimension.
 *
 * They are constants: no setting lowers them.
 */
export const TIERS = {
  screening: {
    total_minimum: '3',
    critical_minimum: '2.5',
    critical_spread_maximum: '2',
    regression_maximum: '0.5',
  },
  standard: {
    total_minimum: '3.5',
    critical_minimum: '3',
    critical_spread_maximum: '1.5',
    regression_maximum: '0.25',
  },
  institutional: {
    total_minimum: '4',
    critical_minimum: '3.5',
    critical_spread_maximum: '1',
    regression_maximum: '0.1',
  },
} as const satisfies Readonly<Record<string, TierLimits>>;

export type Tier = keyof typeof TIERS;
export const TIER_NAMES = Object.keys(TIERS) as readonly Tier[];

export const isTier = (name: string): name is Tier => Object.hasOwn(TIERS, name);
