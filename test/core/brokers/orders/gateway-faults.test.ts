import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { BrokerOrder, OrderGateway } from '../../../../core/brokers/orders/gateway.ts';
import {
  FAULT_NAMES,
  FaultDice,
  type FaultName,
  type PracticeBroker,
} from '../../../../core/brokers/practice/index.ts';
import { heldClock } from '../../../support/core.ts';
import { sampled } from '../../../support/soak.ts';
import { NotedLimits, ORDER, practiceBroker, shown, subjects, TOKEN } from './subjects.ts';

/** What an order comes to under each fault, and what the book shows of it in the end. */
const EXPECTED: Record<FaultName, { placement: string; book: string }> = {
  answer_lost: { placement: 'CONNECTION_LOST', book: 'COMPLETE 10 at 3512.4' },
  seen_late: { placement: 'CONNECTION_LOST', book: 'COMPLETE 10 at 3512.4' },
  dropped: { placement: 'CONNECTION_LOST', book: '' },
  refused_funds: { placement: 'FUNDS_SHORT', book: '' },
  timed_out_placed: { placement: 'UNKNOWN_REFUSAL', book: 'COMPLETE 10 at 3512.4' },
  timed_out: { placement: 'UNKNOWN_REFUSAL', book: '' },
  too_many_requests: { placement: 'RATE_LIMITED', book: '' },
  server_error_placed: { placement: 'SERVER_ERROR', book: 'COMPLETE 10 at 3512.4' },
  server_error: { placement: 'SERVER_ERROR', book: '' },
  hang_placed: { placement: 'TIMEOUT', book: 'COMPLETE 10 at 3512.4' },
  hang: { placement: 'TIMEOUT', book: '' },
  garbage: { placement: 'UNREADABLE', book: 'COMPLETE 10 at 3512.4' },
  cut: { placement: 'CONNECTION_LOST', book: 'COMPLETE 10 at 3512.4' },
  sliced: { placement: 'ACCEPTED', book: 'COMPLETE 3 at 3512.4, COMPLETE 3 at 3512.4' },
  resting: { placement: 'ACCEPTED', book: 'OPEN 0 at null' },
  partial_fill: { placement: 'ACCEPTED', book: 'OPEN 5 at 3512.4' },
  cancelled: { placement: 'ACCEPTED', book: 'CANCELLED 0 at null' },
  overfilled: { placement: 'ACCEPTED', book: 'COMPLETE 11 at 3512.4' },
  price_zero: { placement: 'ACCEPTED', book: 'COMPLETE 10 at null' },
  cancelled_then_filled: { placement: 'ACCEPTED', book: 'COMPLETE 10 at 3512.4' },
  stranger_fill: { placement: 'ACCEPTED', book: 'COMPLETE 10 at 3512.4' },
  // The book lies of these; what is made of it is decided where the order is known.
  other_side: { placement: 'ACCEPTED', book: 'COMPLETE 10 at 3512.4' },
  other_symbol: { placement: 'ACCEPTED', book: 'COMPLETE 10 at 3512.4' },
  price_out_of_band: { placement: 'ACCEPTED', book: 'COMPLETE 10 at 5268.6' },
  shrinking_fill: { placement: 'ACCEPTED', book: 'OPEN 0 at null' },
  larger_fill: { placement: 'ACCEPTED', book: 'COMPLETE 15 at 3512.4' },
  two_ids: { placement: 'ACCEPTED', book: 'COMPLETE 10 at 3512.4, COMPLETE 10 at 3512.4' },
  lost_tag: { placement: 'ACCEPTED', book: '' },
  cut_tag: { placement: 'ACCEPTED', book: '' },
  complete_with_0: { placement: 'ACCEPTED', book: 'COMPLETE 0 at null' },
  raised_quantity: { placement: 'ACCEPTED', book: 'COMPLETE 10 at 3512.4' },
  foreign_row: { placement: 'ACCEPTED', book: 'COMPLETE 10 at 3512.4' },
  stale_book: { placement: 'ACCEPTED', book: 'OPEN 0 at null' },
  session_ends: { placement: 'NEEDS_LOGIN', book: '' },
};

describe('Orders: gateways under faults', function limited(this: Mocha.Suite) {
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

      for (const name of FAULT_NAMES)
        it(`one request and the truth of it: ${name}`, async () => {
          // Those that are waited for in vain are waited for shortly.
          const hasty = name.startsWith('hang');
          const using = hasty ? subject.open(broker.url, { timeoutMs: 1000 }) : gateway;
          if (hasty) await using.orders();
          broker.dice.plan({ name, times: 1 });
          const placement = await place(ORDER, using);
          const { placement: expected, book } = EXPECTED[name];
          assert.equal(
            placement.outcome === 'ACCEPTED'
              ? 'ACCEPTED'
              : placement.outcome === 'REFUSED'
                ? placement.refusal
                : placement.cause,
            // Dhan has no answer in which some parts are refused: it names those that were made.
            expected,
            JSON.stringify(placement),
          );
          assert.notEqual(placement.message, '');
          assert.equal(requests().length, 1);
          assert.equal(requests()[0]?.fault, name);
          let found: BrokerOrder[] = [];
          // The book lags by some looks at most.
          const mine = subject.open(broker.url, { token: () => 'anotherTokenOfTheNextLogin' });
          for (let look = 0; look < 5; look += 1) found = [...(await mine.ordersByTag(ORDER.tag))];
          assert.equal(shown(found), book);
          assert.equal(requests().length, 1);
        });

      it('under faults by chance, never sends twice, and what it says is so in the broker’s own books', async () => {
        const { account, dice } = broker;
        const seed = sampled(11, Number(process.hrtime.bigint() % 1_000_000n));
        const chances = new FaultDice(0.7, seed);
        const hasty = { timeoutMs: 300 };
        for (let nr = 0; nr < sampled(50, 2000); nr += 1) {
          const fault = chances.forOrder();
          if (fault !== null) dice.plan({ ...fault, times: 1 });
          const tag = `RANDOM${nr}`;
          const using = subject.open(broker.url, { ...hasty, token: () => `token-of-${nr}-and-no-other` });
          const placement = await using.place({ ...ORDER, tag, quantity: '3', limit_price: '1' });
          dice.forget();
          const made = account.state.orders.filter((order) => order.tag === tag).map(({ id }) => id);
          const told = JSON.stringify([seed, nr, fault?.name, placement, made]);
          const sent = requests().filter((request) => request.tag === tag).length;
          assert.ok(sent <= 1, told);
          if (placement.outcome === 'ACCEPTED')
            assert.deepEqual(placement.broker_order_ids.toSorted(), made.toSorted(), told);
          if (placement.outcome === 'REFUSED') assert.deepEqual(made, [], told);
          if (/Nothing was sent/.test(placement.message ?? '')) assert.deepEqual([sent, made], [0, []], told);
        }
      });

      it('is stopped before its first byte: nothing is sent, and it says so', async () => {
        const stopped = await gateway.place(ORDER, { signal: AbortSignal.abort() });
        assert.deepEqual(
          [stopped.outcome, 'cause' in stopped && stopped.cause],
          ['UNKNOWN', 'NOT_CONNECTED'],
        );
        assert.match(stopped.message ?? '', /Nothing was sent/);
        const late = await gateway.place(ORDER, { notAfter: performance.now() - 1 });
        assert.deepEqual([late.outcome, 'cause' in late && late.cause], ['UNKNOWN', 'TIMEOUT']);
        assert.match(late.message ?? '', /Nothing was sent/);
        assert.deepEqual(requests(), []);
        assert.deepEqual(await gateway.orders(), []);
      });

      it('is not sent by a machine that was suspended meanwhile, which only its wall clock knows', async () => {
        const limits = new NotedLimits();
        const of = limits.of.bind(limits);
        limits.of = (key, options) => {
          const limiter = of(key, options);
          if (!key.endsWith('/orders')) return limiter;
          return {
            ...limiter,
            run: async (work, signal) => {
              clock.pass(30);
              return await limiter.run(work, signal);
            },
          };
        };
        const slept = await subject.open(broker.url, { limits }).place(ORDER);
        assert.deepEqual([slept.outcome, 'cause' in slept && slept.cause], ['UNKNOWN', 'TIMEOUT']);
        assert.deepEqual(requests(), []);
      });

      it('is stopped after it was sent: what came of it is not known, and it is not sent again', async () => {
        broker.dice.plan({ name: 'hang_placed', times: 1 });
        const stopping = new AbortController();
        const placing = gateway.place(ORDER, { signal: stopping.signal });
        while (requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
        stopping.abort();
        const placement = await placing;
        assert.deepEqual(
          [placement.outcome, 'cause' in placement && placement.cause],
          ['UNKNOWN', 'TIMEOUT'],
        );
        assert.doesNotMatch(placement.message ?? '', /Nothing was sent/);
        assert.equal(requests().length, 1);
      });

      it('says that nothing was sent where nobody listens, or no turn is to be had', async () => {
        const gone = createServer();
        await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
        const { port } = gone.address() as { port: number };
        await new Promise((resolve) => gone.close(resolve));
        const limits = new NotedLimits();
        const broken = {
          of: (key: string, options: Parameters<NotedLimits['of']>[1]) => ({
            ...limits.of(key, options),
            ...(key.endsWith('/orders') ? { run: () => Promise.reject(new Error('no database')) } : {}),
          }),
        };
        const away = subject.open(`http://127.0.0.1:${port}`);
        const unturned = subject.open(broker.url, { limits: broken });
        for (const using of subject.name === 'dhan' ? [unturned] : [away, unturned]) {
          const placement = await using.place(ORDER);
          assert.deepEqual(
            [placement.outcome, 'cause' in placement && placement.cause],
            ['UNKNOWN', 'NOT_CONNECTED'],
          );
          assert.match(placement.message ?? '', /Nothing was sent/);
        }
        assert.deepEqual(requests(), []);
      });
    });
});
