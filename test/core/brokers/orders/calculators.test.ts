import assert from 'node:assert/strict';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import type { FilledOrder, OrderGateway, OrderRequest } from '../../../../core/brokers/orders/gateway.ts';
import type { PracticeBroker } from '../../../../core/brokers/practice/index.ts';
import { heldClock } from '../../../support/core.ts';
import { LoopbackServer } from '../../../support/loopback.ts';
import { NotedLimits, ORDER, practiceBroker, subjects, TOKEN } from './subjects.ts';

const SALE: OrderRequest = { ...ORDER, tag: 'SALE', side: 'SELL', quantity: '4' };
/** Of ₹35,124 bought: 0.1 %, 0.00307 %, 0.0001 % and 0.015 % of it, and 18 % of the two in the middle, to four places. */
const BOUGHT = {
  brokerage: '0',
  stt: '35.124',
  exchange: '1.0783',
  sebi: '0.0351',
  stamp_duty: '5.2686',
  gst: '0.2004',
  total: '41.7064',
};
/** Of ₹14,049.60 sold, without stamp duty. */
const SOLD = {
  brokerage: '0',
  stt: '14.0496',
  exchange: '0.4313',
  sebi: '0.014',
  stamp_duty: '0',
  gst: '0.0802',
  total: '14.5751',
};

const failureOf = async (work: Promise<unknown>): Promise<BrokerFailure> => {
  const failure = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(failure instanceof BrokerFailure, String(failure));
  assert.ok(![TOKEN, 'k1teapikey0000aa', '1100353799'].some((secret) => failure.message.includes(secret)));
  return failure;
};
const reasonOf = async (work: Promise<unknown>) => (await failureOf(work)).reason;

describe('Orders: calculators of the brokers', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const clock = heldClock('2026-03-02T06:00:00.000Z');

  for (const subject of subjects(clock))
    describe(subject.name, () => {
      const isDhan = subject.name === 'dhan';
      const calculator = isDhan ? /margincalculator/ : /margins.orders/;
      let broker: PracticeBroker;
      let gateway: OrderGateway;
      beforeEach(async () => {
        clock.at = new Date('2026-03-02T06:00:00.000Z');
        broker = practiceBroker(clock);
        await broker.listen(0);
        gateway = subject.open(broker.url);
      });
      afterEach(() => broker.close());
      const asked = () => broker.log.filter((line) => calculator.test(line)).length;

      async function filled(order: OrderRequest): Promise<FilledOrder> {
        const placement = await gateway.place(order);
        const [id = ''] = placement.outcome === 'ACCEPTED' ? placement.broker_order_ids : [];
        const { side, symbol, isin, quantity, kind, limit_price } = order;
        const average_price = limit_price ?? '';
        return { broker_order_id: id, side, symbol, isin, quantity, average_price, kind, day: '2026-03-02' };
      }

      it('say what each order needs, in the order that was asked, and send none', async () => {
        await filled(ORDER);
        const market: OrderRequest = { ...ORDER, tag: 'MARKET', kind: 'MARKET', limit_price: null };
        // Six more than are held.
        const short: OrderRequest = { ...SALE, tag: 'SHORT', quantity: '16' };
        const estimates = await gateway.rehearse([ORDER, SALE, market, short]);
        assert.deepEqual(
          estimates.map(({ tag, needs, refusal }) => [tag, needs, refusal]),
          [
            [ORDER.tag, '35124', null],
            ['SALE', '0', null],
            ['MARKET', '35124', null],
            ['SHORT', '21074.4', null],
          ],
        );
        // Dhan's calculator names its brokerage alone.
        assert.deepEqual(
          estimates.slice(0, 2).map(({ charges }) => charges),
          isDhan ? [null, null] : [BOUGHT, SOLD],
        );
        assert.equal(broker.account.state.requests.length, 1);
        assert.deepEqual(await gateway.rehearse([]), []);
      });

      it('refuse one order in their own words, and answer for the others', async () => {
        broker.account.unlisted.add('INFY');
        const infosys = {
          ...ORDER,
          tag: 'INFOSYS',
          symbol: 'INFY',
          isin: 'INE009A01021',
          limit_price: '1500',
        };
        const half = { ...ORDER, tag: 'HALF', quantity: '0.5' };
        const [first, refused, odd, last] = await gateway.rehearse([ORDER, infosys, half, SALE]);
        assert.deepEqual(refused, {
          tag: 'INFOSYS',
          needs: null,
          charges: null,
          refusal: isDhan ? 'Invalid SecurityId' : 'Invalid `tradingsymbol`.',
        });
        assert.match(odd?.refusal ?? '', /whole number of shares/);
        assert.deepEqual([first?.needs, first?.refusal, last?.refusal], ['35124', null, null]);
        // The order itself would be refused as well.
        const placement = await gateway.place(infosys);
        assert.equal(placement.outcome, 'REFUSED');
        assert.ok(!broker.log.some((line) => line.includes('0.5')));
      });

      it('answer for hundreds of orders, of which some are refused', async () => {
        broker.account.unlisted.add('INFY');
        const orders = Array.from({ length: isDhan ? 110 : 450 }, (_, nr) => ({
          ...ORDER,
          tag: `T${nr}`,
          ...(nr % 150 === 7 ? { symbol: 'INFY', isin: null } : {}),
          quantity: String(nr + 1),
          limit_price: '100',
        }));
        const estimates = await gateway.rehearse(orders);
        assert.deepEqual(
          estimates.map(({ tag, needs }) => `${tag} ${needs}`),
          orders.map(({ tag }, nr) => `${tag} ${nr % 150 === 7 ? null : (nr + 1) * 100}`),
        );
        // Zerodha: three lists, and each refused order is found by halving its list.
        assert.ok(isDhan ? asked() === 110 : asked() < 60, String(asked()));
      });

      it('are asked again after a failure, and fail with a reason', async () => {
        for (const fault of ['dropped', 'server_error', 'cut', 'too_many_requests'] as const) {
          broker.dice.planReads(fault, { times: 1, path: calculator });
          assert.equal((await gateway.rehearse([ORDER]))[0]?.needs, '35124', fault);
        }
        broker.dice.planReads('garbage', { times: 1, path: calculator });
        assert.equal(await reasonOf(gateway.rehearse([ORDER])), 'BROKER_MALFORMED');
        broker.dice.forget();
        broker.dice.planReads('server_error', { path: calculator });
        assert.equal(await reasonOf(gateway.rehearse([ORDER, SALE])), 'BROKER_ERROR');
        broker.dice.forget();
        broker.dice.planReads('too_many_requests', { path: calculator });
        assert.equal(await reasonOf(gateway.rehearse([ORDER])), 'RATE_LIMITED');
        broker.dice.forget();
        broker.dice.planReads('hang', { path: calculator });
        const hasty = subject.open(broker.url, { timeoutMs: 100 });
        assert.equal(await reasonOf(hasty.rehearse([ORDER])), 'BROKER_TIMEOUT');
        const stopped = new AbortController();
        const waiting = gateway.rehearse([ORDER], stopped.signal);
        setTimeout(() => stopped.abort(), 50);
        await assert.rejects(waiting);
        assert.equal(broker.account.state.requests.length, 0);
      });

      it('need a login once the session has ended', async () => {
        const order = await filled(ORDER);
        clock.pass(24 * 60);
        broker.dice.ended.add(TOKEN);
        assert.equal(await reasonOf(gateway.rehearse([ORDER, SALE])), 'NEEDS_LOGIN');
        assert.equal(await reasonOf(gateway.chargesOf([order])), 'NEEDS_LOGIN');
      });

      it('say what filled orders were charged, and leave out the ones that they do not know', async () => {
        const orders = [await filled(ORDER), await filled(SALE)];
        const stranger: FilledOrder = { ...orders[0]!, broker_order_id: '26999999999999', symbol: 'GONE' };
        broker.account.unlisted.add('GONE');
        assert.deepEqual([...(await gateway.chargesOf([]))], []);
        // Dhan has them in its history, which begins the day before today.
        if (isDhan) assert.deepEqual([...(await gateway.chargesOf(orders))], []);
        clock.pass(24 * 60);
        const known = await gateway.chargesOf([...orders, stranger]);
        assert.deepEqual(
          [...known],
          [
            [orders[0]?.broker_order_id, BOUGHT],
            [orders[1]?.broker_order_id, SOLD],
          ],
        );
      });

      it('keep to the rate of the account’s reads, not to the one of its orders', async () => {
        const limits = new NotedLimits();
        const using = subject.open(broker.url, { limits });
        await using.orders();
        const keys = [...limits.asked.keys()];
        await using.rehearse([ORDER]);
        await using.chargesOf([await filled(ORDER)]);
        const added = [...limits.asked.keys()].filter((key) => !keys.includes(key));
        // In front of that rate calculators stand in a line of their own, one at a time.
        assert.deepEqual(
          added.map((key) => key.slice(key.lastIndexOf('/'))),
          ['/calculator'],
        );
      });

      it('repeat no secret that the broker repeats in a refusal', async () => {
        const echo = `Invalid order for ${TOKEN} of k1teapikey0000aa and 1100353799`;
        const server = await loopback(400, isDhan, {
          error: { status: 'error', error_type: 'InputException', message: echo },
          dhan: { errorType: 'Input_Exception', errorCode: 'DH-905', errorMessage: echo },
        });
        try {
          const [estimate] = await subject.open(server.url).rehearse([ORDER]);
          assert.match(estimate?.refusal ?? '', /^Invalid order for \[removed\] of /);
          assert.ok(!estimate?.refusal?.includes(TOKEN));
          assert.ok(!estimate?.refusal?.includes(isDhan ? '1100353799' : 'k1teapikey0000aa'));
        } finally {
          await server.close();
        }
      });
    });

  describe('zerodha', () => {
    const [zerodha] = subjects(clock);
    const answered = async (data: unknown, work: (gateway: OrderGateway) => Promise<unknown>) => {
      const server = await loopback(200, false, { error: { status: 'success', data } });
      try {
        return await work(zerodha!.open(server.url));
      } finally {
        await server.close();
      }
    };
    const rehearsed = (data: unknown) => answered(data, (gateway) => gateway.rehearse([ORDER]));
    const margin = (change: object = {}, charges: object = {}) => [
      {
        type: 'equity',
        tradingsymbol: 'TCS',
        exchange: 'NSE',
        var: 1498,
        leverage: 1,
        charges: {
          transaction_tax: 1.498,
          transaction_tax_type: 'stt',
          exchange_turnover_charge: 0.051681,
          sebi_turnover_charge: 0.001498,
          brokerage: 0.01,
          stamp_duty: 0.22,
          gst: { igst: 0.011372219999999999, cgst: 0, sgst: 0, total: 0.011372219999999999 },
          total: 1.79255122,
          ...charges,
        },
        total: 1498,
        ...change,
      },
    ];

    it('are read to the exact decimal', async () => {
      const charges = {
        brokerage: '0.01',
        stt: '1.498',
        exchange: '0.051681',
        sebi: '0.001498',
        stamp_duty: '0.22',
        gst: '0.01137222',
        total: '1.79255122',
      };
      const { tag } = ORDER;
      assert.deepEqual(await rehearsed(margin()), [{ tag, needs: '1498', charges, refusal: null }]);
      // Where a figure is absent it is not known; a purchase for nothing has no price yet.
      assert.deepEqual(await rehearsed(margin({ total: 0, charges: undefined })), [
        { tag, needs: null, charges: null, refusal: null },
      ]);
      assert.deepEqual(await rehearsed(margin({ total: null }, { stamp_duty: undefined })), [
        { tag, needs: null, charges: { ...charges, stamp_duty: null, total: '1.57255122' }, refusal: null },
      ]);
    });

    it('are refused as a whole where an answer cannot be read, or is of another order', async () => {
      for (const data of [
        null,
        [],
        [7],
        [...margin(), ...margin()],
        margin({ tradingsymbol: 'INFY' }),
        margin({ quantity: 11 }),
        margin({ transaction_type: 'SELL' }),
        margin({ total: -3.4028234663852886e38 }),
        margin({ total: 'NaN' }),
        margin({ total: 1e30 }),
        margin({ charges: 'none' }),
        margin({}, { transaction_tax: -1 }),
        margin({}, { gst: 3 }),
      ])
        assert.equal(await reasonOf(rehearsed(data)), 'BROKER_MALFORMED', JSON.stringify(data));
      const order: FilledOrder = { ...ORDER, broker_order_id: '1', average_price: '1498', day: '2026-03-02' };
      const note = margin({ transaction_type: 'BUY', quantity: 9 });
      assert.equal(
        await reasonOf(answered(note, (gateway) => gateway.chargesOf([order]))),
        'BROKER_MALFORMED',
      );
    });

    it('have no fills of past days', () => {
      assert.equal(zerodha?.open('http://127.0.0.1:9').pastFills, null);
    });
  });

  describe('dhan', () => {
    const [, dhan] = subjects(clock);
    let broker: PracticeBroker;
    let gateway: OrderGateway;
    beforeEach(async () => {
      clock.at = new Date('2026-03-02T06:00:00.000Z');
      broker = practiceBroker(clock);
      await broker.listen(0);
      gateway = dhan!.open(broker.url);
    });
    afterEach(() => broker.close());

    it('refuse a share that the list of shares does not have, and ask nobody about it', async () => {
      const [estimate] = await gateway.rehearse([{ ...ORDER, symbol: 'NOSUCH', isin: null }]);
      assert.match(estimate?.refusal ?? '', /does not have NOSUCH/);
      assert.ok(!broker.log.some((line) => line.includes('margincalculator')));
    });

    it('are read with or without an envelope, and refused where they cannot be', async () => {
      const margin = { totalMargin: 35124.0, availableBalance: 10, insufficientBalance: 35114, brokerage: 0 };
      const asked = async (answer: unknown) => {
        const server = await loopback(200, true, { dhan: answer });
        try {
          return await dhan!.open(server.url).rehearse([ORDER]);
        } finally {
          await server.close();
        }
      };
      for (const answer of [margin, { status: 'success', remarks: '', data: margin }])
        assert.equal((await asked(answer))[0]?.needs, '35124');
      assert.equal((await asked({ ...margin, totalMargin: undefined }))[0]?.needs, null);
      for (const answer of [
        7,
        [],
        { ...margin, totalMargin: -3.402823669209385e38 },
        { ...margin, totalMargin: 'Infinity' },
      ])
        assert.equal(await reasonOf(asked(answer)), 'BROKER_MALFORMED', JSON.stringify(answer));
    });

    /** Orders of a Monday, more than a page of the history has. */
    async function monday(count: number): Promise<FilledOrder[]> {
      const orders: FilledOrder[] = [];
      for (let nr = 0; nr < count; nr += 1) {
        const order = { ...ORDER, tag: `M${nr}`, quantity: '1' };
        const placement = await gateway.place(order);
        const [id = ''] = placement.outcome === 'ACCEPTED' ? placement.broker_order_ids : [];
        orders.push({ ...order, broker_order_id: id, average_price: '3512.4', day: '2026-03-02' });
      }
      return orders;
    }

    it('find the charges of orders on two pages of the history', async () => {
      const orders = await monday(25);
      clock.pass(24 * 60);
      const known = await gateway.chargesOf(orders);
      // Of ₹3,512.40, to four places.
      const charges = {
        brokerage: '0',
        stt: '3.5124',
        exchange: '0.1078',
        sebi: '0.0035',
        stamp_duty: '0.5269',
        gst: '0.02',
        total: '4.1706',
      };
      assert.equal(known.size, 25);
      for (const { broker_order_id } of orders) assert.deepEqual(known.get(broker_order_id), charges);
      assert.ok(broker.log.some((line) => line.endsWith('/v2/trades/2026-03-02/2026-03-02/1')));
    });

    it('leave out an order of which the history has not all', async () => {
      const [order] = await monday(1);
      clock.pass(24 * 60);
      const { fills } = broker.account.state;
      assert.equal((await gateway.chargesOf([{ ...order!, quantity: '2' }])).size, 0);
      assert.equal((await gateway.chargesOf([{ ...order!, side: 'SELL' }])).size, 0);
      assert.equal((await gateway.chargesOf([order!])).size, 1);
      // Its second fill adds what it was charged.
      fills.push({ ...fills[0]!, id: '2' });
      const charged = await gateway.chargesOf([{ ...order!, quantity: '2' }]);
      assert.equal(charged.get(order!.broker_order_id)?.total, '8.3412');
    });

    it('tell the fills of past days by the NSE’s symbols, and none of today', async () => {
      const [order] = await monday(1);
      const { pastFills } = gateway;
      assert.deepEqual((await pastFills?.('2026-03-02', '2026-03-02'))?.fills, []);
      clock.pass(24 * 60);
      const fill = {
        broker_order_id: order?.broker_order_id,
        fill_id: null,
        side: 'BUY',
        symbol: 'TCS',
        quantity: '1',
        price: '3512.4',
        day: '2026-03-02',
      };
      // Two fills of one second are two, by their place.
      broker.account.state.fills.push({ ...broker.account.state.fills[0]!, id: '2' });
      const past = (await pastFills?.('2026-02-20', '2026-03-09'))?.fills ?? [];
      assert.deepEqual(
        past.map((one) => ({ ...one, fill_id: null })),
        [fill, fill],
      );
      assert.equal(new Set(past.map(({ fill_id }) => fill_id)).size, 2);
      broker.account.state.fills[0]!.order_id = '';
      // A row that cannot be read names its order, and the others are told.
      const torn = await pastFills?.('2026-03-02', '2026-03-02');
      assert.deepEqual([[...(torn?.torn ?? [])], torn?.fills.length], [[''], 1]);
    });
  });
});

/** A broker that gives one answer to everything but Dhan's list of shares. */
async function loopback(
  status: number,
  isDhan: boolean,
  answers: { error?: unknown; dhan?: unknown },
): Promise<LoopbackServer> {
  return await new LoopbackServer((url) =>
    url.pathname.endsWith('/instrument/NSE_EQ')
      ? {
          status: 200,
          type: 'text/csv',
          body: 'EXCH_ID,SEGMENT,SECURITY_ID,ISIN,INSTRUMENT,UNDERLYING_SYMBOL,SERIES\nNSE,E,11536,INE467B01029,EQUITY,TCS,EQ\n',
        }
      : {
          status,
          type: 'application/json',
          body: JSON.stringify(isDhan ? answers.dhan : answers.error),
        },
  ).start();
}
