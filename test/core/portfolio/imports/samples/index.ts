import { DEGIRO } from './degiro.ts';
import { ETRADE_SAMPLES } from './etrade.ts';
import { FIDELITY_SAMPLES } from './fidelity.ts';
import { IBKR_ACTIVITY_SAMPLES } from './ibkr-activity.ts';
import { IBKR_FLEX_SAMPLES } from './ibkr-flex-csv.ts';
import { IBKR_HISTORY_SAMPLES } from './ibkr-history.ts';
import { INDIAN_SAMPLES } from './india.ts';
import { OFX } from './ofx.ts';
import { ROBINHOOD_SAMPLES } from './robinhood.ts';
import type { Sample } from './sample.ts';
import { SCHWAB_SAMPLES } from './schwab.ts';
import { TRACKERS } from './trackers.ts';
import { TRADE_REPUBLIC } from './trade-republic.ts';
import { TRADING_212 } from './trading212.ts';
import { VANGUARD_SAMPLES } from './vanguard.ts';

/** Every sample, of every format; a new broker's are a line here. */
export const SAMPLES: readonly Sample[] = [
  ...DEGIRO,
  ...ETRADE_SAMPLES,
  ...FIDELITY_SAMPLES,
  ...IBKR_ACTIVITY_SAMPLES,
  ...IBKR_FLEX_SAMPLES,
  ...IBKR_HISTORY_SAMPLES,
  ...INDIAN_SAMPLES,
  ...OFX,
  ...ROBINHOOD_SAMPLES,
  ...SCHWAB_SAMPLES,
  ...TRACKERS,
  ...TRADE_REPUBLIC,
  ...TRADING_212,
  ...VANGUARD_SAMPLES,
];

/** The first sample of each kind. */
export const onePer = (kindOf: (sample: Sample) => string, samples = SAMPLES): readonly Sample[] => [
  ...new Map(samples.toReversed().map((sample) => [kindOf(sample), sample])).values(),
];

export const ONE_PER_FORMAT = onePer(({ format, type }) => `${format} ${type}`);
