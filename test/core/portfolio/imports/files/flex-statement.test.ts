import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { readImport } from '../../../../../core/portfolio/imports/files/read.ts';
import type { StageOptions } from '../../../../../core/portfolio/index.ts';
import { testCore, type TestCore } from '../../../../support/core.ts';
import {
  flexAction,
  flexCash,
  flexElement,
  flexPosition,
  flexReport,
  flexTax,
  flexTrade,
} from '../../../../support/flex-statement.ts';
import { refused } from '../../../../support/problems.ts';
import { collect } from '../collect.ts';

const BOUGHT = flexTrade({ tradeID: '1', quantity: '60', tradePrice: '10', ibCommission: '-1' });
const SOLD = flexTrade({
  tradeID: '2',
  quantity: '-20',
  buySell: 'SELL',
  tradePrice: '12',
  tradeDate: '20260202',
});
const OPTION = flexTrade({ tradeID: '3', assetCategory: 'OPT', symbol: 'ACME 260320C00010000' });
const EVERYTHING = flexReport({
  positions: [flexPosition({ position: '160' })],
  trades: [BOUGHT, SOLD, OPTION],
  cash: [flexCash(), flexTax()],
  actions: [flexAction()],
});

describe('portfolio/import Flex statement', () => {
  it('is known by its content: trades, dividends and splits are transactions', async () => {
    for (const start of ['', '\ufeff', '<?xml version="1.0" encoding="UTF-8"?>\n']) {
      const read = await collect(start + EVERYTHING, {}, start === '' ? 7 : 4096);
      assert.deepEqual([read.type, read.detected_format], ['transactions', 'ibkr-flex']);
      assert.deepEqual(
        read.transactions.map((row) => [
          row.row,
          row.type,
          row.symbol,
          row.date,
          row.quantity,
          row.price,
          row.fee_tax,
          row.currency,
          row.execution_id,
        ]),
        [
          [2, 'BUY', 'ACME', '2026-01-09', '60', '10', '1', 'USD', 'IBKR:TRADE:1'],
          [3, 'SELL', 'ACME', '2026-02-02', '20', '12', '1.0410679', 'USD', 'IBKR:TRADE:2'],
          [5, 'DIVIDEND', 'ACME', '2026-02-12', '0', '81.6', '20.4', 'USD', 'IBKR:TXN:5767420360'],
          [7, 'SPLIT', 'ACME', '2026-03-16', '4', '0', '0', 'USD', 'IBKR:SPLIT:ACME:2026-03-16'],
        ],
      );
      assert.deepEqual(read.issues, []);
      assert.deepEqual(
        read.excluded.map(({ row }) => row),
        [4, 6, 1],
      );
      assert.match(read.excluded[0]?.reason ?? '', /^An option/);
      assert.match(read.excluded[2]?.reason ?? '', /^A position.* as holdings/);
      assert.equal(read.raw.length, 7);
      assert.deepEqual(read.raw.find(({ row }) => row === 4)?.raw, {
        fields: { note: 'Trade 3 of ACME 260320C00010000' },
        excluded: read.excluded[0]?.reason,
      });
    }
  });

  it('is read in any encoding that text comes in', async () => {
    const named = EVERYTHING.replaceAll('ACME TOOLS', 'ÄCME TÖÖLS');
    for (const bytes of [
      Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${named}`, 'utf16le'),
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${named}`, 'latin1'),
      Buffer.from(named.replaceAll('\n', '\r\n')),
    ]) {
      const read = await collect(bytes, { type: 'holdings' }, 1000);
      assert.equal(read.holdings[0]?.name, 'ÄCME TÖÖLS & DIE');
    }
  });

  it('its positions are holdings, where they are asked for or nothing else is there', async () => {
    const alone = flexReport({
      positions: [flexPosition(), flexPosition({ conid: '2', symbol: 'EMCA', isin: '' })],
    });
    for (const [text, type, excluded] of [
      [EVERYTHING, 'holdings', 6],
      [alone, 'auto', 0],
    ] as const) {
      const read = await collect(text, { type });
      assert.equal(read.type, 'holdings');
      const [row] = read.holdings;
      assert.deepEqual(
        [row?.symbol, row?.name, row?.asset_class, row?.currency, row?.avg_buy_price, row?.current_price],
        ['ACME', 'ACME TOOLS & DIE', 'US Equity', 'USD', '150.25', '314.86'],
      );
      assert.equal(read.excluded.length, excluded);
    }
  });

  it('says what is wrong with a row, and keeps what could be read for its correction', async () => {
    const read = await collect(
      flexReport({ trades: [flexTrade({ quantity: 'sixty', tradeDate: '01/09/2026' }), BOUGHT] }),
    );
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [
        [1, 'quantity'],
        [1, 'date'],
      ],
    );
    assert.equal(read.raw[0]?.raw.fields.quantity, 'sixty');
    assert.equal(read.raw[0]?.raw.fields.symbol, 'ACME');
    assert.equal(read.transactions.length, 1);
  });

  it('an ISIN with a wrong check digit is an issue like in any file', async () => {
    const read = await collect(flexReport({ trades: [flexTrade({ isin: 'US0378331006' })] }));
    assert.deepEqual(
      read.issues.map(({ field }) => field),
      ['isin'],
    );
  });

  it('keeps a trade that was taken back as a negative row with its charge', async () => {
    const back = flexTrade({
      transactionType: 'TradeCancel',
      buySell: 'BUY (Ca.)',
      quantity: '-60',
      ibCommission: '1',
    });
    const [row] = (await collect(flexReport({ trades: [back] }))).transactions;
    assert.deepEqual([row?.type, row?.quantity, row?.fee_tax], ['BUY', '-60', '-1']);
  });

  for (const [title, text, code, options] of [
    ['nothing in it', flexReport({}), 'CSV_NO_ROWS', {}],
    ['no statement in it', flexReport(), 'CSV_NO_ROWS', {}],
    [
      'only sections that are not read',
      flexReport({ other: '<StmtFunds><StatementOfFundsLine amount="1" /></StmtFunds>' }),
      'CSV_NO_ROWS',
      {},
    ],
    [
      'an error of the service',
      '<FlexStatementResponse><Status>Fail</Status><ErrorCode>1001</ErrorCode></FlexStatementResponse>',
      'FLEX_NO_STATEMENT',
      {},
    ],
    ['its end missing', EVERYTHING.slice(0, -40), 'FLEX_MALFORMED', {}],
    [
      'entities of its own',
      EVERYTHING.replace('queryName="Munim"', 'queryName="&lol;"'),
      'FLEX_MALFORMED',
      {},
    ],
    [
      'no positions, asked for holdings',
      flexReport({ trades: [BOUGHT] }),
      'CSV_WRONG_TYPE',
      { type: 'holdings' },
    ],
    [
      'no trades, asked for transactions',
      flexReport({ positions: [flexPosition()] }),
      'CSV_WRONG_TYPE',
      { type: 'transactions' },
    ],
    ['more rows than the limit', EVERYTHING, 'CSV_TOO_MANY_ROWS', { limits: { rows: 3 } }],
    ['more bytes than the limit', EVERYTHING, 'CSV_TOO_LARGE', { limits: { bytes: 1000 } }],
  ] as const) {
    it(`is refused with ${title}: ${code}`, async () => {
      await refused(collect(text, options), code === 'CSV_TOO_LARGE' ? 413 : 422, code);
    });
  }

  it('closes the upload when reading ends early', async () => {
    const rows = Buffer.from(`<Trades>${flexElement('Trade', BOUGHT).repeat(100)}</Trades>`);
    async function* endless() {
      yield Buffer.from('<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1">');
      for (let at = 0; ; at += 1) yield at === 20 ? Buffer.from('</broken>') : rows;
    }
    const source = Readable.from(endless());
    const reading = async () => {
      for await (const batch of (await readImport(source, { type: 'auto' })).batches) assert.ok(batch);
    };
    await refused(reading(), 422, 'FLEX_MALFORMED');
    assert.ok(source.destroyed);
  });
});

describe('a Flex statement dropped by hand', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-04-30T06:00:00.000Z' });
  });
  after(async () => await fixture.close());

  const stage = async (text: string | Readable, options: StageOptions = {}) =>
    await fixture.core.portfolio.imports.stage(
      fixture.owner,
      typeof text === 'string' ? Readable.from([Buffer.from(text)]) : text,
      options,
    );
  const commit = async (importId: string, request: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.imports.commit(
      fixture.owner,
      { import_id: importId, ...request },
      { actor: 'test' },
    );

  it('portfolio/Import and ledger rules 1: is shown, written once, and the same file again changes nothing', async () => {
    const preview = await stage(EVERYTHING, { file_name: 'flex.xml' });
    assert.deepEqual(
      [preview.type, preview.detected_format, preview.portfolio, preview.total_rows, preview.valid_rows],
      ['transactions', 'ibkr-flex', 'Interactive Brokers', 7, 4],
    );
    assert.equal(preview.excluded_count, 3);
    const first = await commit(preview.import_id);
    assert.deepEqual([first.imported, first.skipped], [4, 0]);
    const holdings = await fixture.core.portfolio.holdings.all(fixture.owner);
    // 60 bought, 20 sold, then four for one.
    assert.deepEqual(
      holdings.map(({ symbol, quantity, portfolio }) => [symbol, quantity, portfolio]),
      [['ACME', 160, 'Interactive Brokers']],
    );
    const again = await commit((await stage(EVERYTHING)).import_id);
    assert.deepEqual([again.imported, again.skipped_reasons.already_recorded], [0, 4]);
  });

  it('a longer statement of the same account adds what is new alone', async () => {
    const more = flexReport({
      trades: [BOUGHT, SOLD, flexTrade({ tradeID: '4', quantity: '5', tradeDate: '20260401' })],
      cash: [flexTax(), flexCash()],
    });
    const result = await commit((await stage(more)).import_id);
    assert.deepEqual([result.imported, result.skipped_reasons.already_recorded], [1, 3]);
  });

  it('a row with an issue is written when it is corrected', async () => {
    const text = flexReport({ trades: [flexTrade({ tradeID: '5', quantity: 'sixty', symbol: 'FIXD' })] });
    const preview = await stage(text);
    assert.deepEqual([preview.valid_rows, preview.issue_rows.length], [0, 1]);
    const result = await commit(preview.import_id, { row_overrides: { 1: { quantity: 60 } } });
    assert.equal(result.imported, 1);
  });

  it('positions become holdings of their own quantity', async () => {
    const text = flexReport({ positions: [flexPosition({ symbol: 'HELD', conid: '9' })] });
    const preview = await stage(text, { portfolio: 'Held' });
    assert.equal(preview.type, 'holdings');
    await commit(preview.import_id);
    const [held] = (await fixture.core.portfolio.holdings.all(fixture.owner)).filter(
      ({ portfolio }) => portfolio === 'Held',
    );
    assert.deepEqual([held?.symbol, held?.quantity, held?.avg_buy_price], ['HELD', 340, 150.25]);
  });

  it('a large one is staged while it arrives; cut in the middle it leaves nothing', async () => {
    const rows = 3000;
    const [head = '', tail = ''] = flexReport({ trades: [] }).split('</Trades>');
    async function* pieces(end: string) {
      yield Buffer.from(head);
      for (let at = 0; at < rows; at += 50)
        yield Buffer.from(
          Array.from({ length: 50 }, (_, index) =>
            flexElement('Trade', flexTrade({ tradeID: 10_000 + at + index })),
          ).join('\n'),
        );
      yield Buffer.from(end);
    }
    const preview = await stage(Readable.from(pieces(`</Trades>${tail}`)));
    assert.deepEqual([preview.total_rows, preview.valid_rows], [rows, rows]);
    const staged = async () =>
      await fixture.core.database.asSystem('test', async (trx) => {
        const { rows: found } = await trx.raw<{ rows: { count: number }[] }>(
          'select count(*)::int as count from portfolio.imports',
        );
        return found[0]?.count;
      });
    const before = await staged();
    await refused(stage(Readable.from(pieces('</Trad'))), 422, 'FLEX_MALFORMED');
    assert.equal(await staged(), before);
  });
});
