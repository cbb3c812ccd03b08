/** The fund of a liquid sweep and its minimum unless a config says otherwise (spec: Limits). */
const LIQUID_SYMBOL = 'LIQUIDCASE';
const LIQUID_SWEEP_MIN = 5000;

/** The part of a config that tells of the liquid sweep. */
interface Sweeping {
  liquid_sweep_enabled?: boolean | undefined;
  liquid_symbol?: string | undefined;
  liquid_sweep_min?: number | undefined;
}

/** What spare cash is swept into, and from how many rupees on; null for a config without the sweep. */
export function liquidSweepOf(config: Sweeping): { symbol: string; min: number } | null {
  if (config.liquid_sweep_enabled !== true) return null;
  return { symbol: config.liquid_symbol ?? LIQUID_SYMBOL, min: config.liquid_sweep_min ?? LIQUID_SWEEP_MIN };
}
