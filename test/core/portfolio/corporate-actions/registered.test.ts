import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { tradesOf } from '../../../support/entered-trades.ts';
import { tradebookImports } from '../../../support/tradebook-rows.ts';

const by = { actor: 'test' };

describe('corporate actions of the shipped register', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-11-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const { line, importFile } = tradebookImports(() => fixture);
  const service = () => fixture.core.corporateActions;
  const open = async () => (await service().list(fixture.owner)).open;
  const proposed = async () => (await open()).map(({ symbol, title, ex_date }) => [symbol, title, ex_date]);
  const held = async (symbol: string) =>
    (await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, symbol))[0]?.quantity ?? null;

  it('a tradebook that is imported without network has its splits, bonuses, renames and schemes proposed at once', async () => {
    const { corporate_actions } = await importFile([
      line('IRCTC', 'INE335Y01012', '2021-10-13', 202, 4845),
      line('WIPRO', 'INE075A01022', '2024-01-04', 247, 450),
      line('SRTRANSFIN', 'INE721A01013', '2022-01-04', 15, 1200),
      line('HDFC', 'INE001A01036', '2021-01-04', 25, 2500),
      // Sold on the day before the split of 28 Jul 2022.
      line('TATASTEEL', 'INE081A01012', '2021-01-04', 10, 600),
      line('TATASTEEL', 'INE081A01012', '2022-07-27', -10, 950),
    ]);
    assert.deepEqual(corporate_actions, { applied: 0, open: 5 });
    assert.deepEqual(await proposed(), [
      ['IRCTC', '5 for 1 split', '2021-10-28'],
      ['SRTRANSFIN', 'renamed to SHRIRAMFIN', '2022-12-20'],
      ['HDFC', 'merged into HDFCBANK, 42 for 25', '2023-07-13'],
      ['WIPRO', '1:1 bonus', '2024-12-03'],
      ['SRTRANSFIN', '5 for 1 split', '2025-01-10'],
    ]);
    await service().apply(fixture.owner, 'all', by);
    // 202 × 5; 247 × 2; 15 × 5; 25 × 42 / 25 = 42 and the 1:1 bonus of HDFC Bank of 26 Aug 2025.
    assert.deepEqual(
      await Promise.all(['IRCTC', 'WIPRO', 'SHRIRAMFIN', 'HDFCBANK'].map(held)),
      [1010, 494, 75, 84],
    );
    assert.deepEqual(await open(), []);
  });

  it('trades under the old and the new symbol: the rename joins them, and an action after it counts once', async () => {
    const rows = [
      line('SRTRANSFIN', 'INE721A01013', '2022-01-04', 135, 1200),
      line('SHRIRAMFIN', 'INE721A01013', '2023-01-04', 15, 1300),
    ];
    await importFile(rows);
    assert.deepEqual(await proposed(), [
      ['SRTRANSFIN', 'renamed to SHRIRAMFIN', '2022-12-20'],
      ['SHRIRAMFIN', '5 for 1 split', '2025-01-10'],
    ]);
    await service().apply(fixture.owner, 'all', by);
    // (135 + 15) × 5.
    assert.deepEqual(await Promise.all(['SRTRANSFIN', 'SHRIRAMFIN'].map(held)), [null, 750]);
    fixture = await coreAnew();
    // The split was decided under the old symbol before the file with the new one came.
    await importFile(rows.slice(0, 1));
    const [, split] = await open();
    await service().apply(fixture.owner, [split?.id ?? ''], by);
    assert.equal(await held('SRTRANSFIN'), 675);
    await importFile(rows.slice(1));
    await service().apply(fixture.owner, 'all', by);
    assert.deepEqual(await open(), []);
    assert.deepEqual(await Promise.all(['SRTRANSFIN', 'SHRIRAMFIN'].map(held)), [null, 750]);
  });

  it('with a split and a bonus of the same ratio, free shares record the bonus and a SPLIT row the split', async () => {
    // Each split 2 for 1 and gave a 1:1 bonus on one morning.
    await importFile([
      line('CGCL', '', '2023-01-04', 10, 700),
      line('LINC', '', '2023-01-04', 10, 500),
      line('NAZARA', '', '2023-01-04', 10, 600),
    ]);
    const record = async (symbol: string, date: string, type: 'SPLIT' | 'BUY', quantity: number) =>
      await fixture.core.portfolio.transactions.create(
        fixture.owner,
        { portfolio: 'Main', symbol, date, type, quantity, price: 0, currency: 'INR' },
        by,
      );
    // The bonus on what the split made, booked without the split; the split alone; both.
    await record('CGCL', '2024-03-12', 'BUY', 20);
    await record('LINC', '2024-12-20', 'SPLIT', 2);
    await record('NAZARA', '2025-09-26', 'SPLIT', 2);
    await record('NAZARA', '2025-10-03', 'BUY', 20);
    assert.deepEqual(
      (await open()).map(({ symbol, kind, units_before }) => [symbol, kind, units_before]),
      [
        ['CGCL', 'SPLIT', 10],
        ['LINC', 'BONUS', 20],
      ],
    );
    await service().apply(fixture.owner, 'all', by);
    assert.deepEqual(await open(), []);
    // 10 × 2 × 2.
    assert.deepEqual(await Promise.all(['CGCL', 'LINC', 'NAZARA'].map(held)), [40, 40, 40]);
  });

  it('free shares that fit both the split and the bonus of one morning wait for the person, and are never decided unasked', async () => {
    await service().saveSettings(fixture.owner, { apply_automatically: true }, by);
    await importFile([line('CGCL', '', '2023-01-04', 10, 700)]);
    const settled = await service().list(fixture.owner);
    assert.deepEqual([settled.open, await held('CGCL')], [[], 40]);
    for (const { id } of settled.decided) await service().undo(fixture.owner, id, by);
    await tradesOf(() => fixture)('CGCL', '2024-03-12', 10, 0);
    const asked = await open();
    assert.deepEqual(
      asked.map(({ kind, state, sentence }) => [
        kind,
        state,
        sentence.includes('may be the split or the bonus'),
      ]),
      [
        ['SPLIT', 'CONTAINED', true],
        ['BONUS', 'CONTAINED', true],
      ],
    );
    // None of it by "Apply all"; both by name: 10 for the split, and 20 for the bonus on these 20.
    await service().apply(fixture.owner, 'all', by);
    assert.equal(await held('CGCL'), 20);
    await service().apply(
      fixture.owner,
      asked.map(({ id }) => id),
      by,
    );
    assert.deepEqual([await open(), await held('CGCL')], [[], 40]);
  });

  it('rows of BSE with a code for a symbol are matched by their ISIN', async () => {
    await importFile([line('500470', 'INE081A01012', '2021-01-04', 10, 600, 'BSE')]);
    assert.deepEqual(await proposed(), [['500470', '10 for 1 split', '2022-07-28']]);
    await service().apply(fixture.owner, 'all', by);
    assert.equal(await held('500470'), 100);
  });

  it('the ISIN of another company under the symbol: its actions are not this share’s', async () => {
    await importFile([line('IRCTC', 'INE9Z2A01018', '2021-10-13', 10, 4845)]);
    assert.deepEqual(await open(), []);
  });

  it('what only one source reports says so, and is applied when asked for and never unasked', async () => {
    await service().saveSettings(fixture.owner, { apply_automatically: true }, by);
    // A bonus of 26 Apr 2000 at Aptech by one list, and a total of 3 for 1 at VLSFINANCE of which the kind is not known.
    const { corporate_actions } = await importFile([
      line('APTECH', '', '2000-04-10', 10, 500),
      line('VLSFINANCE', '', '2000-01-10', 10, 500),
      line('IRCTC', 'INE335Y01012', '2021-10-13', 2, 4845),
    ]);
    assert.equal(corporate_actions?.applied, 1);
    const asked = await open();
    const sentence = (symbol: string) => asked.find((one) => one.symbol === symbol)?.sentence;
    assert.equal(
      sentence('APTECH'),
      'APTECH gave a 1:1 bonus on 26 Apr 2000: 10 shares become 20. Only one source reports it.',
    );
    assert.equal(
      sentence('VLSFINANCE'),
      'VLSFINANCE split 3 for 1 on 3 May 2000: 10 shares become 30. Only one source reports it. The source does not say if it was a split or a bonus, so choose the kind.',
    );
    await service().apply(fixture.owner, 'all', by);
    assert.equal(await held('APTECH'), 20);
  });

  it('a ratio that no public source confirms is filled in, asked about, and not applied with all others', async () => {
    await importFile([line('SATYAMCOMP', '', '2012-04-10', 17, 80)]);
    const [merger] = await open();
    assert.deepEqual(
      [merger?.state, merger?.new_shares, merger?.old_shares, merger?.into_symbol],
      ['NEEDS_TERMS', 2, 17, 'TECHM'],
    );
    assert.match(
      merger?.sentence ?? '',
      /17 SATYAMCOMP become 2 TECHM\. No public source confirms the ratio\. Check it/,
    );
    assert.equal((await service().apply(fixture.owner, 'all', by)).applied, 0);
    await service().apply(fixture.owner, [merger?.id ?? ''], by, { [merger?.id ?? '']: { new_shares: 4 } });
    assert.equal((await service().list(fixture.owner)).decided[0]?.title, 'merged into TECHM, 4 for 17');
  });

  it('American shares are matched by their symbol, in dollars', async () => {
    const buy = async (symbol: string, date: string, currency: string) =>
      await fixture.core.portfolio.transactions.create(
        fixture.owner,
        {
          portfolio: 'Main',
          symbol,
          date,
          type: 'BUY',
          quantity: 10,
          price: 50,
          currency,
          asset_class: 'US Equity',
        },
        by,
      );
    await buy('AAPL', '2019-01-04', 'USD');
    await buy('QQQ', '2000-03-06', 'USD');
    await buy('MSFT', '2002-01-04', 'INR');
    const asked = await open();
    assert.deepEqual(
      asked.map(({ symbol, title, ex_date, state }) => [symbol, title, ex_date, state]),
      [
        ['QQQ', '2 for 1 split', '2000-03-20', 'NEEDS_TERMS'],
        ['AAPL', '4 for 1 split', '2020-08-31', 'OPEN'],
      ],
    );
    assert.equal(
      asked[0]?.sentence,
      'QQQ split 2 for 1 on 20 Mar 2000: 10 shares become 20. No public source confirms the ratio. Check it, then enter the terms.',
    );
    await service().apply(fixture.owner, 'all', by);
    assert.deepEqual(await Promise.all(['AAPL', 'QQQ'].map(held)), [40, 10]);
  });

  it('a scheme of which only the day is known asks for the rest', async () => {
    await importFile([line('GABRIEL', '', '2007-04-10', 10, 30)]);
    const asked = (await open()).filter(({ kind }) => kind === 'DEMERGER');
    assert.deepEqual(
      asked.map(({ ex_date, state, new_shares, into_symbol }) => [ex_date, state, new_shares, into_symbol]),
      [['2007-08-16', 'NEEDS_TERMS', null, null]],
    );
  });

  it('a demerger of four companies is four decisions', async () => {
    await importFile([line('VEDL', 'INE205A01025', '2025-04-10', 10, 400)]);
    const children = async () => (await open()).flatMap(({ into_symbol }) => into_symbol ?? []).toSorted();
    assert.deepEqual(await children(), ['VAML', 'VEDPOWER', 'VISL', 'VOGL']);
    const [first, second] = await open();
    await service().apply(fixture.owner, [first?.id ?? ''], by);
    await service().decline(fixture.owner, [second?.id ?? ''], by);
    assert.equal((await children()).length, 2);
    await service().apply(fixture.owner, 'all', by);
    assert.deepEqual(await children(), []);
  });

  it('an exchange’s own announcement counts before the register, and Yahoo’s word after it', async () => {
    await fixture.core.database.asSystem('announcements of a test', async (trx) => {
      const row = { exchange: 'NSE', kind: 'SPLIT', status: 'READ', old_shares: 1 };
      await trx('market.corporate_actions').insert([
        { ...row, symbol: 'IRCTC', ex_date: '2021-10-29', raw: 'Split', new_shares: 5, source: 'NSE' },
        { ...row, symbol: 'WIPRO', ex_date: '2024-12-02', raw: 'y', new_shares: 2, source: 'YAHOO' },
      ]);
    });
    await importFile([
      line('IRCTC', 'INE335Y01012', '2021-10-13', 2, 4845),
      line('WIPRO', 'INE075A01022', '2024-01-04', 2, 450),
    ]);
    assert.deepEqual(
      (await open()).map(({ symbol, kind, ex_date, source }) => [symbol, kind, ex_date, source]),
      [
        ['IRCTC', 'SPLIT', '2021-10-29', 'NSE'],
        ['WIPRO', 'BONUS', '2024-12-03', 'REGISTER'],
      ],
    );
  });
});
