import { type Contract, contractOf, expiryAfter, strikeNear } from './contracts.ts';
import { type Underlying, UNDERLYINGS } from './market.ts';

export type Mode = 'DRY_RUN' | 'SHADOW' | 'LIVE';
export interface PlannedLeg {
  contract: Contract;
  side: 'BUY' | 'SELL';
  quantity: number;
}

export interface Strategy {
  /** "sample_" so that nobody takes its results for their own. */
  name: string;
  underlying: Underlying;
  mode: Mode;
  /** Minutes of the day. */
  entersAt: number;
  exitsAt: number;
  /** Rupees of margin for a lot of it. */
  margin: number;
  /** Whether its loss has a limit: the distance of its strikes. */
  hasWings: boolean;
  /** Percent of the price between the sold strike and the bought one. */
  wing: number;
  legs(spot: number, day: string, bullish: boolean): PlannedLeg[];
}

function planned(
  underlying: Underlying,
  expiry: string,
  spot: number,
  parts: readonly (readonly ['BUY' | 'SELL', 'CE' | 'PE', number])[],
  lots = 1,
): PlannedLeg[] {
  return parts.map(([side, instrument, percent]) => ({
    contract: contractOf(underlying, { instrument, strike: strikeNear(underlying, spot, percent), expiry }),
    side,
    quantity: lots * UNDERLYINGS[underlying].lot,
  }));
}

/** One lot of four legs would hardly earn its costs. */
const LOTS = 3;
/** Rehearsed for long: what the gate of going live looks at. */
const ironCondor: Strategy = {
  name: 'sample_iron_condor',
  underlying: 'NIFTY',
  mode: 'DRY_RUN',
  entersAt: 9 * 60 + 45,
  exitsAt: 14 * 60 + 45,
  margin: 186_000,
  hasWings: true,
  wing: 1,
  legs: (spot, day) =>
    planned(
      'NIFTY',
      expiryAfter(day, 2),
      spot,
      [
        ['SELL', 'PE', -1],
        ['SELL', 'CE', 1],
        ['BUY', 'PE', -2],
        ['BUY', 'CE', 2],
      ],
      LOTS,
    ),
};

/** Runs beside the market, without money: its loss has no limit. */
const strangle: Strategy = {
  name: 'sample_short_strangle',
  underlying: 'BANKNIFTY',
  mode: 'SHADOW',
  entersAt: 10 * 60 + 5,
  exitsAt: 15 * 60,
  margin: 148_000,
  hasWings: false,
  wing: 0,
  legs: (spot, day) =>
    planned('BANKNIFTY', expiryAfter(day, 9), spot, [
      ['SELL', 'PE', -2],
      ['SELL', 'CE', 2],
    ]),
};

/** Trades with money, by the view of the morning. */
const spread: Strategy = {
  name: 'sample_credit_spread',
  underlying: 'NIFTY',
  mode: 'LIVE',
  entersAt: 9 * 60 + 50,
  exitsAt: 14 * 60 + 30,
  margin: 41_000,
  hasWings: true,
  wing: 1,
  legs: (spot, day, bullish) =>
    planned(
      'NIFTY',
      expiryAfter(day, 2),
      spot,
      bullish
        ? [
            ['SELL', 'PE', -0.6],
            ['BUY', 'PE', -1.6],
          ]
        : [
            ['SELL', 'CE', 0.6],
            ['BUY', 'CE', 1.6],
          ],
    ),
};

export const STRATEGIES = { ironCondor, strangle, spread } as const;
