import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dailyReturns, valuePoints } from '../../../../core/finance/returns/index.ts';
import { currentDrawdown } from '../../../../core/watchlist/drawdown.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';
import { sessionCloses } from '../../../support/session-closes.ts';
import { sampled } from '../../../support/soak.ts';

const by = { actor: 'test' };
/** Ten sessions: 5 to 16 January 2026, weekends left out. */
const SESSIONS = [5, 6, 7, 8, 9, 12, 13, 14, 15, 16].map((day) => `2026-01-${String(day).padStart(2, '0')}`);
const SYMBOLS = ['ALPHA', 'BETA', 'GAMMA'] as const;

/** A row of the ledger: units bought or sold at the close of a session, or a split on it; recorded days later. */
interface Row {
  symbol: (typeof SYMBOLS)[number];
  session: number;
  type: 'BUY' | 'SPLIT';
  quantity: number;
  /** Index of the session on which the row is entered, before that day's snapshot. */
  entered: number;
}

describe('portfolio/Report rules 4 and 6: books that change after a snapshot', () => {
  let world: TestCore;
  const anew = sharedCore({ at: '2026-01-05T12:30:00.000Z' });
  beforeEach(async () => {
    world = await anew();
  });

  const { closes, snapshot } = sessionCloses(() => world, SYMBOLS, SESSIONS);

  /** Makes known to the market that one share of ALPHA became two on a session. */
  async function splitAtMarket(session: number): Promise<void> {
    await world.core.database.asSystem('an action for a test', async (trx) => {
      const instrument = (await trx('market.instruments').where({ symbol: 'ALPHA' }).first('id')) as {
        id: string;
      };
      await trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'ALPHA',
        instrument_id: instrument.id,
        ex_date: SESSIONS[session],
        raw: 'Face value split from 10 to 5',
        part: 1,
        kind: 'SPLIT',
        new_shares: 2,
        old_shares: 1,
        status: 'READ',
        source: 'NSE',
      });
    });
  }

  async function enter(row: Omit<Row, 'entered'>, price: number): Promise<string> {
    const { id } = await world.core.portfolio.transactions.create(
      world.owner,
      {
        portfolio: 'P',
        symbol: row.symbol,
        currency: 'INR',
        asset_class: 'Indian Equity',
        type: row.type,
        quantity: row.quantity,
        price: row.type === 'SPLIT' ? 0 : price,
        date: SESSIONS[row.session] ?? '',
      },
      by,
    );
    return String(id);
  }

  const days = async () => await world.core.reports.days(world.owner, null);

  async function readReturns() {
    const daily = await days();
    return { daily, returns: dailyReturns(valuePoints(daily)), drawdown: currentDrawdown(daily).value };
  }

  /** The figures of all reports for the days, to eight digits. */
  async function measures() {
    const { reports } = world.core;
    const [performance, risk, months, history] = [
      await reports.performance.read(world.owner, {}),
      await reports.risk.read(world.owner, {}),
      await reports.monthlyReturns.read(world.owner, {}),
      await reports.valueHistory.read(world.owner, {}),
    ];
    const { from, to, twr_pct, periods, series, current_value, total_invested } = performance;
    const shown = (value: number | null) => (value === null ? null : Number(value.toFixed(8)) + 0);
    return {
      of: [from, to, ...[twr_pct, current_value, total_invested].map(shown)],
      periods: periods.map((one) => [
        one.period,
        one.from,
        ...[one.adjusted_return_pct, one.twr_pct, one.return_pct, one.net_flow].map(shown),
      ]),
      series: series.map(({ date, value }) => [date, shown(value)]),
      risk: [
        ...[risk.max_drawdown_pct, risk.current_drawdown_pct, risk.volatility_pct].map(shown),
        risk.peak_date,
        risk.trough_date,
        risk.returns_count,
      ],
      months: months.months.map(({ month, return_pct }) => [month, shown(return_pct)]),
      history: history.points.map(({ date, value, invested }) => [date, shown(value), shown(invested)]),
    };
  }

  it('an older file after the first snapshot is no loss of 75 percent, and no alert', async () => {
    const close = () => 100;
    await closes(close);
    await world.core.watchlist.alerts.create(world.owner, { kind: 'DRAWDOWN_PCT', threshold: 10 }, by);
    world.clock.at = new Date(`${SESSIONS[3]}T12:00:00.000Z`);
    await enter({ symbol: 'ALPHA', session: 2, type: 'BUY', quantity: 10 }, 100);
    await snapshot(3, close);
    // 30 older units: the ledger of now has 4,000 on the 7th, the snapshot of the 8th has 1,000.
    await enter({ symbol: 'ALPHA', session: 0, type: 'BUY', quantity: 30 }, 100);
    const early = await readReturns();
    assert.deepEqual(
      early.returns.map(({ value }) => value),
      [0, 0, 0],
    );
    assert.equal(early.drawdown, 0);
    await snapshot(4, close);
    const { returns, drawdown, daily } = await readReturns();
    assert.deepEqual(
      returns.map(({ value, is_explained }) => [value, is_explained]),
      [0, 1, 2, 3].map(() => [0, true]),
    );
    assert.equal(drawdown, 0);
    assert.deepEqual(daily.unexplained_days, []);
    const view = await world.core.reports.performance.read(world.owner, {});
    assert.equal(view.twr_pct, 0);
    const [alert] = await world.core.watchlist.alerts.list(world.owner);
    assert.equal(alert?.state, 'ARMED');
    // The chart shows the value of the books that its cost is of.
    const history = await world.core.reports.valueHistory.read(world.owner, {});
    assert.deepEqual(
      history.points.map(({ value, invested }) => [value, invested]),
      SESSIONS.slice(0, 5).map((_, at) => (at < 2 ? [3000, 3000] : [4000, 4000])),
    );
  });

  it('a split that the market tells of and the books do not is no fall and no alert, before and after it is applied', async () => {
    // The price halves on the fourth session; the units double on the sixth.
    const close = (symbol: string, session: number) => (symbol === 'BETA' || session < 3 ? 100 : 50);
    await closes(close);
    await splitAtMarket(3);
    await world.core.watchlist.alerts.create(world.owner, { kind: 'DRAWDOWN_PCT', threshold: 10 }, by);
    await enter({ symbol: 'ALPHA', session: 0, type: 'BUY', quantity: 10 }, 100);
    // A holding by hand, which no transaction explains, is in the line from its first snapshot on.
    const byHand = {
      portfolio: 'P',
      symbol: 'BETA',
      currency: 'INR',
      asset_class: 'Indian Equity',
      quantity: 1,
    };
    await world.core.portfolio.holdings.create(world.owner, { ...byHand, avg_buy_price: 100 }, by);
    for (const session of [1, 2, 3, 4, 5, 6]) {
      world.clock.at = new Date(`${SESSIONS[session]}T11:00:00.000Z`);
      if (session === 5) await enter({ symbol: 'ALPHA', session: 3, type: 'SPLIT', quantity: 2 }, 0);
      await snapshot(session, close);
      const { drawdown, daily } = await readReturns();
      assert.equal(drawdown, 0, SESSIONS[session]);
      assert.deepEqual(daily.unexplained_days, []);
    }
  });

  it('a split that waits for a decision is no fall, although no source but the register knows it', async () => {
    // No close and no network: the prices of two trades, of which the second is of a fifth of the share.
    const trade = (date: string, quantity: number, price: number) =>
      world.core.portfolio.transactions.create(
        world.owner,
        {
          portfolio: 'P',
          symbol: 'IRCTC',
          currency: 'INR',
          asset_class: 'Indian Equity',
          type: 'BUY',
          date,
          quantity,
          price,
        },
        by,
      );
    // IRCTC: 5 for 1 on 28 October 2021.
    await trade('2021-10-25', 10, 4500);
    await trade('2021-11-01', 1, 850);
    const { returns, drawdown, daily } = await readReturns();
    assert.deepEqual(
      daily.days.map(({ day, value }) => [day, value]),
      [
        ['2021-10-25', 45_000],
        ['2021-11-01', 9350],
        // Three years after the last trade.
        ['2024-11-02', null],
      ],
    );
    for (const { value } of returns) near(value, 0);
    near(drawdown ?? 1, 0);
    const view = await world.core.reports.performance.read(world.owner, {});
    assert.ok(view.warnings.some(({ code }) => code === 'ACTIONS_UNDECIDED'));
  });

  // No closes: nothing but the snapshots tells of a day.
  const take = async (session: number) => {
    world.clock.at = new Date(`${SESSIONS[session]}T12:30:00.000Z`);
    await world.core.database.asSystem('prices for a test', async (trx) => {
      await trx('portfolio.holdings').update({
        current_price: [100, 110, 99, 108.9][session],
        price_as_of: SESSIONS[session],
        price_source: 'TEST',
      });
    });
    await world.core.portfolio.snapshots.take(world.owner);
  };

  it('in the total of all portfolios, a share that moves from one to another is no change', async () => {
    const id = await enter({ symbol: 'ALPHA', session: 0, type: 'BUY', quantity: 10 }, 100);
    await enter({ symbol: 'BETA', session: 0, type: 'BUY', quantity: 10 }, 100);
    for (const session of [0, 1]) await take(session);
    await world.core.portfolio.transactions.update(world.owner, id, { portfolio: 'Q' }, by);
    for (const session of [2, 3]) await take(session);
    const { daily, returns } = await readReturns();
    assert.deepEqual(daily.unexplained_days, []);
    for (const [at, wanted] of [0.1, -0.1, 0.1].entries()) near(returns[at]?.value ?? 0, wanted, 1e-9);
  });

  it('a rename is no change of the books: each day keeps the move of its market', async () => {
    await enter({ symbol: 'ALPHA', session: 0, type: 'BUY', quantity: 10 }, 100);
    for (const session of [0, 1]) await take(session);
    const rename = {
      portfolio: 'P',
      symbol: 'ALPHA',
      kind: 'RENAME',
      ex_date: SESSIONS[1] ?? '',
      into_symbol: 'DELTA',
    } as const;
    await world.core.corporateActions.create(world.owner, rename, by);
    for (const session of [2, 3]) await take(session);
    const { daily, returns } = await readReturns();
    assert.deepEqual(daily.unexplained_days, []);
    for (const [at, wanted] of [0.1, -0.1, 0.1].entries()) near(returns[at]?.value ?? 0, wanted, 1e-9);
  });

  /** Trades, one split, and rows entered by mistake, each recorded and removed on some session. */
  const books = fc.record({
    rows: fc.uniqueArray(
      fc.record({
        symbol: fc.constantFrom(...SYMBOLS),
        session: fc.integer({ min: 1, max: 9 }),
        quantity: fc.integer({ min: 1, max: 40 }),
        late: fc.integer({ min: 0, max: 9 }),
      }),
      { minLength: 2, maxLength: 6, selector: ({ symbol, session }) => `${symbol} ${session}` },
    ),
    split: fc.record({
      session: fc.integer({ min: 1, max: 8 }),
      late: fc.integer({ min: 0, max: 4 }),
      /** Applied under Corporate actions. `again` is the number of sessions until it is undone and applied again; 0 for never. */
      isAction: fc.boolean(),
      again: fc.integer({ min: 0, max: 3 }),
    }),
    mistake: fc.record({
      quantity: fc.integer({ min: 1, max: 40 }),
      entered: fc.integer({ min: 1, max: 8 }),
      kept: fc.integer({ min: 1, max: 5 }),
    }),
    silent: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }),
    moves: fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 30, maxLength: 30 }),
  });

  for (const isConstant of [true, false])
    it(`${isConstant ? 'constant prices: no return, no fall, whatever comes' : 'moving prices: the return of the right order, whatever came'} in which order`, async () => {
      await fc.assert(
        fc.asyncProperty(books, async ({ rows, split, mistake, silent, moves }) => {
          world = await anew();
          // The split doubles the units of ALPHA and halves its price on its session.
          const close = (symbol: string, session: number): number => {
            let price = 100;
            const first = SYMBOLS.indexOf(symbol as Row['symbol']) * 10;
            if (!isConstant)
              for (let at = 0; at <= session; at += 1) price *= 1 + (moves[first + at] ?? 0) / 100;
            return symbol === 'ALPHA' && session >= split.session ? price / 2 : price;
          };
          await closes(close);
          await splitAtMarket(split.session);
          const last = (at: number) => Math.min(9, at);
          const planned: Row[] = [
            { symbol: 'BETA', session: 0, type: 'BUY', quantity: 10, entered: 0 },
            ...rows.map((row): Row => ({ ...row, type: 'BUY', entered: last(row.session + row.late) })),
            {
              symbol: 'ALPHA',
              session: split.session,
              type: 'SPLIT',
              quantity: 2,
              entered: last(split.session + split.late),
            },
          ];
          let wrong: string | null = null;
          let action: string | null = null;
          const applySplit = async () => {
            const terms = { kind: 'SPLIT', ex_date: SESSIONS[split.session], new_shares: 2, old_shares: 1 };
            const of = { portfolio: 'P', symbol: 'ALPHA', ...terms };
            return (await world.core.corporateActions.create(world.owner, of, by)).id;
          };
          for (const session of SESSIONS.keys()) {
            world.clock.at = new Date(`${SESSIONS[session]}T11:00:00.000Z`);
            for (const row of planned.filter(({ entered }) => entered === session))
              if (row.type === 'SPLIT' && split.isAction) action = await applySplit();
              else await enter(row, close(row.symbol, row.session));
            if (
              action !== null &&
              session === last(split.session + split.late + split.again) &&
              split.again > 0
            ) {
              await world.core.corporateActions.undo(world.owner, action, by);
              if (!silent.includes(session)) await snapshot(session, close);
              await applySplit();
              action = null;
            }
            if (mistake.entered === session)
              wrong = await enter(
                { symbol: 'GAMMA', session: 0, type: 'BUY', quantity: mistake.quantity },
                close('GAMMA', 0),
              );
            if (last(mistake.entered + mistake.kept) === session && wrong !== null)
              await world.core.portfolio.transactions.remove(world.owner, wrong, by);
            if (!silent.includes(session)) await snapshot(session, close);
            if (!isConstant) continue;
            const { returns, drawdown } = await readReturns();
            for (const { value } of returns) near(value, 0);
            near(drawdown ?? 0, 0);
          }
          const { daily, returns } = await readReturns();
          const factor = returns.reduce((product, { value }) => product * (1 + value), 1);
          near(factor, slowFactor(planned, close, daily.days));
          assert.deepEqual(daily.unexplained_days, []);
          await snapshot(9, close);
          const grown = await measures();
          // The same books, entered at once on the last day.
          world = await anew();
          world.clock.at = new Date(`${SESSIONS[9]}T11:00:00.000Z`);
          await closes(close);
          await splitAtMarket(split.session);
          for (const row of planned.filter(({ type }) => type === 'BUY'))
            await enter(row, close(row.symbol, row.session));
          await applySplit();
          await snapshot(9, close);
          assert.deepEqual(await measures(), grown);
        }),
        { endOnFailure: true, numRuns: isConstant ? sampled(2, 1000) : sampled(3, 5000) },
      );
    });

  /** By the final rows alone: each measured session's value over the one before and what was bought since, multiplied. */
  function slowFactor(
    rows: readonly Row[],
    close: (symbol: string, session: number) => number,
    measured: readonly { day: string }[],
  ): number {
    let factor = 1;
    let [before, bought] = [0, 0];
    for (const session of SESSIONS.keys()) {
      let value = 0;
      for (const symbol of SYMBOLS) {
        let units = 0;
        for (const at of SESSIONS.keys()) {
          if (at > session) break;
          for (const row of rows.filter((one) => one.symbol === symbol && one.session === at)) {
            if (row.type === 'SPLIT') continue;
            // Units that were bought on the day of the split are of after it.
            const split = rows.find(({ type }) => type === 'SPLIT');
            const isDoubled =
              symbol === 'ALPHA' && split !== undefined && at < split.session && split.session <= session;
            units += row.quantity * (isDoubled ? 2 : 1);
            if (at === session) bought += row.quantity * close(symbol, at);
          }
        }
        value += units * close(symbol, session);
      }
      // A session without a snapshot counts to the next one.
      if (!measured.some(({ day }) => day === SESSIONS[session])) continue;
      if (before > 0) factor *= value / (before + bought);
      [before, bought] = [value, 0];
    }
    return factor;
  }
});
