import { Readable } from 'node:stream';
import type { TestCore } from '../../../support/core.ts';
import { type Close, sessionCloses } from '../../../support/session-closes.ts';

const by = { actor: 'test' };
/** Eight sessions of January 2026, weekends left out. */
export const SESSIONS = [5, 6, 7, 8, 9, 12, 13, 14].map((day) => `2026-01-${String(day).padStart(2, '0')}`);
export const SYMBOLS = ['ALPHA', 'BETA'] as const;
const PRICED = [...SYMBOLS, 'DELTA'];
export const dayOf = (session: number): string => SESSIONS[session] ?? '';

export const constant: Close = () => 100;

/** Books in portfolio P that are entered, priced and recorded session by session. */
export function recordedBooks(world: TestCore) {
  const { closes, snapshot } = sessionCloses(() => world, PRICED, SESSIONS);

  /** Rows get the time of the test's clock: the database has a clock of its own. */
  async function stamp(where: { id?: string; import_id?: string }): Promise<void> {
    const at = world.clock.now();
    await world.core.database.asSystem('time of rows for a test', async (trx) => {
      await trx('portfolio.transactions').where(where).update({ created_at: at, updated_at: at });
    });
  }

  async function buy(symbol: string, session: number, quantity: number): Promise<string> {
    const { id } = await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'P',
        symbol,
        currency: 'INR',
        asset_class: 'Indian Equity',
        type: 'BUY',
        quantity,
        price: 100,
        date: dayOf(session),
      },
      by,
    );
    await stamp({ id: String(id) });
    return String(id);
  }

  async function importFile(name: string, session: number, quantity: number): Promise<string> {
    const { imports } = world.core.portfolio;
    const file = `Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class\nP,ALPHA,${dayOf(session)},BUY,${quantity},100,INR,Indian Equity\n`;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(file)]), {
      file_name: name,
    });
    await imports.commit(world.owner, { import_id }, by);
    await stamp({ import_id });
    return import_id;
  }

  /** Sets the clock to 16:30 in India on a session. */
  const goTo = (session: number): void => {
    world.clock.at = new Date(`${dayOf(session)}T11:00:00.000Z`);
  };

  const list = async (portfolio?: string) =>
    (await world.core.quality.recordedDifferences(world.owner, { portfolio, page_size: 100 })).items;
  const brief = async () =>
    (await list()).map(({ cause, from, to, days, largest }) => [
      cause,
      from,
      to,
      days,
      largest.recorded,
      largest.recalculated,
    ]);

  return {
    closes,
    buy,
    importFile,
    goTo,
    snapshot: async (session: number, close = constant) => await snapshot(session, close),
    list,
    brief,
  };
}
