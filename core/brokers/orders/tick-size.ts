import { type Fixed, FIXED_ONE, fixedText, parseFixed } from '../../platform/index.ts';

const HUNDREDTH = FIXED_ONE / 100n;

/**
 * The NSE's ticks in the cash market by price in rupees (circulars of May 2024 and March 2025, in force since 2025-04-15):
 * a price above `over` up to the next one moves in steps of `tick`, in hundredths of a rupee. Each tick divides the next.
 */
const TICKS: readonly { over: bigint; tick: bigint }[] = [
  { over: 20_000n, tick: 500n },
  { over: 10_000n, tick: 100n },
  { over: 5_000n, tick: 50n },
  { over: 1_000n, tick: 10n },
  { over: 250n, tick: 5n },
  { over: 0n, tick: 1n },
];

/**
 * The NSE sets a share's tick once a month, from the close of the month before: a share may have fallen since, and keep the
 * coarser tick of the price that it had. So a price this close below a bound counts as above it: 4/5 of the bound is a fall
 * by a fifth since the month's end. A multiple of the coarser tick is one of the finer too, and valid either way.
 */
const NEAR = { parts: 4n, of: 5n };

/** The tick by which prices of a share at this price are sent, in rupees: the NSE's, or a multiple of it. @param price above 0. */
export function tickSize(price: Fixed): Fixed {
  if (price <= 0n) throw new RangeError('a price is above 0');
  const found = TICKS.find(({ over }) => price * NEAR.of >= over * FIXED_ONE * NEAR.parts);
  return (found?.tick ?? 1n) * HUNDREDTH;
}

/**
 * The limit price of an order that may be filled up to so many percent worse than a reference, and never more: a BUY is
 * rounded down from the top of that band, a SELL up from its bottom. Where the band is narrower than a tick the price may
 * lie on the other side of the reference; the order is then filled at a better price or not at all.
 * @param reference rupees a share, at least 0.01, as exact text. @param bandPct percent, from 0 to below 100, as exact text.
 * @returns rupees a share, a multiple of the tick. @throws RangeError, FixedPointError for anything else.
 */
export function limitPrice(side: 'BUY' | 'SELL', reference: string, bandPct: string): string {
  const price = parseFixed(reference);
  const band = parseFixed(bandPct);
  const hundred = 100n * FIXED_ONE;
  if (price < HUNDREDTH) throw new RangeError('the reference price is below the smallest tick');
  if (band < 0n || band >= hundred) throw new RangeError('the band is not from 0 to below 100 percent');
  const tick = tickSize(price);
  // In units of a Fixed times a hundred Fixed, so that nothing is rounded before the tick is.
  const bound = price * (side === 'BUY' ? hundred + band : hundred - band);
  const step = tick * hundred;
  const ticks = side === 'BUY' ? bound / step : (bound + step - 1n) / step;
  return fixedText(ticks * tick);
}
