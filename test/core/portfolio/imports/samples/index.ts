import { DEGIRO } from './degiro.ts';
import { OFX } from './ofx.ts';
import type { Sample } from './sample.ts';
import { TRACKERS } from './trackers.ts';
import { TRADE_REPUBLIC } from './trade-republic.ts';
import { TRADING_212 } from './trading212.ts';

/** Every sample, of every format; a new broker's are a line here. */
export const SAMPLES: readonly Sample[] = [...DEGIRO, ...OFX, ...TRACKERS, ...TRADE_REPUBLIC, ...TRADING_212];
