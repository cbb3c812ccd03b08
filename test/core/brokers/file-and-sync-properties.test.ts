import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { BrokerTrade } from '../../../core/brokers/adapter.ts';
import { page, trade } from '../../support/fake-broker.ts';
import { BY, type BrokerWorld, brokerWorld } from './world.ts';
import { sampled } from '../../support/soak.ts';

const SYMBOLS = ['TCS', 'INFY'];

/** Fills of some days at few prices, so that many are alike. */
const fills = fc.array(
  fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    day: fc.integer({ min: 1, max: 6 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    price: fc.integer({ min: 100, max: 102 }),
  }),
  { minLength: 1, maxLength: 20 },
);
const dateOf = (day: number) => `2026-02-0${day}`;

describe('trades that a file and a sync both tell', () => {
  let world: BrokerWorld;
  let round = 0;
  before(async () => {
    world = await brokerWorld({ broker: 'zerodha' });
  });
  after(() => world.close());

  const importFile = async (text: string, portfolio?: string) => {
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(text)]), { portfolio });
    await imports.commit(world.owner, { import_id }, BY);
  };
  /** Bought in all by symbol, in one portfolio. */
  const bought = async (portfolio: string) => {
    const { items } = await world.core.portfolio.transactions.list(world.owner, {
      portfolio,
      page_size: 200,
    });
    return SYMBOLS.map((symbol) =>
      items.filter((one) => one.symbol === symbol).reduce((sum, { quantity }) => sum + quantity, 0),
    );
  };

  for (const order of ['the file first', 'the sync first'] as const)
    for (const hasNumbers of [true, false])
      it(`are there once, ${order}, ${hasNumbers ? 'with' : 'without'} the numbers of the exchange`, async () => {
        await fc.assert(
          fc.asyncProperty(fills, fc.integer({ min: 0, max: 6 }), async (given, until) => {
            round += 1;
            const client_id = String(1_000_000_000 + round);
            const own = `ZERODHA - ${client_id}`;
            const all = given.map((fill, index): BrokerTrade => {
              const date = dateOf(fill.day);
              // Each account has numbers of its own.
              return trade(`NSE:${date}:${round}0${index}`, fill.symbol, String(fill.quantity), {
                date,
                price: String(fill.price),
              });
            });
            // A file tells whole days, up to one.
            const told = all.filter(({ date }) => date <= dateOf(until));
            const lines = told.map(({ symbol, date, quantity, price, execution_id }) =>
              [symbol, date, 'BUY', quantity, price, ...(hasNumbers ? [execution_id] : [])].join(','),
            );
            const header = `Symbol,Date,Type,Quantity,Price${hasNumbers ? ',Execution_ID' : ''}`;
            const file = [header, ...lines, ''].join('\n');
            world.broker.holdings = [];
            world.broker.pages = [page(...all)];
            const { id } = await world.create({
              broker: 'zerodha',
              label: `Account ${round}`,
              portfolio: own,
              credentials: { client_id, secret: 'kx9-very-secret-value-7Q2Z' },
            });
            if (order === 'the file first' && told.length > 0) await importFile(file, own);
            assert.equal((await world.sync(id)).connection.sync.state, 'OK');
            if (order === 'the sync first' && told.length > 0) await importFile(file, own);
            assert.equal((await world.sync(id)).connection.sync.state, 'OK');
            // The slow way: what was traded, added up.
            const wanted = SYMBOLS.map((symbol) =>
              given.filter((fill) => fill.symbol === symbol).reduce((sum, { quantity }) => sum + quantity, 0),
            );
            assert.deepEqual(await bought(own), wanted);
            await world.core.connections.remove(world.owner, id, BY);
            const portfolios = await world.core.portfolio.portfolios.list(world.owner);
            const made = portfolios.find(({ name }) => name === own);
            await world.core.portfolio.portfolios.remove(world.owner, made?.id ?? '', BY);
          }),
          { numRuns: sampled(2, 100) },
        );
      }).timeout(600_000);
});
