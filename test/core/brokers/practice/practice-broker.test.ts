import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createPracticeBroker,
  FAULT_NAMES,
  FaultDice,
  PracticeAccount,
  practicePrices,
  type PracticeState,
  runPracticeBroker,
} from '../../../../core/brokers/practice/index.ts';
import { heldClock } from '../../../support/core.ts';

const CLOCK = heldClock('2026-03-02T06:00:00.000Z');
const account = (prices = 'TCS,3500', state: PracticeState | null = null) =>
  new PracticeAccount({ clock: CLOCK, prices: practicePrices(prices), cash: '100000', state });
const buy = (quantity: number, limit_price: string | null = null) => ({
  tag: `T${quantity}`,
  side: 'BUY' as const,
  symbol: 'TCS',
  quantity,
  kind: limit_price === null ? ('MARKET' as const) : ('LIMIT' as const),
  limit_price,
});

describe('Orders: the practice broker', () => {
  it('fills at the price of its file or at the limit, and keeps money and shares to the paisa', () => {
    const one = account();
    one.place(buy(10));
    one.place(buy(3, '3499.95'));
    one.place({ ...buy(4, '3600.05'), side: 'SELL' });
    // 100,000 - 35,000 - 10,499.85 + 14,400.20
    assert.equal(one.state.cash, '68900.35');
    assert.equal(one.owned('TCS'), 9);
    assert.deepEqual(one.shortage(buy(1000)), {
      kind: 'FUNDS',
      needed: '3500000.00',
      available: '68900.35',
    });
    assert.equal(one.shortage({ ...buy(10), side: 'SELL' })?.kind, 'HOLDINGS');
    assert.equal(one.shortage(buy(19)), null);
  });

  it('has the same price for a share that is not in its file at every start', () => {
    const [one, other] = [practicePrices(''), practicePrices('')];
    for (const symbol of ['TCS', 'INFY', 'M&M']) {
      const { price } = one.share(symbol);
      assert.equal(other.share(symbol).price, price);
      assert.ok(Number(price) >= 100 && Number(price) < 1000, price);
    }
    assert.throws(() => practicePrices('symbol,price\nTCS,-1'), /Line 2/);
    assert.deepEqual(
      practicePrices('A,1\nB,2.5,INE467B01029')
        .known()
        .map(({ symbol, isin }) => [symbol, isin]),
      [
        ['A', null],
        ['B', 'INE467B01029'],
      ],
    );
  });

  it('is the same after a restart with its state, and counts on', () => {
    const before = account();
    before.place(buy(10));
    const after = account('TCS,3500', JSON.parse(JSON.stringify(before.state)) as PracticeState);
    after.place(buy(1));
    assert.equal(after.state.cash, '61500');
    assert.equal(new Set(after.look().map(({ id }) => id)).size, 2);
  });

  it('draws the same faults for a seed, about as often as it is told, and every one of them', () => {
    const drawn = (seed: number) => {
      const dice = new FaultDice(0.25, seed);
      return Array.from({ length: 4000 }, () => dice.forOrder()?.name ?? null);
    };
    const names = drawn(7);
    assert.deepEqual(drawn(7), names);
    assert.notDeepEqual(drawn(8), names);
    const met = names.filter((name) => name !== null);
    // A quarter of 4,000 within five standard deviations of 27.
    assert.ok(met.length > 860 && met.length < 1140, String(met.length));
    assert.deepEqual([...new Set(met)].toSorted(), FAULT_NAMES.toSorted());
    const calm = new FaultDice();
    assert.ok(Array.from({ length: 100 }, () => calm.forOrder()).every((one) => one === null));
  });

  it('tells what is wrong with its words, and does not begin', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'munim-practice-'));
    try {
      const state = path.join(folder, 'state.json');
      await writeFile(state, '{"cash":5}');
      for (const [args, said] of [
        [['--faults', '2'], /--faults must be a part from 0 to 1/],
        [['--port', 'x'], /--port must be a number/],
        [['--cash', '-5'], /--cash/],
        [['--nosuch', '2'], /--nosuch/],
        [['--prices', path.join(folder, 'missing.csv')], /missing\.csv/],
        [['--port', '0', '--state', state], /is not the state of a practice broker/],
      ] as const) {
        const complaints: string[] = [];
        const code = await runPracticeBroker(
          [...args],
          (text) => assert.fail(text),
          (text) => void complaints.push(text),
        );
        assert.notEqual(code, 0);
        assert.match(complaints.join('\n'), said);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('notes every order request that comes, and lets no token in that has ended', async () => {
    const changed: number[] = [];
    const one = account();
    const broker = createPracticeBroker({
      account: one,
      clock: CLOCK,
      save: () => changed.push(one.state.requests.length),
    });
    await broker.listen(0);
    try {
      const post = (token: string, tag: string) =>
        fetch(`${broker.url}/orders/regular`, {
          method: 'POST',
          headers: { authorization: `token key:${token}` },
          body: new URLSearchParams({
            exchange: 'NSE',
            tradingsymbol: 'TCS',
            transaction_type: 'BUY',
            order_type: 'LIMIT',
            quantity: '1',
            product: 'CNC',
            validity: 'DAY',
            price: '3500',
            tag,
          }),
        });
      broker.dice.plan({ name: 'session_ends', times: 1, after: 1 });
      assert.deepEqual(
        [
          (await post('first', 'A')).status,
          (await post('first', 'A')).status,
          (await post('first', 'B')).status,
          (await post('second', 'B')).status,
        ],
        [200, 403, 403, 200],
      );
      assert.deepEqual(
        one.state.requests.map(({ tag, fault, order_ids }) => [tag, fault, order_ids.length]),
        [
          ['A', null, 1],
          ['A', 'session_ends', 0],
          ['B', null, 0],
          ['B', null, 1],
        ],
      );
      // Written before it was answered.
      assert.deepEqual(changed, [1, 2, 3, 4]);
      const unsound = await fetch(`${broker.url}/orders/regular`, { method: 'POST', body: 'quantity=x' });
      assert.equal(unsound.status, 403);
    } finally {
      await broker.close();
    }
  });
});
