import type { DashboardView } from '../core/portfolio/index.ts';
import type { ChatReply } from './chat-reply.ts';
import type { Call } from './command.ts';
import { italic, lines } from './text/lines.ts';

/** Said under figures whose prices are on their way. */
const ON_THEIR_WAY = 'Refreshing prices. This message will update.';

/**
 * An answer from the figures as they are known, at once; where prices are old or missing they are asked for meanwhile,
 * and the answer from the new figures takes its place.
 */
export function atFreshPrices(
  { core, who }: Pick<Call, 'core' | 'who'>,
  view: DashboardView,
  answer: (view: DashboardView) => ChatReply,
): ChatReply {
  const { stale_holdings: stale, unavailable_holdings: missing } = view.freshness;
  const known = answer(view);
  if (stale + missing === 0 || !core.market.hasProviders) return known;
  return {
    ...known,
    text: lines(known.text, italic(ON_THEIR_WAY)),
    async meanwhile() {
      try {
        await core.prices.refresh(who.userId);
      } catch (error) {
        core.log.info({ err: error }, 'prices were not refreshed for a chat');
      }
      return answer(await core.portfolio.dashboard.read(who.userId));
    },
  };
}
