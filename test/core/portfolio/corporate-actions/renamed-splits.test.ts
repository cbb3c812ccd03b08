import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';
import { tradebookImports } from '../../../support/tradebook-rows.ts';

const by = { actor: 'test' };
const OLD = 'INE9Z1A01018';
const NEW = 'INE9Z1A01026';

describe('a new symbol and a change of units of one morning', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-08-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const { line, importFile } = tradebookImports(() => fixture);
  const service = () => fixture.core.corporateActions;
  const list = async () => await service().list(fixture.owner);
  const open = async () => (await list()).open;
  const held = async () =>
    Object.fromEntries(
      (await fixture.core.portfolio.holdings.all(fixture.owner)).map(({ symbol, quantity }) => [
        symbol,
        quantity,
      ]),
    );
  const decided = async () =>
    (await list()).decided
      .map(({ kind, symbol, status }) => [kind, symbol, status])
      .toSorted(([a = ''], [b = '']) => a.localeCompare(b));

  /** 100 shares at 1,000 under the old name; 50 of the new ones sold at a fifth of the price a week later. */
  const face = async () =>
    await importFile([
      line('OLDCO', OLD, '2024-03-01', 100, 1000),
      line('NEWCO', NEW, '2024-03-08', -50, 202),
    ]);

  it('a new symbol and ISIN at a fifth of the price: one proposal with its ratio, which one press applies', async () => {
    const { corporate_actions } = await face();
    assert.deepEqual(corporate_actions, { applied: 0, open: 1 });
    const [asked, ...others] = await open();
    assert.ok(asked !== undefined && others.length === 0);
    const { sentence, ...terms } = asked;
    assert.deepEqual(
      [
        terms.kind,
        terms.symbol,
        terms.into_symbol,
        terms.new_shares,
        terms.old_shares,
        terms.state,
        terms.title,
      ],
      ['SPLIT', 'OLDCO', 'NEWCO', 5, 1, 'OPEN', '5 for 1 split, renamed to NEWCO'],
    );
    assert.equal(
      sentence,
      'Your trades have OLDCO with the ISIN INE9Z1A01018 until 1 Mar 2024 at 1,000, and NEWCO with INE9Z1A01026 from 8 Mar 2024 at 202. This fits a new symbol with a 5 for 1 split: 100 shares would become 500 NEWCO. Both are applied together.',
    );
    await service().apply(fixture.owner, [asked.id], by);
    // 100 × 5 − 50.
    assert.deepEqual([await open(), await held()], [[], { NEWCO: 450 }]);
    assert.deepEqual(await decided(), [
      ['RENAME', 'OLDCO', 'APPLIED'],
      ['SPLIT', 'NEWCO', 'APPLIED'],
    ]);
    // A repeat changes nothing.
    assert.equal((await service().apply(fixture.owner, [asked.id], { actor: 'again' })).applied, 0);
  });

  it('undoing either undoes both in one change of the ledger, and both wait again as one', async () => {
    await face();
    for (const kind of ['RENAME', 'SPLIT']) {
      const [asked] = await open();
      await service().apply(fixture.owner, [asked?.id ?? ''], { actor: `apply ${kind}` });
      const one = (await list()).decided.find((other) => other.kind === kind && other.status === 'APPLIED');
      const revision = async () => Number(await fixture.core.database.revision(fixture.owner, ['ledger']));
      const before = await revision();
      await service().undo(fixture.owner, one?.id ?? '', { actor: `undo ${kind}` });
      assert.equal(await revision(), before + 1);
      assert.deepEqual(
        (await open()).map(({ title, is_undone }) => [title, is_undone]),
        [['5 for 1 split, renamed to NEWCO', true]],
      );
      assert.equal((await held())['OLDCO'], 100);
    }
  });

  it('dismissing dismisses both', async () => {
    await face();
    const [asked] = await open();
    await service().decline(fixture.owner, [asked?.id ?? ''], by);
    assert.deepEqual(await open(), []);
    assert.deepEqual(await decided(), [
      ['RENAME', 'OLDCO', 'DECLINED'],
      ['SPLIT', 'NEWCO', 'DECLINED'],
    ]);
  });

  it('a price that fits several ratios: the ratio is asked for, and the one that is entered is applied with the name', async () => {
    // 1,000 / 300 = 3.33 over four months: no ratio is likely alone.
    await importFile([
      line('OLDCO', OLD, '2024-03-01', 100, 1000),
      line('NEWCO', NEW, '2024-07-05', -50, 300),
    ]);
    const [asked] = await open();
    assert.deepEqual([asked?.state, asked?.kind, asked?.into_symbol], ['NEEDS_TERMS', 'SPLIT', 'NEWCO']);
    await refused(service().apply(fixture.owner, [asked?.id ?? ''], by), 422, 'VALIDATION_ERROR');
    assert.deepEqual(await decided(), []);
    const terms = { [asked?.id ?? '']: { kind: 'BONUS', new_shares: 4, old_shares: 1 } };
    await service().apply(fixture.owner, [asked?.id ?? ''], { actor: 'with terms' }, terms);
    // 100 × 4 − 50.
    assert.deepEqual([await open(), await held()], [[], { NEWCO: 350 }]);
  });

  it('a sale of all units of one ratio decides for it where the price does not', async () => {
    await importFile([
      line('OLDCO', OLD, '2024-03-01', 100, 1000),
      line('NEWCO', NEW, '2024-07-05', -200, 370),
    ]);
    const [asked] = await open();
    assert.deepEqual([asked?.state, asked?.new_shares, asked?.old_shares], ['OPEN', 2, 1]);
  });

  it('at an unchanged price the new symbol alone is proposed', async () => {
    await importFile([
      line('OLDCO', OLD, '2024-03-01', 100, 1000),
      line('NEWCO', NEW, '2024-03-08', -50, 1010),
    ]);
    assert.deepEqual(
      (await open()).map(({ kind, title }) => [kind, title]),
      [['RENAME', 'renamed to NEWCO']],
    );
  });

  it('a new symbol of the exchange’s list and a split announced for its day: one press applies both', async () => {
    await fixture.core.database.asSystem('lists of a test', async (trx) => {
      await trx('market.symbol_changes').insert({
        exchange: 'NSE',
        from_symbol: 'OLDLIST',
        to_symbol: 'NEWLIST',
        changed_on: '2024-03-08',
        source: 'test',
      });
      await trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'OLDLIST',
        ex_date: '2024-03-08',
        raw: 'Face value split from Rs 10 to Rs 2',
        kind: 'SPLIT',
        new_shares: 5,
        old_shares: 1,
        status: 'READ',
        source: 'NSE',
      });
    });
    await importFile([line('OLDLIST', '', '2024-03-01', 100, 1000)]);
    const [asked, ...others] = await open();
    assert.deepEqual(
      [asked?.title, asked?.units_after, others.length],
      ['5 for 1 split, renamed to NEWLIST', 500, 0],
    );
    await service().apply(fixture.owner, 'all', by);
    assert.deepEqual([await open(), await held()], [[], { NEWLIST: 500 }]);
  });

  it('every figure of either symbol is marked until both are decided', async () => {
    await face();
    const undecided = await service().undecided(fixture.owner);
    assert.deepEqual(
      undecided.map(({ symbol, ratio }) => [symbol, ratio]),
      [
        ['OLDCO', 5],
        ['NEWCO', null],
      ],
    );
  });
});
