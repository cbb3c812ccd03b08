import assert from 'node:assert/strict';
import { type Ledger, replay } from '../../core/portfolio/ledger/ledger.ts';
import type { LedgerTransaction } from '../../core/portfolio/ledger/transaction.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { DAY_MS } from '../../core/platform/index.ts';

const SYMBOLS = 250;
const YEARS = 10;
const GOAL = 300_000;
const LINEAR = 1.5;

/** 70 % purchases, 25 % sales of a part, 5 % dividends, in the text form a `numeric` column gives. Always the same. */
function generate(count: number): LedgerTransaction[] {
  const random = seeded(42);
  const held = new Float64Array(SYMBOLS);
  const start = Date.UTC(2015, 0, 1);
  const days = YEARS * 365;
  return Array.from({ length: count }, (_, index): LedgerTransaction => {
    const at = Math.floor(random() * SYMBOLS);
    const units = held[at] ?? 0;
    const kind = random();
    const type = kind < 0.7 || units < 2 ? 'BUY' : kind < 0.95 ? 'SELL' : 'DIVIDEND';
    const part =
      type === 'SELL' ? Math.max(1, Math.floor(units * random() * 0.5)) : 1 + Math.floor(random() * 100);
    if (type !== 'DIVIDEND') held[at] = units + (type === 'BUY' ? part : -part);
    return {
      id: String(index + 1),
      portfolio: 'Main',
      symbol: `SYMBOL${at}`,
      date: new Date(start + Math.floor((index / count) * days) * DAY_MS).toISOString().slice(0, 10),
      type,
      quantity: part.toFixed(10),
      price: (Math.floor(5_000 + random() * 300_000) / 100).toFixed(10),
      fee_tax: (Math.floor(random() * 2_000) / 100).toFixed(10),
      currency: 'INR',
    };
  });
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The floor: the same rows read as doubles into a running cost, with no lots, no order and no exactness. */
function floatLoop(rows: readonly LedgerTransaction[]): number {
  const positions = new Map<string, { quantity: number; cost: number; gain: number }>();
  for (const row of rows) {
    let position = positions.get(row.symbol);
    if (position === undefined) positions.set(row.symbol, (position = { quantity: 0, cost: 0, gain: 0 }));
    const quantity = Number(row.quantity);
    const amount = quantity * Number(row.price);
    const fee = Number(row.fee_tax);
    if (row.type === 'BUY') {
      position.quantity += quantity;
      position.cost += amount + fee;
    } else if (row.type === 'SELL') {
      const cost = (position.cost / position.quantity) * quantity;
      position.quantity -= quantity;
      position.cost -= cost;
      position.gain += amount - fee - cost;
    } else {
      position.gain += amount - fee;
    }
  }
  return [...positions.values()].reduce((sum, position) => sum + position.gain, 0);
}

/** Reads what a dashboard reads of each position, so that lazily made figures are paid for. */
function readFigures(ledger: Ledger): number {
  let sum = 0;
  for (const position of ledger.positions) {
    sum +=
      position.quantity.toNumber() + position.cost_basis.toNumber() + position.fifo_cost_basis.toNumber();
    sum +=
      position.realised_average.toNumber() + position.realised_fifo.toNumber() + position.fees.toNumber();
  }
  return sum;
}

/**
 * Processor seconds of the best of a few runs, the collector's threads included: on a busy machine the clock on the
 * wall measures who else is at work. The heap is cleaned before the first run only, since a forced collection throws
 * compiled code away and a short run would measure the compiler.
 */
function best(runs: number, work: () => void): number {
  globalThis.gc?.();
  work();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < runs; round++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, user + system);
  }
  return least / 1e6;
}

const SMALL_BATCH = 10;

/** One symbol bought `lots` times a unit, then sold a unit at a time: seconds a row. */
function sellThrough(lots: number, runs: number): number {
  const row = (index: number, type: 'BUY' | 'SELL', date: string): LedgerTransaction => ({
    id: String(index + 1),
    portfolio: 'Main',
    symbol: 'ONE',
    date,
    type,
    quantity: '1.0000000000',
    price: '100.0000000000',
    fee_tax: '0.0000000000',
    currency: 'INR',
  });
  const bought = Array.from({ length: lots }, (_, index) => row(index, 'BUY', '2020-01-01'));
  const sold = Array.from({ length: lots }, (_, index) => row(lots + index, 'SELL', '2021-01-01'));
  const rows = [...bought, ...sold];
  return best(runs, () => void replay(rows)) / rows.length;
}

async function run(): Promise<BenchmarkResult[]> {
  // Before the large sets exist: every collection has to walk them.
  const [few, many] = [sellThrough(1_000, 100), sellThrough(100_000, 7)];

  const small = generate(10_000);
  const middle = generate(100_000);
  const large = generate(1_000_000);
  assert.equal(replay(small).skipped.length, 0);

  const smallBatch = (): void => {
    for (let round = 0; round < SMALL_BATCH; round++) readFigures(replay(small));
  };
  smallBatch();
  const smallSeconds = best(15, smallBatch) / SMALL_BATCH;
  const largeSeconds = best(5, () => void readFigures(replay(large)));
  const floatSeconds = best(5, () => void floatLoop(large));
  const middleSeconds = best(5, () => void readFigures(replay(middle)));
  const detailSeconds = best(1, () => {
    for (const position of replay(middle).positions) {
      position.disposals();
      position.cash_flows();
    }
  });
  const perSecond = large.length / largeSeconds;
  const floats = large.length / floatSeconds;
  const details = middle.length / detailSeconds;
  const withoutDetails = middle.length / middleSeconds;
  const perSmall = (smallSeconds / small.length) * 1e6;
  const perLarge = (largeSeconds / large.length) * 1e6;

  return [
    {
      name: 'ledger-replay',
      value: Math.round(perSecond),
      unit: 'transactions/s of one core',
      peer: 'bare float loop over the same million rows',
      peer_value: Math.round(floats),
      ratio: perSecond / floats,
      goal: `value at least ${GOAL} (FIFO lots, average cost, realised gains; exact)`,
      met: perSecond >= GOAL,
    },
    {
      name: 'ledger-linearity',
      value: perLarge,
      unit: 'µs a transaction at 1,000,000',
      peer: 'the same at 10,000',
      peer_value: perSmall,
      ratio: perLarge / perSmall,
      goal: `ratio at most ${LINEAR}`,
      met: perLarge / perSmall <= LINEAR,
    },
    {
      name: 'ledger-details',
      value: Math.round(details),
      unit: 'transactions/s at 100,000 with every sale, its lots and the cash flows read out',
      peer: 'the replay without them',
      peer_value: Math.round(withoutDetails),
      ratio: details / withoutDetails,
      goal: 'for information',
      met: true,
    },
    {
      name: 'ledger-open-lots',
      value: many * 1e6,
      unit: 'µs a row, buying and selling 100,000 lots of one symbol',
      peer: 'the same with 1,000',
      peer_value: few * 1e6,
      ratio: many / few,
      goal: 'ratio at most 3: a sale does not search its lots',
      met: many / few <= 3,
    },
  ];
}

export const bench: Benchmark = {
  name: 'ledger',
  run,
};
