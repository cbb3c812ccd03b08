import { descriptionOf } from '../../core/chat/index.ts';
import { LONGEST_PRICE_INTERVAL } from '../../core/portfolio/index.ts';
import { daysAhead, optional } from '../arguments.ts';
import type { ChatReply } from '../chat-reply.ts';
import { type Call, command } from '../command.ts';
import { symbol } from '../symbol-argument.ts';
import { lines } from '../text/lines.ts';
import { count } from '../text/numbers.ts';
import { signed } from './signed.ts';

/** Shows or sets for how many days a price by hand counts, for all holdings or for one. */
export const priceInterval = command({
  ...descriptionOf('price_interval'),
  arguments: { days: optional(daysAhead(LONGEST_PRICE_INTERVAL)), symbol: optional(symbol({ held: true })) },
  async run(call, { days, symbol: named }): Promise<ChatReply> {
    if (days === null) return await shown(call);
    if (named === null) {
      const networth = await networthOf(call);
      if (networth !== undefined)
        await call.core.portfolio.portfolios.update(
          call.who.userId,
          networth.id,
          { price_interval_days: days },
          call.actor,
        );
      return { text: lines(`Prices that you enter now count for ${count(days, 'day')}.`, signed(call)) };
    }
    const { holdings } = call.core.portfolio;
    const own = (await holdings.all(call.who.userId)).filter((one) => one.symbol === named);
    for (const { id } of own)
      await holdings.update(call.who.userId, id, { price_interval_days: days }, call.actor);
    return {
      text: lines(`A price that you enter for ${named} now counts for ${count(days, 'day')}.`, signed(call)),
    };
  },
});

const networthOf = async ({ core, who }: Call) =>
  (await core.portfolio.portfolios.list(who.userId)).find((one) => one.is_protected);

async function shown(call: Call): Promise<ChatReply> {
  const all = (await networthOf(call))?.price_interval_days ?? 0;
  const own = (await call.core.portfolio.holdings.all(call.who.userId)).filter(
    (one) => one.price_interval_days !== null,
  );
  return {
    text: lines(
      `Prices that you enter count for ${count(all, 'day')}. After that, figures call them old.`,
      ...own.map((one) => `${one.symbol} in ${one.portfolio}: ${count(one.price_interval_days ?? 0, 'day')}`),
      'Send /price_interval 120 to change it, or /price_interval 365 OYO for one holding.',
    ),
  };
}
