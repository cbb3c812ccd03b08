import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type NewsEvent, incomeNotices } from '../../../core/income/news.ts';
import { decimal, addDays } from '../../../core/platform/index.ts';
import type { TransactionType } from '../../../core/portfolio/index.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';

const by = { actor: 'test' };
const declared = (over: Partial<NewsEvent> = {}): NewsEvent => ({
  id: '1',
  symbol: 'ALPHA',
  kind: 'DIVIDEND',
  currency: 'INR',
  status: 'DECLARED',
  day: '2026-03-20',
  ex_date: '2026-03-20',
  record_date: '2026-03-20',
  payment_date: null,
  amount_per_unit: decimal('0.45'),
  entitled_quantity: decimal(12_500),
  gross_amount: decimal(5625),
  withheld_tax: null,
  net_amount: null,
  ...over,
});
const paid = (over: Partial<NewsEvent> = {}) =>
  declared({
    status: 'PAID',
    day: '2026-03-01',
    payment_date: '2026-03-01',
    withheld_tax: decimal(562.5),
    net_amount: decimal(5062.5),
    ...over,
  });
const told = (events: NewsEvent[]) => incomeNotices(events, '2026-03-02');

describe('what is told of income', () => {
  it('what was announced, what became theirs and what was paid, each in its own words', () => {
    // 12,500 × 0.45 = 5,625; less 10 % of tax 5,062.50.
    assert.deepEqual(
      told([declared(), declared({ id: '2', status: 'ENTITLED', day: '2026-02-27' }), paid({ id: '3' })]).map(
        ({ kind, dedupKey, title, body }) => [kind, dedupKey, title, body],
      ),
      [
        [
          'income_declared',
          'income:1:DECLARED',
          'ALPHA announced a dividend: ₹0.45 a unit',
          '₹5,625.00 for your 12,500 units, before tax. Ex-date 20 Mar 2026.',
        ],
        [
          'income_entitled',
          'income:2:ENTITLED',
          'ALPHA: you are entitled to a dividend of ₹5,625.00',
          'You held 12,500 units on 27 Feb 2026; ₹0.45 a unit, before tax. It counts as paid once a sync or file from your broker includes the payment.',
        ],
        [
          'income_paid',
          'income:3:PAID',
          'ALPHA paid ₹5,062.50',
          'A dividend, received on 1 Mar 2026, after ₹562.50 of tax withheld.',
        ],
      ],
    );
  });

  it('what is long past is no news: an announcement of yesterday, an entitlement of eight days, a payment of fifteen', () => {
    const days = (status: NewsEvent['status'], ...all: string[]) =>
      all.map((day) => told([declared({ status, day })]).length);
    assert.deepEqual(days('DECLARED', '2026-03-01', '2026-03-02', '2026-03-20'), [0, 1, 1]);
    assert.deepEqual(days('ENTITLED', '2026-02-22', '2026-02-23', '2026-03-02'), [0, 1, 1]);
    assert.deepEqual(days('PAID', '2026-02-15', '2026-02-16', '2026-03-02'), [0, 1, 1]);
  });

  it('more than three of a kind are one notice, by day, and beyond fifteen lines the rest is counted', () => {
    const many = Array.from({ length: 17 }, (_, n) =>
      paid({ id: String(n + 1), symbol: `S${n}`, day: n === 16 ? '2026-02-20' : '2026-03-01' }),
    );
    const [notice, none] = told([...many, declared({ id: '99' })]).filter(
      ({ kind }) => kind === 'income_paid',
    );
    assert.equal(none, undefined);
    const lines = notice?.body.split('\n') ?? [];
    assert.equal(notice?.title, '17 payments received');
    assert.deepEqual([lines.length, lines.at(-1)], [16, 'and 2 more']);
    assert.match(lines[0] ?? '', /^S16: ₹5,062\.50/);
  });

  it('whatever comes, each event is in at most one notice, and no key comes twice', () => {
    const event = fc
      .tuple(fc.constantFrom('DECLARED', 'ENTITLED', 'PAID'), fc.integer({ min: -30, max: 30 }))
      .map(([status, off]): Partial<NewsEvent> => ({
        status: status as NewsEvent['status'],
        day: addDays('2026-03-02', off),
      }));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (all) => {
        const notices = told(all.map((over, at) => declared({ ...over, id: String(at) })));
        const ids = notices.flatMap(({ payload }) => (payload as { event_ids: string[] }).event_ids);
        assert.equal(new Set(ids).size, ids.length);
        assert.equal(new Set(notices.map(({ dedupKey }) => dedupKey)).size, notices.length);
      }),
    );
  });

  describe('on a database', () => {
    let world: TestCore;
    const coreAnew = sharedCore();
    beforeEach(async () => {
      world = await coreAnew();
    });

    const row = async (type: TransactionType, date: string, quantity: number, price: number) =>
      await world.core.portfolio.transactions.create(
        world.owner,
        { portfolio: 'Main', symbol: 'ALPHA', date, type, quantity, price, fee_tax: 0, currency: 'INR' },
        by,
      );
    const recompute = async () => await world.core.income.recompute(world.owner, by);
    const tell = async () => await world.core.income.tellNews(world.owner);
    const titles = async () =>
      (await world.core.notifications.list(world.owner)).items.map(({ title }) => title).toSorted();

    it('portfolio/Scheduler, daily_dividend_enrichment: each is told once, by however many processes; old payments are not', async () => {
      await row('DIVIDEND', '2019-07-01', 10, 4);
      await row('DIVIDEND', '2026-02-27', 10, 5);
      await recompute();
      assert.equal(
        (await Promise.all([tell(), tell(), tell()])).reduce((sum, n) => sum + n),
        1,
      );
      assert.deepEqual(await titles(), ['ALPHA paid ₹50.00']);
      await recompute();
      assert.equal(await tell(), 0);
      await row('DIVIDEND', '2026-03-01', 10, 6);
      await recompute();
      assert.equal(await tell(), 1);
      assert.deepEqual(await titles(), ['ALPHA paid ₹50.00', 'ALPHA paid ₹60.00']);
    });

    it('a payment that goes and comes again is not told again, and what is switched off is not kept for later', async () => {
      const paidRow = await row('DIVIDEND', '2026-02-27', 10, 5);
      await recompute();
      await tell();
      await world.core.portfolio.transactions.remove(world.owner, paidRow.id, by);
      await recompute();
      await world.core.portfolio.transactions.restore(world.owner, paidRow.id, by);
      await recompute();
      assert.equal(await tell(), 0);
      await world.core.notifications.saveSettings(world.owner, { modes: { income_paid: 'off' } });
      await row('DIVIDEND', '2026-03-01', 10, 6);
      await recompute();
      assert.equal(await tell(), 0);
      await world.core.notifications.saveSettings(world.owner, { modes: { income_paid: 'silent' } });
      assert.equal(await tell(), 0);
      assert.deepEqual(await titles(), ['ALPHA paid ₹50.00']);
    });
  });
});
