import assert from 'node:assert/strict';
import { repaymentOf } from '../../../core/liabilities/repayment.ts';
import { decimal, Problem } from '../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../support/core.ts';

const by = { actor: 'api:owner' };

describe('liabilities', () => {
  let world: TestCore;
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  const area = () => world.core.liabilities;
  const refused = async (work: Promise<unknown>, status: number, code: string): Promise<Problem> => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Problem, String(error));
    assert.deepEqual([error.status, error.code], [status, code]);
    return error;
  };

  it('portfolio/Resources, Liability: a debt has a balance and a currency; rate and EMI where given', async () => {
    const made = await area().create(
      world.owner,
      { name: ' Car ', type: 'LOAN', balance: 1200, emi: 100, rate_pct: 0 },
      by,
    );
    assert.deepEqual(
      [made.name, made.balance, made.currency, made.rate_pct, made.emi, made.months_left],
      ['Car', 1200, 'INR', 0, 100, 12],
    );
    const card = await area().create(
      world.owner,
      { name: 'Card', type: 'CARD', balance: 5.5, currency: 'USD' },
      by,
    );
    assert.deepEqual([card.rate_pct, card.emi, card.months_left], [null, null, null]);
    assert.match(card.months_left_reason ?? '', /instalment is not set/);
    await refused(
      area().create(world.owner, { name: 'CAR', type: 'OTHER', balance: 1 }, by),
      409,
      'LIABILITY_EXISTS',
    );
    const wrong = await refused(
      area().create(world.owner, { name: 'x', type: 'HOUSE', balance: -1 }, by),
      422,
      'VALIDATION_ERROR',
    );
    assert.deepEqual(wrong.errors?.map(({ field }) => field).sort(), ['balance', 'type']);
  });

  it('portfolio/Report rules 13: history begins with the entry, and each changed balance is kept; nothing before is made up', async () => {
    const made = await area().create(
      world.owner,
      { name: 'House', type: 'MORTGAGE', balance: 5_000_000 },
      by,
    );
    assert.deepEqual((await area().history(world.owner, made.id)).items, [
      { recorded_at: '2026-03-02T06:00:00.000Z', balance: 5_000_000, currency: 'INR' },
    ]);
    world.clock.pass(24 * 60);
    await area().update(world.owner, made.id, { balance: 4_950_000 }, by);
    // a new name or rate is no change of what is owed
    await area().update(world.owner, made.id, { rate_pct: 8.5, emi: 45_000 }, by);
    await area().update(world.owner, made.id, { balance: 4_950_000 }, by);
    assert.deepEqual((await area().history(world.owner, made.id)).items, [
      { recorded_at: '2026-03-02T06:00:00.000Z', balance: 5_000_000, currency: 'INR' },
      { recorded_at: '2026-03-03T06:00:00.000Z', balance: 4_950_000, currency: 'INR' },
    ]);
    await area().remove(world.owner, made.id, by);
    await refused(area().history(world.owner, made.id), 404, 'LIABILITY_NOT_FOUND');
  });

  it('portfolio/Tenancy: another person neither sees nor reaches it', async () => {
    const [one] = await area().list(world.owner);
    assert.ok(one);
    assert.deepEqual(await area().list(world.stranger), []);
    await refused(area().get(world.stranger, one.id), 404, 'LIABILITY_NOT_FOUND');
    await refused(area().update(world.stranger, one.id, { balance: 1 }, by), 404, 'LIABILITY_NOT_FOUND');
    await refused(area().remove(world.stranger, one.id, by), 404, 'LIABILITY_NOT_FOUND');
  });

  it('how long it lasts: by the annuity, or unknown with the reason', () => {
    const of = (balance: number, rate: number | null, emi: number | null) =>
      repaymentOf(decimal(balance), rate, emi === null ? null : decimal(emi));
    // 100,000 at 1 % a month: 100000·0.01⁄(1 − 1.01^−12) = 8,884.88 a month for 12 months
    assert.equal(of(100_000, 12, 8884.88).months_left, 12);
    // a paisa too little leaves a rest for a 13th
    assert.equal(of(100_000, 12, 8884.87).months_left, 13);
    assert.equal(of(0, null, null).months_left, 0);
    assert.match(of(100_000, 12, 1000).reason ?? '', /interest/);
    assert.match(of(100, null, 5).reason ?? '', /rate/);
  });
});
