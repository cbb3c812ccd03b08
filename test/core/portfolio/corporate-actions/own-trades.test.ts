import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { tradebookImports } from '../../../support/tradebook-rows.ts';

const by = { actor: 'test' };
const OLD = 'INE9Z1A01018';
const NEW = 'INE9Z1A01026';

describe('corporate actions that only the person’s own trades tell of', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-08-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const { line, importFile } = tradebookImports(() => fixture);
  const list = async () => await fixture.core.corporateActions.list(fixture.owner);
  const proposed = async () =>
    (await list()).open.map(({ symbol, title, state, ex_date, source }) => [
      symbol,
      title,
      state,
      ex_date,
      source,
    ]);
  const gainOf = async (fy: string) =>
    (await fixture.core.reports.tax.read(fixture.owner, { fy })).short_term.gain;

  it('a new ISIN at about a tenth of the price two months later: a 10 for 1 split is proposed, and the loss that was none is gone once it is applied', async () => {
    // 862.85 / 107.24 = 8.05, of a share that moved in between; face values of Indian shares make 10 of 1 and never 8.
    await importFile([
      line('STEELCO', OLD, '2022-06-20', 105, 862.85),
      line('STEELCO', NEW, '2022-08-26', -110, 107.24),
    ]);
    const [proposal] = (await list()).open;
    assert.equal(
      proposal?.sentence,
      'The ISIN of STEELCO changes in your trades from INE9Z1A01018 to INE9Z1A01026, and its price from 862.85 on 20 Jun 2022 to 107.24 on 26 Aug 2022. This fits a 10 for 1 split: 105 shares would become 1,050. Check it before you apply it.',
    );
    // 105 × (107.24 − 862.85) = −79,339.05: the other 5 that were sold have no purchase.
    assert.equal(await gainOf('2022-23'), -79_339.05);
    await fixture.core.corporateActions.apply(fixture.owner, [proposal.id], by);
    // 110 × (107.24 − 86.285) = 2,305.05.
    assert.equal(await gainOf('2022-23'), 2305.05);
    assert.deepEqual(await proposed(), []);
  });

  it('whichever file comes first, and whichever portfolio tells of the other ISIN', async () => {
    const older = [line('RAILCO', 'INE9Z2A01016', '2021-10-13', 202, 4845.14)];
    const newer = [line('RAILCO', 'INE9Z2A01024', '2021-11-08', -207, 839.86)];
    const split = ['RAILCO', '5 for 1 split', 'OPEN', '2021-11-08', 'FILE'];
    await importFile(newer);
    assert.deepEqual(await proposed(), []);
    await importFile(older);
    assert.deepEqual(await proposed(), [split]);
    fixture = await coreAnew();
    await importFile(newer);
    await fixture.core.portfolio.portfolios.create(
      fixture.owner,
      { name: 'Second', base_currency: 'INR' },
      by,
    );
    await importFile(older, 'Second');
    assert.deepEqual(await proposed(), [split]);
  });

  it('the price went on, or what happened is recorded: nothing is proposed', async () => {
    await importFile([
      line('STEADY', 'INE9Z3A01014', '2022-06-20', 100, 500),
      line('STEADY', 'INE9Z3A01022', '2022-06-27', 10, 512),
      line('FOODCO', 'INE9Z6A01017', '2023-12-28', 75, 26095),
      line('FOODCO', 'INE9Z6A01017', '2023-12-29', -75, 26100),
      line('FOODCO', 'INE9Z6A01025', '2024-02-14', 100, 2437),
      line('RECORDED', 'INE9Z2A01016', '2022-06-20', 100, 500),
      line('RECORDED', 'INE9Z2A01024', '2022-07-20', 10, 49),
    ]);
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol: 'RECORDED',
        date: '2022-07-01',
        type: 'SPLIT',
        quantity: 10,
        price: 0,
        currency: 'INR',
      },
      by,
    );
    assert.deepEqual(await proposed(), []);
  });

  it('the ISIN of another company under the same symbol is a mistake, and no split of the share', async () => {
    await importFile([
      line('MIXED', 'INE002A01018', '2024-01-01', 10, 1000),
      line('MIXED', 'INE009A01021', '2024-07-20', 10, 500),
      line('FELL', 'INE002B01018', '2024-01-01', 10, 1000),
      line('FELL', 'INE009B01021', '2024-07-20', 10, 650),
    ]);
    assert.deepEqual(await proposed(), []);
  });

  it('the ratio is not plain: it is asked for, entered or put aside', async () => {
    await importFile([
      // 7.07 is as far from 5 as from 10.
      line('BETWEEN', 'INE9Z3A01014', '2022-01-10', 100, 707),
      line('BETWEEN', 'INE9Z3A01022', '2022-06-10', 10, 100),
      line('PUTASIDE', 'INE9Z4A01012', '2022-01-10', 100, 330),
      line('PUTASIDE', 'INE9Z4A01020', '2022-06-12', 10, 100),
    ]);
    assert.deepEqual(await proposed(), [
      ['BETWEEN', 'split', 'NEEDS_TERMS', '2022-06-10', 'FILE'],
      ['PUTASIDE', 'split', 'NEEDS_TERMS', '2022-06-12', 'FILE'],
    ]);
    const [between, other] = (await list()).open;
    const terms = { [between?.id ?? '']: { new_shares: 5, old_shares: 1 } };
    await fixture.core.corporateActions.apply(fixture.owner, [between?.id ?? ''], by, terms);
    await fixture.core.corporateActions.decline(fixture.owner, [other?.id ?? ''], by);
    assert.deepEqual(await proposed(), []);
    assert.deepEqual(
      (await list()).decided.map(({ symbol, title, status }) => [symbol, title, status]),
      [
        ['PUTASIDE', 'split', 'DECLINED'],
        ['BETWEEN', '5 for 1 split', 'APPLIED'],
      ],
    );
  });

  it('a higher price with a new ISIN asks for a consolidation only where the sales leave room for fewer shares', async () => {
    await importFile([
      // 3.3 times the price is near no ratio; of 100 shares all are sold after it, or a tenth.
      line('ALLSOLD', 'INE333A01017', '2022-01-10', 100, 100),
      line('ALLSOLD', 'INE333A01025', '2022-06-10', -100, 330),
      line('TENTH', 'INE444A01012', '2022-01-10', 100, 100),
      line('TENTH', 'INE444A01020', '2022-06-10', -10, 330),
    ]);
    assert.deepEqual(await proposed(), [['TENTH', 'consolidation', 'NEEDS_TERMS', '2022-06-10', 'FILE']]);
  });

  it('a consolidation of an American share, whose CUSIP changes with it', async () => {
    const { import_id } = await fixture.core.portfolio.imports.stage(
      fixture.owner,
      Readable.from([
        Buffer.from(
          'Symbol,Date,Type,Quantity,Price,Currency,ISIN\nSMALL,2024-03-01,BUY,1000,0.52,USD,US83170V1041\nSMALL,2024-03-08,SELL,50,10.1,USD,US83170V2031\n',
        ),
      ]),
      { portfolio: 'Main' },
    );
    await fixture.core.portfolio.imports.commit(fixture.owner, { import_id }, by);
    // 0.52 / 10.1 = 1 / 19.4, and 1,000 / 20 are the 50 that were sold.
    assert.deepEqual(await proposed(), [['SMALL', '1 for 20 consolidation', 'OPEN', '2024-03-08', 'FILE']]);
  });

  it('another symbol with the ISIN, or the next ISIN of the same company: a rename, with its split as one proposal', async () => {
    await importFile([
      line('OLDT&D', 'INE9Z5A01019', '2022-01-10', 10, 1000),
      line('NEWT&D', 'INE9Z5A01027', '2022-01-20', 5, 204),
    ]);
    assert.deepEqual(await proposed(), [
      ['OLDT&D', '5 for 1 split, renamed to NEWT&D', 'OPEN', '2022-01-20', 'FILE'],
    ]);
    await fixture.core.corporateActions.apply(fixture.owner, 'all', by);
    const [held] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'NEWT&D');
    // 10 × 5 and the 5 that were bought since.
    assert.equal(held?.quantity, 55);
  });

  it('one ISIN under two symbols side by side: the one that is traded last is the new name', async () => {
    await importFile([
      line('MARUTIX', 'INE555A01015', '2022-01-10', 10, 1000),
      line('532500', 'INE555A01015', '2022-01-20', 5, 1010),
      line('MARUTIX', 'INE555A01015', '2022-01-25', -3, 1020),
      line('532500', 'INE555A01015', '2022-02-20', -2, 1030),
    ]);
    assert.deepEqual(await proposed(), [['MARUTIX', 'renamed to 532500', 'OPEN', '2022-01-26', 'FILE']]);
    await fixture.core.corporateActions.apply(fixture.owner, 'all', by);
    const [held] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, '532500');
    // 10 − 3 + 5 − 2.
    assert.equal(held?.quantity, 10);
    assert.deepEqual(await proposed(), []);
  });

  it('never applied unasked, and the exchange’s list does not ask again for another day', async () => {
    await fixture.core.corporateActions.saveSettings(fixture.owner, { apply_automatically: true }, by);
    const rows = [
      line('STEELCO', OLD, '2022-06-20', 105, 862.85),
      line('STEELCO', NEW, '2022-08-26', 1, 107.24),
    ];
    assert.deepEqual((await importFile(rows)).corporate_actions, { applied: 0, open: 1 });
    const announce = async () =>
      await fixture.core.database.asSystem('an announcement of a test', async (trx) => {
        await trx('market.corporate_actions').insert({
          exchange: 'NSE',
          symbol: 'STEELCO',
          ex_date: '2022-07-28',
          raw: 'Face value split from Rs 10 to Re 1',
          kind: 'SPLIT',
          new_shares: 10,
          old_shares: 1,
          status: 'READ',
          source: 'NSE',
        });
      });
    await fixture.core.corporateActions.apply(fixture.owner, 'all', by);
    await announce();
    assert.deepEqual(await proposed(), []);
    fixture = await coreAnew();
    await importFile(rows);
    await announce();
    assert.deepEqual(await proposed(), [['STEELCO', '10 for 1 split', 'OPEN', '2022-07-28', 'NSE']]);
  });

  it('a later file that dates the change otherwise moves the day of what was applied', async () => {
    await importFile([
      line('STEELCO', OLD, '2022-06-20', 105, 862.85),
      line('STEELCO', NEW, '2022-08-26', 5, 107.24),
    ]);
    await fixture.core.corporateActions.apply(fixture.owner, 'all', by);
    const held = async () =>
      (await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'STEELCO'))[0]?.quantity;
    // 105 × 10 and 5.
    assert.equal(await held(), 1055);
    // 10 more of the old shares and 20 of the new ones, before the day that the first file told: 115 × 10, 20 and 5.
    await importFile([
      line('STEELCO', OLD, '2022-07-20', 10, 950),
      line('STEELCO', NEW, '2022-08-02', 20, 105),
    ]);
    assert.equal(await held(), 1175);
    assert.deepEqual(
      (await list()).decided.map(({ ex_date, status }) => [ex_date, status]),
      [['2022-08-02', 'APPLIED']],
    );
    assert.deepEqual(await proposed(), []);
  });

  it('no figure with an open proposal looks settled, until it is decided', async () => {
    const { core, owner } = fixture;
    await importFile([
      line('STEELCO', OLD, '2021-05-03', 10, 1000),
      line('STEELCO', OLD, '2022-03-10', -1, 1300),
      line('STEELCO', OLD, '2022-06-20', 96, 862.85),
      line('STEELCO', NEW, '2022-08-26', -5, 107.24),
      line('INFY', 'INE009A01021', '2022-08-26', 5, 1500),
    ]);
    const why =
      '1 corporate action waits for your decision: STEELCO 10 for 1 split. Until then this may change. Apply or decline it under Corporate actions (/actions in the chat).';
    const marks = async () => {
      const [earlier, year] = [
        await core.reports.tax.read(owner, { fy: '2021-22' }),
        await core.reports.tax.read(owner, { fy: '2022-23' }),
      ];
      const codes = ({ warnings }: { warnings: readonly { code: string; message: string }[] }) =>
        warnings.filter(({ code }) => code === 'ACTIONS_UNDECIDED').map(({ message }) => message);
      return {
        // What was sold before the day of the split stays as it is.
        earlier: earlier.short_term.provisional_reason,
        lots: year.lots.map((lot) => lot.provisional_reason),
        held: year.remaining_lots.map((lot) => [lot.symbol, lot.provisional_reason]),
        totals: [year.long_term.provisional_reason, year.remaining.provisional_reason],
        rules: year.alternatives.map((one) => one.provisional_reason),
        note: year.notes.some(({ code }) => code === 'ACTIONS_UNDECIDED'),
        file: (await core.reports.tax.schedule112a(owner, { fy: '2022-23' })).rows.map(
          ({ remark }) => remark,
        ),
        overview: codes(await core.portfolio.dashboard.read(owner)),
        holding: codes(await core.reports.holding.read(owner, { symbol: 'STEELCO' })),
        other: codes(await core.reports.holding.read(owner, { symbol: 'INFY' })),
        performance: codes(await core.reports.performance.read(owner, {})),
        risk: codes(await core.reports.risk.read(owner, {})),
        months: codes(await core.reports.monthlyReturns.read(owner, {})),
        attribution: codes(await core.reports.attribution.read(owner, {})),
        spread: codes(await core.reports.diversification.read(owner, {})),
        netWorth: codes(await core.reports.networth.read(owner, {})),
        rows: (await core.portfolio.holdings.list(owner, {})).items
          .map((one) => [one.symbol, one.provisional_reason])
          .toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
        page: (await core.reports.holding.read(owner, { symbol: 'STEELCO' })).holdings.map(
          (one) => one.provisional_reason,
        ),
      };
    };
    const open = {
      earlier: null,
      lots: [why],
      held: [
        ['INFY', null],
        ['STEELCO', why],
        ['STEELCO', why],
      ],
      totals: [why, why],
      rules: [why],
      note: true,
      file: [why],
      overview: [why],
      holding: [why],
      other: [],
      performance: [why],
      risk: [why],
      months: [why],
      attribution: [why],
      spread: [why],
      netWorth: [why],
      rows: [
        ['INFY', null],
        ['STEELCO', why],
      ],
      page: [why],
    };
    const none = {
      ...open,
      lots: [null],
      held: open.held.map(([symbol]) => [symbol, null]),
      totals: [null, null],
      rules: [null],
      note: false,
      file: [null],
      rows: open.rows.map(([symbol]) => [symbol, null]),
      page: [null],
      ...Object.fromEntries(
        ['overview', 'holding', 'performance', 'risk', 'months', 'attribution', 'spread', 'netWorth'].map(
          (name) => [name, []],
        ),
      ),
    };
    assert.deepEqual(await marks(), open);
    const [proposal] = (await list()).open;
    await core.corporateActions.decline(owner, [proposal?.id ?? ''], by);
    assert.deepEqual(await marks(), none);
    const [declined] = (await list()).decided;
    await core.corporateActions.change(owner, declined?.id ?? '', {}, by);
    // 9 of the first lot became 90, of which 5 were sold: two lots are left as before.
    assert.deepEqual(await marks(), none);
    const [applied] = (await list()).decided;
    await core.corporateActions.undo(owner, applied?.id ?? '', by);
    assert.deepEqual(await marks(), open);
  });
});
