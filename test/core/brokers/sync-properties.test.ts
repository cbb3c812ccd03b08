import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BrokerTrade, TradePage } from '../../../core/brokers/adapter.ts';
import { BrokerFailure, type ReasonCode } from '../../../core/brokers/failure.ts';
import { held, page, trade } from '../../support/fake-broker.ts';
import { BY, type BrokerWorld, brokerWorld } from './world.ts';
import { sampled } from '../../support/soak.ts';
import { addDays } from '../../../core/platform/index.ts';

const SYMBOLS = ['TCS', 'INFY', 'WIPRO'];
const REASONS: ReasonCode[] = [
  'BROKER_TIMEOUT',
  'RATE_LIMITED',
  'BROKER_MALFORMED',
  'BROKER_ERROR',
  'TOKEN_EXPIRED',
];

/** What a broker does in one sync: the pages it hands out, and after how many calls it fails. */
interface Round {
  /** Indexes into the history, repeats allowed, cut into pages. */
  picks: number[];
  pageSize: number;
  failsAfter: number | null;
  reason: ReasonCode;
}

const round = (trades: number): fc.Arbitrary<Round> =>
  fc.record({
    picks: fc.array(fc.nat(trades - 1), { maxLength: 60 }),
    pageSize: fc.integer({ min: 1, max: 9 }),
    failsAfter: fc.option(fc.nat(6), { freq: 2 }),
    reason: fc.constantFrom(...REASONS),
  });

const TRADES = 30;
const history: BrokerTrade[] = Array.from({ length: TRADES }, (_, index) =>
  trade(`E${index}`, SYMBOLS[index % SYMBOLS.length] ?? '', String(1 + (index % 4)), {
    // Of each symbol every fifth is a sale of one, so that the ledger has both.
    type: index % 5 === 4 ? 'SELL' : 'BUY',
    date: addDays('2026-01-05', index),
  }),
);

function pagesOf({ picks, pageSize }: Round): TradePage[] {
  const pages: TradePage[] = [];
  for (let at = 0; at < picks.length; at += pageSize)
    pages.push(page(...picks.slice(at, at + pageSize).flatMap((pick) => history[pick] ?? [])));
  return pages;
}

describe('any order of pages, repeats and faults', function () {
  this.timeout(600_000);

  it('portfolio/Connection sync rules 2: after each sync exactly what came through is recorded, each trade once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round(TRADES), { minLength: 1, maxLength: 5 }), async (rounds) => {
        const world: BrokerWorld = await brokerWorld();
        try {
          world.broker.holdings = SYMBOLS.map((symbol) => held(symbol, '7'));
          world.broker.renewal = 'none';
          const { id } = await world.create();
          const expected = new Set<string>();
          for (const one of rounds) {
            world.broker.pages = pagesOf(one);
            let calls = 0;
            world.broker.before = () => {
              if (one.failsAfter !== null && (calls += 1) > one.failsAfter)
                throw new BrokerFailure(one.reason, 'a fault');
            };
            const { connection, counts } = await world.sync(id);
            const came = counts !== null;
            assert.equal(connection.sync.state, came ? 'OK' : 'FAILED');
            assert.equal(connection.sync.reason_code, came ? null : one.reason);
            if (came) for (const pick of one.picks) expected.add(`E${pick}`);
            const ids = await recorded(world);
            assert.deepEqual([ids.length, new Set(ids)], [expected.size, expected]);
            world.clock.pass(31);
          }
          await assertLedger(world, expected);
        } finally {
          await world.close();
        }
      }),
      { numRuns: sampled(3, 100) },
    );
  });
});

async function recorded(world: BrokerWorld): Promise<(string | null)[]> {
  const { items } = await world.core.portfolio.transactions.list(world.owner, { page_size: 200 });
  return items.map(({ execution_id }) => execution_id);
}

/** The books are those of a person who entered the same trades by hand. */
async function assertLedger(world: BrokerWorld, expected: ReadonlySet<string>): Promise<void> {
  const { transactions, holdings } = world.core.portfolio;
  for (const one of history) {
    if (!expected.has(one.execution_id)) continue;
    const { symbol, date, type, currency } = one;
    const amounts = {
      quantity: Number(one.quantity),
      price: Number(one.price),
      fee_tax: Number(one.fee_tax),
    };
    await transactions.create(
      world.stranger,
      { portfolio: 'By hand', symbol, date, type, currency, ...amounts },
      BY,
    );
  }
  const quantities = async (owner: string) =>
    new Map((await holdings.all(owner)).map((one) => [one.symbol, one.reconciliation.ledger_quantity]));
  const ours = await quantities(world.owner);
  for (const [symbol, quantity] of await quantities(world.stranger))
    assert.equal(ours.get(symbol), quantity, symbol);
}
