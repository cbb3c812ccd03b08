import { type Context, type Fixed, istDate } from '../../platform/index.ts';
import { PolicyMarket } from '../../strategies/index.ts';
import { type CycleParts, quotedPrices } from '../cycle/index.ts';
import type { PlannedSweep } from './sweep-store.ts';
import type { SweepPermission } from './sweep-terms.ts';

/** The fund of a policy with the price that money may be decided on, or why there is none. */
export type Fund =
  | { fund: PlannedSweep['fund']; reference: Fixed; source: PlannedSweep['source'] }
  | { instrument_id: string | null; missing: string };

/** Reads the liquid fund of a policy with its price. */
export function createFundReader(
  { clock }: Pick<Context, 'clock'>,
  parts: Pick<CycleParts, 'calendar' | 'loader' | 'quotesOf'>,
) {
  const lastSession = (): string => parts.calendar.previousSession('NSE', istDate(clock.now()));

  /** By its close of the last session, and where that is missing or not comparable by a quote of today (spec: Policy rules 7). */
  return async function fundOf(
    { owner_user_id }: { owner_user_id: string },
    { symbol }: SweepPermission,
    signal: AbortSignal,
  ): Promise<Fund> {
    const [session, today] = [lastSession(), istDate(clock.now())];
    const question = { universe: [], from: session, to: today, warmup: 0, liquid: symbol };
    const { panel } = await parts.loader.load(question);
    const security = panel.liquid?.security ?? 0;
    const share = panel.securities[security];
    const id = share?.instrument_id ?? null;
    if (share === undefined || id === null)
      return { instrument_id: null, missing: `${symbol} is not a fund or share that Munim knows` };
    const market = new PolicyMarket(panel);
    if (market.legalKinds[security] !== 'DEBT_ETF')
      return { instrument_id: id, missing: `${symbol} is not a liquid fund that trades on the exchange` };
    if (share.symbol !== symbol)
      return {
        instrument_id: id,
        missing: `${symbol} is now called ${share.symbol}, and only ${symbol} may be bought without asking you`,
      };
    const fund = { instrument_id: id, symbol, name: share.name };
    const isSplit = panel.actions.some(({ ex_date, new_shares }) => ex_date === today && new_shares !== null);
    const close = isSplit ? null : market.close(security, panel.days.indexOf(session));
    if (close !== null) return { fund, reference: close, source: 'CLOSE' };
    const quotes = await quotedPrices(parts.quotesOf, owner_user_id, panel, [security], today, signal);
    const quote = quotes.get(security);
    return quote === undefined
      ? { instrument_id: id, missing: `${symbol} has no price from the last session or today` }
      : { fund, reference: quote, source: 'LTP' };
  };
}
