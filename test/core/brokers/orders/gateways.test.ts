import assert from 'node:assert/strict';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import type { OrderGateway } from '../../../../core/brokers/orders/gateway.ts';
import type { PracticeBroker } from '../../../../core/brokers/practice/index.ts';
import { heldClock } from '../../../support/core.ts';
import { NotedLimits, ORDER, practiceBroker, shown, subjects, TOKEN } from './subjects.ts';

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const failure = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(failure instanceof BrokerFailure, String(failure));
  assert.ok(!failure.message.includes(TOKEN));
  return failure.reason;
};

describe('Orders: gateways', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const clock = heldClock('2026-03-02T06:00:00.000Z');

  for (const subject of subjects(clock))
    describe(subject.name, () => {
      let broker: PracticeBroker;
      let gateway: OrderGateway;
      beforeEach(async () => {
        clock.at = new Date('2026-03-02T06:00:00.000Z');
        broker = practiceBroker(clock);
        await broker.listen(0);
        gateway = subject.open(broker.url);
      });
      afterEach(() => broker.close());
      const requests = () => broker.account.state.requests;

      async function place(order = ORDER, using = gateway) {
        const placement = await using.place(order);
        assert.ok(!JSON.stringify(placement).includes(TOKEN));
        return placement;
      }

      it('sends an order with its tag, and finds it again with what was filled', async () => {
        const placement = await place();
        assert.equal(placement.outcome, 'ACCEPTED');
        const [id] = placement.outcome === 'ACCEPTED' ? placement.broker_order_ids : [];
        const expected = {
          broker_order_id: id,
          tag: ORDER.tag,
          side: 'BUY',
          symbol: 'TCS',
          quantity: '10',
          filled_quantity: '10',
          average_price: '3512.4',
          product: 'CNC',
          exchange: 'NSE',
          placed_at: new Date('2026-03-02T06:00:00.000Z'),
          state: 'COMPLETE',
          status: subject.name === 'dhan' ? 'TRADED' : 'COMPLETE',
          message: null,
        };
        assert.deepEqual(await gateway.ordersByTag(ORDER.tag), [expected]);
        assert.deepEqual(await gateway.orders(), [expected]);
        assert.deepEqual(await gateway.ordersByTag('ANOTHER'), []);
        const fills = await gateway.fills();
        assert.deepEqual(
          fills.map((fill) => ({ ...fill, fill_id: null })),
          [
            {
              broker_order_id: id,
              fill_id: null,
              side: 'BUY',
              symbol: 'TCS',
              quantity: '10',
              price: '3512.4',
            },
          ],
        );
        // 1,000,000 - 10 × 3512.40
        assert.equal(await gateway.funds(), '964876');
        assert.equal(requests().length, 1);
        assert.match(
          requests()[0]?.body ?? '',
          subject.name === 'dhan' ? /"price":3512.4,/ : /&price=3512.4&/,
        );
      });

      it('sends a market order, and a symbol with a sign in it, as the broker wants them', async () => {
        for (const order of [
          { ...ORDER, tag: 'MARKET1', kind: 'MARKET' as const, limit_price: null },
          { ...ORDER, tag: 'SIGN1', symbol: 'M&M', isin: 'INE101A01026', limit_price: '2900.5' },
        ]) {
          assert.equal((await place(order)).outcome, 'ACCEPTED');
          const [found] = await gateway.ordersByTag(order.tag);
          assert.deepEqual([found?.symbol, found?.state, found?.tag], [order.symbol, 'COMPLETE', order.tag]);
        }
      });

      it('counts shares once, whether they are of the morning, bought or sold today', async () => {
        const owned = async () =>
          Object.fromEntries((await gateway.positions()).map(({ symbol, quantity }) => [symbol, quantity]));
        const trade = async (tag: string, side: 'BUY' | 'SELL', quantity: string, symbol = 'TCS') =>
          assert.equal(
            (await place({ ...ORDER, tag, side, quantity, symbol, isin: null, limit_price: '100' })).outcome,
            'ACCEPTED',
          );
        assert.deepEqual(await owned(), {});
        await trade('A1', 'BUY', '10');
        assert.deepEqual(await owned(), { TCS: '10' });
        await trade('A2', 'SELL', '4');
        assert.deepEqual(await owned(), { TCS: '6' });
        clock.pass(24 * 60);
        assert.deepEqual(await owned(), { TCS: '6' });
        await trade('A3', 'SELL', '5');
        assert.deepEqual(await owned(), { TCS: '1' });
        await trade('A4', 'BUY', '2');
        await trade('A5', 'BUY', '3', 'INFY');
        assert.deepEqual(await owned(), { TCS: '3', INFY: '3' });
        await trade('A6', 'SELL', '3');
        assert.deepEqual(await owned(), { INFY: '3' });
        clock.pass(24 * 60);
        assert.deepEqual(await gateway.positions(), [
          { symbol: 'INFY', isin: 'INE009A01021', quantity: '3' },
        ]);
        // The book lives for one day.
        assert.deepEqual(await gateway.orders(), []);
      });

      it('tells of what the account refuses by itself', async () => {
        const dear = await place({ ...ORDER, quantity: '1000' });
        assert.deepEqual([dear.outcome, 'refusal' in dear && dear.refusal], ['REFUSED', 'FUNDS_SHORT']);
        const short = await place({ ...ORDER, tag: 'S1', side: 'SELL' });
        assert.deepEqual([short.outcome, 'refusal' in short && short.refusal], ['REFUSED', 'HOLDINGS_SHORT']);
        assert.match(short.message ?? '', /insufficient/i);
      });

      it('refuses by itself what no broker could take, without asking anybody', async () => {
        const placement = await gateway.place({ ...ORDER, quantity: '1.5' });
        assert.deepEqual(
          [placement.outcome, 'refusal' in placement && placement.refusal],
          ['REFUSED', 'ORDER_INVALID'],
        );
        assert.deepEqual(broker.log, []);
      });

      it('repeats a look that failed, and gives up with a reason', async () => {
        await place();
        for (const fault of ['dropped', 'server_error', 'cut', 'too_many_requests'] as const) {
          broker.dice.planReads(fault, { times: 1 });
          assert.equal((await gateway.orders()).length, 1, fault);
        }
        broker.dice.planReads('garbage');
        assert.equal(await reasonOf(gateway.orders()), 'BROKER_MALFORMED');
        assert.equal(await reasonOf(gateway.ordersByTag(ORDER.tag)), 'BROKER_MALFORMED');
        broker.dice.forget();
        broker.dice.planReads('server_error');
        for (const look of [
          () => gateway.orders(),
          () => gateway.fills(),
          () => gateway.funds(),
          () => gateway.positions(),
          () => gateway.ordersByTag('NONE'),
        ])
          assert.equal(await reasonOf(look()), 'BROKER_ERROR');
        assert.equal(requests().length, 1);
      });

      it('needs a login once the session has ended', async () => {
        broker.dice.plan({ name: 'session_ends', times: 1 });
        await place();
        for (const look of [
          () => gateway.orders(),
          () => gateway.ordersByTag(ORDER.tag),
          () => gateway.fills(),
          () => gateway.funds(),
          () => gateway.positions(),
          () => gateway.cancel('26000000000001'),
        ])
          assert.equal(await reasonOf(look()), 'NEEDS_LOGIN');
        // It is past its age: the token is sent no more.
        const sent = broker.log.length;
        const expired = subject.open(broker.url, {
          token: (() => {
            let asked = 0;
            return () => {
              asked += 1;
              if (asked > 1) throw new BrokerFailure('NEEDS_LOGIN', 'Log in again.');
              return TOKEN;
            };
          })(),
        });
        const placement = await expired.place(ORDER);
        assert.deepEqual(
          [placement.outcome, 'refusal' in placement && placement.refusal],
          ['REFUSED', 'NEEDS_LOGIN'],
        );
        assert.equal(broker.log.length, sent);
      });

      it('cancels what is open, also when the answer is lost, and says where it is over', async () => {
        broker.dice.plan({ name: 'resting', times: 2 });
        const ids: string[] = [];
        for (const tag of ['C1', 'C2', 'C3']) {
          const placement = await place({ ...ORDER, tag });
          if (placement.outcome === 'ACCEPTED') ids.push(...placement.broker_order_ids);
        }
        const [first = '', second = '', third = ''] = ids;
        assert.equal(await gateway.cancel(first), true);
        assert.equal(shown(await gateway.ordersByTag('C1')), 'CANCELLED 0 at null');
        // Cancelled by a request whose answer was lost; the repeated one hears that it is over.
        broker.dice.planReads('dropped', { times: 1 });
        assert.equal(await gateway.cancel(second), false);
        assert.equal(shown(await gateway.ordersByTag('C2')), 'CANCELLED 0 at null');
        assert.equal(await gateway.cancel(third), false);
        assert.equal(await reasonOf(gateway.cancel('26999999999999')), 'BROKER_ERROR');
      });

      it('takes its turns at a rate of its own for orders, below the broker’s', async () => {
        const limits = new NotedLimits();
        const using = subject.open(broker.url, { limits });
        await using.place(ORDER);
        await using.orders();
        const [orders] = [...limits.asked].filter(([key]) => key.endsWith('/orders'));
        assert.ok(orders !== undefined && (orders[1].perSecond ?? 0) < 10);
        assert.ok((orders[1].perMinute ?? Number.POSITIVE_INFINITY) < (subject.name === 'dhan' ? 250 : 200));
        assert.ok([...limits.asked.keys()].some((key) => /^(zerodha|dhan)\/[0-9a-f]{16}/.test(key)));
        assert.ok(![...limits.asked.keys()].join().includes('1100353799'));
      });

      it('a fill of an order that nobody here sent is among the fills, under no tag of ours', async () => {
        broker.dice.plan({ name: 'stranger_fill', times: 1 });
        await place();
        const orders = await gateway.orders();
        assert.deepEqual(new Set(orders.map(({ tag }) => tag)), new Set([ORDER.tag, 'NOBODYS']));
        const strange = orders.find(({ tag }) => tag !== ORDER.tag)?.broker_order_id;
        assert.ok((await gateway.fills()).some(({ broker_order_id }) => broker_order_id === strange));
      });

      it('a fill at price 0 has no price', async () => {
        broker.dice.plan({ name: 'price_zero', times: 1 });
        await place();
        assert.deepEqual(
          (await gateway.fills()).map(({ price }) => price),
          [null],
        );
      });
    });

  describe('dhan', () => {
    const [, dhan] = subjects(clock);
    let broker: PracticeBroker;
    beforeEach(async () => {
      clock.at = new Date('2026-03-02T06:00:00.000Z');
      broker = practiceBroker(clock);
      await broker.listen(0);
    });
    afterEach(() => broker.close());
    const lists = () => broker.log.filter((line) => line.endsWith('/v2/instrument/NSE_EQ')).length;

    it('refuses a share whose number it does not know, and sends nothing', async () => {
      const gateway = dhan?.open(broker.url);
      for (const share of [
        { symbol: 'NOSUCH', isin: null },
        { symbol: 'NOSUCH', isin: 'INE999A01011' },
        // Of that name, but another share.
        { symbol: 'TCS', isin: 'INE999A01011' },
      ]) {
        const placement = await gateway?.place({ ...ORDER, ...share });
        assert.deepEqual(
          [placement?.outcome, placement?.outcome === 'REFUSED' && placement.refusal],
          ['REFUSED', 'ORDER_INVALID'],
        );
        assert.match(placement?.message ?? '', /not sent/);
      }
      assert.deepEqual([broker.account.state.requests, lists()], [[], 1]);
    });

    it('reads the list of shares once a day, and again after it failed', async () => {
      const gateway = dhan?.open(broker.url);
      broker.dice.planReads('server_error', { times: 3, path: /instrument/ });
      const failed = await gateway?.place(ORDER);
      assert.equal(failed?.outcome, 'REFUSED');
      assert.match(failed?.message ?? '', /could not be read/);
      assert.equal(lists(), 3);
      await Promise.all([gateway?.place(ORDER), gateway?.place({ ...ORDER, tag: 'L2' })]);
      await gateway?.place({ ...ORDER, tag: 'L3' });
      assert.equal(lists(), 4);
      clock.pass(24 * 60);
      await gateway?.place({ ...ORDER, tag: 'L4' });
      assert.deepEqual([lists(), broker.account.state.requests.length], [5, 4]);
    });
  });
});
