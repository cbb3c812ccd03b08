import type { TestCore } from './core.ts';
import { listWithCloses } from './listed-closes.ts';

/** The close of a share on a session, by its index. */
export type Close = (symbol: string, session: number) => number;

/** Indian shares with a close on each session, and holdings of them that are priced and recorded session by session. */
export function sessionCloses(
  world: () => Pick<TestCore, 'core' | 'owner' | 'clock'>,
  symbols: readonly string[],
  sessions: readonly string[],
) {
  /** Prices every holding at the close of a session, as a refresh does. */
  async function price(session: number, close: Close): Promise<void> {
    await world().core.database.asSystem('prices for a test', async (trx) => {
      for (const symbol of symbols)
        await trx('portfolio.holdings')
          .where({ symbol })
          .update({
            current_price: close(symbol, session),
            price_source: 'NSE',
            price_as_of: sessions[session],
          });
    });
  }

  return {
    /** Lists the shares with the closes of all sessions. */
    closes: async (close: Close): Promise<void> => {
      for (const symbol of symbols) {
        const days = sessions.map((day, at) => [day, close(symbol, at)] as const);
        await listWithCloses(world().core, symbol, Object.fromEntries(days));
      }
    },
    price,
    /** Prices every holding at the close of a session and takes its snapshot, at 18:00 in India. */
    snapshot: async (session: number, close: Close): Promise<void> => {
      const { clock, core, owner } = world();
      clock.at = new Date(`${sessions[session]}T12:30:00.000Z`);
      await price(session, close);
      await core.portfolio.snapshots.take(owner);
    },
  };
}
