import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

describe('corporate actions whose announcement does not say the terms', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol: 'XYZ',
        date: '2020-03-10',
        type: 'BUY',
        quantity: 40,
        price: 100,
        currency: 'INR',
      },
      by,
    );
    await fixture.core.database.asSystem('an announcement', (trx) =>
      trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'XYZ',
        ex_date: '2021-05-03',
        raw: 'Scheme Of Arrangement',
        kind: 'SCHEME',
        status: 'READ',
        source: 'NSE',
      }),
    );
  });

  const actions = () => fixture.core.corporateActions;
  const list = async () => await actions().list(fixture.owner);
  const waitingId = async (): Promise<string> => {
    const [one, ...others] = (await list()).open;
    assert.equal(one?.state, 'NEEDS_TERMS');
    assert.equal(others.length, 0);
    return one?.id ?? '';
  };

  it('one that is put aside has no made-up terms, and putting it aside twice is once', async () => {
    const id = await waitingId();
    await actions().decline(fixture.owner, [id], by);
    await actions().decline(fixture.owner, [id], by);
    const { open, decided } = await list();
    assert.deepEqual(open, []);
    assert.deepEqual(
      decided.map(({ title, status, new_shares, old_shares, into_symbol }) => [
        title,
        status,
        new_shares,
        old_shares,
        into_symbol,
      ]),
      [['merger', 'DECLINED', null, null, null]],
    );
  });

  it('applied after all it asks for its terms, and shows once', async () => {
    await actions().decline(fixture.owner, [await waitingId()], by);
    const [aside] = (await list()).decided;
    await refused(actions().change(fixture.owner, aside?.id ?? '', {}, by), 422, 'VALIDATION_ERROR');
    const terms = { new_shares: 3, old_shares: 4, into_symbol: 'ZED' };
    const made = await actions().change(fixture.owner, aside?.id ?? '', terms, by);
    assert.equal(made.title, 'merged into ZED, 3 for 4');
    const { open, decided } = await list();
    assert.deepEqual(open, []);
    assert.deepEqual(
      decided.map(({ id, status }) => [id, status]),
      [[made.id, 'APPLIED']],
    );
    // 40 × 3 / 4
    const [held] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'ZED');
    assert.equal(held?.quantity, 30);
  });

  it('a scheme that was taken for a merger and is applied as a demerger waits no more', async () => {
    const id = await waitingId();
    const terms = { kind: 'DEMERGER', new_shares: 1, old_shares: 4, into_symbol: 'ZED', cost_pct: 25 };
    const round = await actions().apply(fixture.owner, [id], by, { [id]: terms });
    assert.deepEqual(round, { applied: 1, open: [] });
  });
});
