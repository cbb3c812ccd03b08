import { createCalendar } from '../../core/market/calendar/index.ts';
import { announced, type AnnouncedAction } from '../../core/income/announcements.ts';
import { incomeOf } from '../../core/income/derive.ts';
import { grouped } from '../../core/platform/grouped.ts';
import { difference } from '../../core/income/event-diff.ts';
import type { Trade } from '../../core/portfolio/index.ts';
import { type DividendRow, paymentsOf } from '../../core/income/payments.ts';
import { createSettlementDays } from '../../core/income/settlement-days.ts';
import { type TestCore, testCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const TRANSACTIONS = 20_000;
const SYMBOLS = 300;
const YEARS = 12;
/** Announced dividends of a symbol in a year. */
const DIVIDENDS = 2;
const FIRST_YEAR = 2014;
const TODAY = '2026-03-02';
const GOAL_SECONDS = 2;
const LINEAR = 1.6;

interface Row extends Omit<Trade, 'type'> {
  type: 'BUY' | 'SELL' | 'DIVIDEND';
  id: string;
  source: 'BROKER';
}

const pad = (n: number) => String(n).padStart(2, '0');

/** Trades spread over the years, and the payment of every second dividend. Always the same. */
function household(transactions: number, symbols: number): { rows: Row[]; actions: AnnouncedAction[] } {
  let state = 42;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const actions: AnnouncedAction[] = [];
  const rows: Row[] = [];
  const row = (symbol: number, type: Row['type'], date: string, quantity: number, price: number) =>
    rows.push({
      id: String(rows.length + 1),
      portfolio: '1',
      symbol: `SYMBOL${symbol}`,
      date,
      type,
      quantity: quantity.toFixed(10),
      price: price.toFixed(10),
      fee_tax: '0.0000000000',
      currency: 'INR',
      asset_class: 'Indian Equity',
      source: 'BROKER',
    });
  const perSymbol = Math.floor(transactions / symbols);
  for (let symbol = 0; symbol < symbols; symbol += 1) {
    let units = 0;
    const paid = YEARS * DIVIDENDS * 0.5;
    for (let at = 0; at < perSymbol - paid; at += 1) {
      const days = Math.floor(((at + random()) / perSymbol) * YEARS * 365);
      const date = new Date(Date.UTC(FIRST_YEAR, 0, 2 + days)).toISOString().slice(0, 10);
      const isSale = units > 20 && random() < 0.3;
      const quantity = isSale ? 1 + Math.floor(random() * 10) : 10 + Math.floor(random() * 50);
      units += isSale ? -quantity : quantity;
      row(symbol, isSale ? 'SELL' : 'BUY', date, quantity, 100 + random() * 1000);
    }
    for (let year = FIRST_YEAR; year < FIRST_YEAR + YEARS; year += 1)
      for (let nth = 0; nth < DIVIDENDS; nth += 1) {
        const ex_date = `${year}-${pad(2 + nth * 6)}-${pad(3 + (symbol % 20))}`;
        const amount = 1 + ((symbol + year + nth) % 40) / 4;
        const raw = `Interim Dividend - Rs ${amount} Per Share`;
        const said = {
          kind: 'DIVIDEND',
          ex_date,
          record_date: ex_date,
          amount: String(amount),
          raw,
        } as const;
        actions.push({ ...said, instrument_id: String(symbol + 1), exchange: 'NSE' });
        if (nth === 0) row(symbol, 'DIVIDEND', `${year}-03-25`, 10, amount);
      }
  }
  return { rows, actions };
}

/** The same work without a database: seconds of the best of some runs. */
function derive({ rows, actions }: ReturnType<typeof household>, runs: number): number {
  const bySymbol = grouped(rows, ({ symbol }) => symbol);
  const byInstrument = grouped(actions, ({ instrument_id }) => instrument_id);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < runs; round += 1) {
    const start = process.cpuUsage();
    const settlement = createSettlementDays(createCalendar());
    const wanted = [...bySymbol].flatMap(([symbol, own], at) =>
      incomeOf(
        {
          ledgers: [
            {
              portfolio_id: '1',
              symbol,
              isin: null,
              asset_class: 'Indian Equity',
              currency: 'INR',
              trades: own.filter(({ type }) => type !== 'DIVIDEND') as Trade[],
              payments: paymentsOf('1', own.filter(({ type }) => type === 'DIVIDEND') as DividendRow[]),
              settles: settlement.of('Indian Equity', 'INR'),
              held: null,
            },
          ],
          announced: announced(byInstrument.get(String(at + 1)) ?? []),
          bonds: [],
          paidCoupons: [],
          entitled: new Map(),
        },
        TODAY,
      ),
    );
    difference([], wanted, TODAY);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

async function fill(
  { core, owner }: TestCore,
  { rows, actions }: ReturnType<typeof household>,
): Promise<void> {
  await core.portfolio.portfolios.create(owner, { name: 'Main' }, { actor: 'bench' });
  await core.database.asSystem('rows for a benchmark', async (trx) => {
    await trx.raw(
      `insert into market.instruments (id, exchange, symbol, isin, asset_class)
       select n, 'NSE', 'SYMBOL' || (n - 1), null, 'Indian Equity' from generate_series(1, ${SYMBOLS}) n`,
    );
    await trx.raw(
      `insert into market.corporate_actions (exchange, symbol, instrument_id, ex_date, record_date, raw, kind, amount, status, source)
       select exchange, 'SYMBOL' || (instrument_id - 1), instrument_id, ex_date, record_date, raw, kind, amount, 'READ', 'FILE'
       from jsonb_to_recordset(?::jsonb) as x (exchange text, instrument_id bigint, ex_date date, record_date date, raw text,
         kind text, amount numeric)`,
      [JSON.stringify(actions)],
    );
    await trx.raw(
      `insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency,
         asset_class, source, execution_id)
       select ?, (select id from portfolio.portfolios where name = 'Main'), symbol, date, type, quantity, price, currency,
         asset_class, source, 'X' || id
       from jsonb_to_recordset(?::jsonb) as x (id text, symbol text, date date, type text, quantity numeric, price numeric,
         currency text, asset_class text, source text)`,
      [owner, JSON.stringify(rows)],
    );
    await trx.raw(
      `insert into portfolio.positions (owner_user_id, portfolio_id, symbol, currency, asset_class, quantity, cost_basis,
         realised_fifo, realised_average, purchases, sales, dividends, fees, unmatched_quantity, transactions_count,
         first_date, last_date, calculated_at)
       select owner_user_id, portfolio_id, symbol, currency, asset_class, 1, 0, 0, 0, 0, 0, 0, 0, 0, count(*),
         min(trade_date), max(trade_date), now()
       from portfolio.transactions group by 1, 2, 3, 4, 5`,
    );
    await trx.raw('analyze portfolio.transactions');
  });
}

async function run(): Promise<BenchmarkResult[]> {
  const pure = derive(household(TRANSACTIONS, SYMBOLS), 7);
  const large = derive(household(TRANSACTIONS * 5, SYMBOLS * 5), 5);
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const world = await testCore({ at: `${TODAY}T06:00:00.000Z` });
  try {
    await fill(world, household(TRANSACTIONS, SYMBOLS));
    const { income } = world.core;
    const timed = async () => {
      const start = performance.now();
      const found = await income.recompute(world.owner, { actor: 'bench' });
      return {
        seconds: (performance.now() - start) / 1000,
        written: found.added + found.changed + found.cancelled,
      };
    };
    const first = await timed();
    const second = await timed();
    const perRow = (seconds: number, rows: number) => (seconds / rows) * 1e6;
    return [
      {
        name: 'income-recompute',
        value: first.seconds,
        unit: `s for ${TRANSACTIONS} transactions, ${SYMBOLS} symbols, ${YEARS} years, ${first.written} events written`,
        peer: 'the same worked out in memory, seconds of one core',
        peer_value: pure,
        ratio: null,
        goal: `value below ${GOAL_SECONDS} (Postgres included)`,
        met: first.seconds < GOAL_SECONDS && first.written > SYMBOLS * YEARS,
      },
      {
        name: 'income-again',
        value: second.seconds,
        unit: `s for a second run, ${second.written} events written`,
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value below ${GOAL_SECONDS}, nothing written`,
        met: second.seconds < GOAL_SECONDS && second.written === 0,
      },
      {
        name: 'income-linearity',
        value: perRow(large, TRANSACTIONS * 5),
        unit: `µs a transaction at ${TRANSACTIONS * 5}`,
        peer: `the same at ${TRANSACTIONS}`,
        peer_value: perRow(pure, TRANSACTIONS),
        ratio: large / 5 / pure,
        goal: `ratio at most ${LINEAR}`,
        met: large / 5 / pure <= LINEAR,
      },
    ];
  } finally {
    await world.close();
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = {
  name: 'income',
  run,
};
