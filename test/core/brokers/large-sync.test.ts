import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TradePage } from '../../../core/brokers/adapter.ts';
import { held, trade } from '../../support/fake-broker.ts';
import { type BrokerWorld, sharedBrokerWorld } from './world.ts';
import { TOPICS, DAY_MS } from '../../../core/platform/index.ts';
import { sampled } from '../../support/soak.ts';

const PAGE = 100;
const SYMBOLS = 60;
/** Of many pages. */
const MANY = sampled(2_000, 5_000);
const FIRST_DAY = Date.parse('2015-01-01');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Buys of some symbols, each day some; made one page at a time. */
function* history(trades: number, seen: (page: number) => void): Generator<TradePage> {
  for (let from = 0; from < trades; from += PAGE) {
    seen(from / PAGE);
    yield {
      trades: Array.from({ length: Math.min(PAGE, trades - from) }, (_, index) => {
        const number = from + index;
        const date = new Date(FIRST_DAY + Math.floor(number / 10) * DAY_MS).toISOString().slice(0, 10);
        return trade(`E${number}`, `SHARE${number % SYMBOLS}`, '2', { date });
      }),
      left_out: [],
    };
  }
}

describe('a sync of a long history', function () {
  this.timeout(600_000);
  let world: BrokerWorld;
  const worldAnew = sharedBrokerWorld();
  beforeEach(async () => {
    world = await worldAnew();
    world.broker.holdings = Array.from({ length: SYMBOLS }, (_, index) => held(`SHARE${index}`, '2'));
  });
  afterEach(() => world.close());
  const serve = (trades: number, seen: (page: number) => void = () => undefined): void => {
    world.broker.pages = {
      [Symbol.iterator]: () =>
        history(trades, (page) => {
          // The calls that the fake broker remembers are no memory of the sync's.
          world.broker.calls.length = 0;
          seen(page);
        }),
    };
  };

  it(`${MANY} trades come through, and a second sync writes nothing`, async () => {
    serve(MANY);
    const { id } = await world.create();
    const first = await world.sync(id);
    assert.deepEqual([first.counts?.trades_new, first.counts?.trades_known], [MANY, 0]);
    const rows = async () =>
      (
        await world.core.database.systemPool.query(
          `select count(*)::int as n, max(updated_at) as at, max(t.xmin::text::bigint) as writer from portfolio.transactions t`,
        )
      ).rows;
    const before = [await rows(), await world.core.database.revision(world.owner, TOPICS)];
    world.clock.pass(31);
    const second = await world.sync(id);
    assert.deepEqual([second.counts?.trades_new, second.counts?.trades_known], [0, MANY]);
    assert.deepEqual([await rows(), await world.core.database.revision(world.owner, TOPICS)], before);
    const staged = await world.core.database.systemPool.query('select from portfolio.import_rows');
    assert.equal(staged.rowCount, 0);
  });

  it('memory does not grow with the history', async () => {
    const trades = sampled(8_000, 60_000);
    // The first pages warm everything up. Kept trades would be some 300 bytes each: 3.6 MB and more from there to the last page.
    const [warm, last] = [30, trades / PAGE - 10];
    const heaps = new Map<number, number>();
    serve(trades, (page) => {
      if (page !== warm && page !== last) return; // A collection takes as long as hundreds of trades.
      collect();
      heaps.set(page, process.memoryUsage().heapUsed);
    });
    const { id } = await world.create();
    const { counts } = await world.sync(id);
    assert.equal(counts?.trades_new, trades);
    const [before = assert.fail(), after = assert.fail()] = [heaps.get(warm), heaps.get(last)];
    const growth = after - before;
    assert.ok(growth < 2_000_000, `${Math.round(growth / 1000)} kB more after ${trades} trades`);
  });
});
