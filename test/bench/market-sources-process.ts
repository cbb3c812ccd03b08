import { tradebook } from '../support/tradebook.ts';
import { marketSources } from '../support/market-sources.ts';
import { BOOK, DELAY_MS, FROM, priceOn, TO } from './first-value-world.ts';

/** The outside in a process of its own, so that making its answers costs the measured one nothing. */
const shares = new Map(tradebook(BOOK).fills.map(({ symbol, isin }) => [symbol, { symbol, isin }]));
const { environment } = await marketSources([...shares.values()], {
  from: FROM,
  to: TO,
  priceOn,
  delayMs: DELAY_MS,
});
process.send?.(environment);
process.once('disconnect', () => process.exit(0));
