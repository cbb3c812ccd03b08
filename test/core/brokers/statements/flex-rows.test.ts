import assert from 'node:assert/strict';
import {
  flexAction,
  flexCash,
  flexPosition,
  flexReport,
  flexTax,
  flexTrade,
} from '../../../support/flex-statement.ts';
import { leftOutOf, positionsOf, problemsOf, readAll, tradesOf } from './reading.ts';

const SPEC = 'portfolio/Connection sync rules 4';

describe('dividends of a Flex statement', () => {
  it('the amount is whole, the tax of the same day and security is its charge, in either order', async () => {
    for (const cash of [
      [flexCash(), flexTax()],
      [flexTax(), flexCash()],
    ]) {
      const [dividend, ...others] = await tradesOf(flexReport({ cash }));
      assert.deepEqual(others, []);
      assert.deepEqual(
        [dividend?.type, dividend?.date, dividend?.quantity, dividend?.price, dividend?.fee_tax],
        ['DIVIDEND', '2026-02-12', '0', '81.6', '20.4'],
      );
      assert.equal(dividend?.execution_id, 'IBKR:TXN:5767420360');
    }
  });

  it('two dividends of one day keep their own tax, by what their descriptions begin with', async () => {
    const special = 'ACME(US0378331005) CASH DIVIDEND USD 1 PER SHARE';
    const text = flexReport({
      cash: [
        flexCash(),
        flexTax({ description: `${special} - US TAX`, amount: '-85', transactionID: '4' }),
        flexCash({ description: `${special} (Bonus Dividend)`, amount: '340', transactionID: '3' }),
        flexTax(),
      ],
    });
    assert.deepEqual(
      (await tradesOf(text)).map(({ price, fee_tax }) => [price, fee_tax]),
      [
        ['81.6', '20.4'],
        ['340', '85'],
      ],
    );
  });

  it('a tax taken, given back and taken again counts once', async () => {
    const cash = [
      flexCash(),
      flexTax({ transactionID: '1' }),
      flexTax({ amount: '20.4', transactionID: '2' }),
      flexTax({ amount: '-12.24', transactionID: '3' }),
    ];
    assert.equal((await tradesOf(flexReport({ cash })))[0]?.fee_tax, '12.24');
  });

  it('tax given back beyond what was taken here is told, and makes no negative charge', async () => {
    const cash = [flexCash(), flexTax({ amount: '5' })];
    const [dividend] = await tradesOf(flexReport({ cash }));
    assert.equal(dividend?.fee_tax, '0');
    assert.match(dividend?.note ?? '', /a tax refund of 5/);
  });

  it('what was taken back is a row of its own with its tax: the first may stand in an earlier statement', async () => {
    const cash = [
      flexCash({ transactionID: '1' }),
      flexTax({ transactionID: '2' }),
      flexCash({ amount: '-81.6', transactionID: '3' }),
      flexTax({ amount: '20.4', transactionID: '4' }),
      flexCash({ amount: '81.6', transactionID: '5' }),
      flexTax({ amount: '-12.24', transactionID: '6' }),
    ];
    const of = async (rows: typeof cash) =>
      (await tradesOf(flexReport({ cash: rows }))).map(({ execution_id, quantity, price, fee_tax }) => [
        execution_id,
        quantity,
        price,
        fee_tax,
      ]);
    // 81.6 − 20.4 paid, taken back whole, and paid again with less tax.
    const first = ['IBKR:TXN:1', '0', '81.6', '20.4'];
    assert.deepEqual(await of(cash), [
      first,
      ['IBKR:TXN:3', '-1', '81.6', '-20.4'],
      ['IBKR:TXN:5', '0', '81.6', '12.24'],
    ]);
    // As it was told before all that.
    assert.deepEqual(await of(cash.slice(0, 2)), [first]);
  });

  it('what belongs to no dividend of the statement is left out with a reason', async () => {
    const text = flexReport({
      cash: [
        flexTax(),
        flexTax({ symbol: '', conid: '', isin: '', securityID: '', description: 'USD CREDIT INT - US TAX' }),
      ],
    });
    assert.deepEqual(await tradesOf(text), []);
    assert.deepEqual(
      (await leftOutOf(text)).map(({ row, reason }) => [row, reason]),
      [
        [2, 'CASH_MOVEMENT'],
        [1, 'CASH_MOVEMENT'],
      ],
    );
  });

  it('payments in lieu are dividends, other cash is not', async () => {
    const kinds = [
      'Payment In Lieu Of Dividends',
      'Other Fees',
      'Deposits/Withdrawals',
      'Deposits & Withdrawals',
      'Broker Interest Received',
      'Broker Interest Paid',
      'Advisor Fees',
      'Bond Interest Received',
      'Commission Adjustments',
      'Meteor Strike',
    ];
    const text = flexReport({
      cash: kinds.map((type, at) => flexCash({ type, transactionID: String(at), symbol: `S${at}` })),
    });
    assert.equal((await tradesOf(text)).length, 1);
    const reasons = (await leftOutOf(text)).map(({ reason }) => reason);
    assert.deepEqual(reasons, [...Array<string>(8).fill('CASH_MOVEMENT'), 'UNKNOWN_KIND']);
  });

  it('sums of cash do not count beside the payments, and alone ask for them', async () => {
    const sum = flexCash({ levelOfDetail: 'SUMMARY', transactionID: '' });
    assert.equal((await tradesOf(flexReport({ cash: [sum, flexCash()] }))).length, 1);
    const alone = flexReport({ cash: [sum] });
    assert.deepEqual(await tradesOf(alone), []);
    assert.match((await problemsOf(alone))[0]?.message ?? '', /"Detail"/);
  });

  it('without a number the payment itself is its identity', async () => {
    const [dividend] = await tradesOf(flexReport({ cash: [flexCash({ transactionID: '' })] }));
    assert.equal(dividend?.execution_id, 'IBKR:DIVIDEND:107375361:2026-02-12:81.6:USD');
  });
});

describe('open positions of a Flex statement', () => {
  it(`${SPEC}: the figures per share stand before the money`, async () => {
    assert.deepEqual(await positionsOf(flexReport({ positions: [flexPosition()] })), [
      {
        account: 'U1234567',
        symbol: 'ACME',
        name: 'ACME TOOLS & DIE',
        isin: 'US0378331005',
        security_id: '107375361',
        asset_class: 'US Equity',
        currency: 'USD',
        quantity: '340',
        avg_buy_price: '150.25',
        last_price: '314.86',
        as_of: '2026-06-30',
      },
    ]);
  });

  it('else the money over the shares; a cost of 0 is not known', async () => {
    const of = async (changes: Record<string, string>) =>
      (await positionsOf(flexReport({ positions: [flexPosition(changes)] })))[0];
    const derived = await of({
      costBasisPrice: '',
      markPrice: '',
      costBasisMoney: '51,000',
      positionValue: '68000',
    });
    // 51000 / 340 and 68000 / 340
    assert.deepEqual([derived?.avg_buy_price, derived?.last_price], ['150', '200']);
    const unknown = await of({ costBasisPrice: '0', costBasisMoney: '0', openPrice: '0' });
    assert.equal(unknown?.avg_buy_price, null);
    const thirds = await of({ position: '3', costBasisPrice: '', costBasisMoney: '10' });
    assert.equal(thirds?.avg_buy_price, '3.3333333333');
  });

  it('lots count where there are no totals, and never beside them', async () => {
    const lots = [
      flexPosition({ position: '100', costBasisPrice: '10', levelOfDetail: 'LOT' }),
      flexPosition({ position: '300', costBasisPrice: '20', levelOfDetail: 'LOT' }),
    ];
    const [alone] = await positionsOf(flexReport({ positions: lots }));
    // (100 × 10 + 300 × 20) / 400
    assert.deepEqual([alone?.quantity, alone?.avg_buy_price], ['400', '17.5']);
    for (const positions of [
      [flexPosition(), ...lots],
      [...lots, flexPosition()],
    ]) {
      const all = await positionsOf(flexReport({ positions }));
      assert.deepEqual(
        all.map(({ quantity }) => quantity),
        ['340'],
      );
    }
  });

  it('of several days the last counts; accounts stand beside one another', async () => {
    const day = (to: string, position: string) => ({ to, positions: [flexPosition({ position })] });
    for (const days of [
      [day('20260629', '300'), day('20260630', '340')],
      [day('20260630', '340'), day('20260629', '300')],
    ]) {
      const all = await positionsOf(flexReport(...days));
      assert.deepEqual(
        all.map(({ quantity }) => quantity),
        ['340'],
      );
    }
    const sold = await positionsOf(flexReport(day('20260629', '300'), { to: '20260630', positions: [] }));
    assert.deepEqual(sold, []);
    const two = await positionsOf(
      flexReport(day('20260630', '340'), { ...day('20260630', '5'), account: 'U7654321' }),
    );
    assert.deepEqual(
      two.map(({ account, quantity }) => [account, quantity]),
      [
        ['U1234567', '340'],
        ['U7654321', '5'],
      ],
    );
  });

  it('short positions, options and nothing at all are left out', async () => {
    const positions = [
      flexPosition({ position: '-100', side: 'Short' }),
      flexPosition({ assetCategory: 'OPT', conid: '2' }),
      flexPosition({ position: '0', conid: '3' }),
    ];
    const text = flexReport({ positions });
    assert.deepEqual(await positionsOf(text), []);
    assert.equal((await leftOutOf(text)).length, 3);
  });

  it('a quantity that is none is a problem of its row alone', async () => {
    const text = flexReport({
      positions: [flexPosition({ position: 'lots' }), flexPosition({ conid: '2' })],
    });
    assert.equal((await positionsOf(text)).length, 1);
    const [, entry] = await readAll(text);
    assert.ok(entry?.kind === 'unreadable' && entry.of === 'position');
    assert.equal(entry.fields['quantity'], 'lots');
  });
});

describe('corporate actions of a Flex statement', () => {
  const SPLITS: [string, string, string][] = [
    ['FS', 'ACME(US0378331005) SPLIT 4 FOR 1 (ACME, ACME TOOLS, US0378331005)', '4'],
    ['FS', 'ACME(US0378331005) SPLIT 3 FOR 2 (ACME, ACME TOOLS, US0378331005)', '1.5'],
    ['', 'ACME(US0378331005) SPLIT 20 FOR 1 (ACME, ACME TOOLS, US0378331005)', '20'],
    ['RS', 'ACME(US0378331005) SPLIT 1 FOR 30 (ACME, ACME TOOLS, US0378331005)', '0.0333333333'],
    // 5 new for 100 old: 105 for 100.
    [
      'SD',
      'ACME(US0378331005) STOCK DIVIDEND US0378331005 5 FOR 100 (ACME, ACME TOOLS, US0378331005)',
      '1.05',
    ],
  ];
  for (const [type, description, ratio] of SPLITS) {
    it(`reads ${type || 'no type'}: ${description}`, async () => {
      const [split, ...others] = await tradesOf(flexReport({ actions: [flexAction({ type, description })] }));
      assert.deepEqual(others, []);
      assert.deepEqual([split?.type, split?.quantity, split?.price], ['SPLIT', ratio, '0']);
    });
  }

  it('a split counts from the day it is reported for, not from the evening it was booked in', async () => {
    const date = async (changes: Record<string, string>) =>
      (await tradesOf(flexReport({ actions: [flexAction(changes)] })))[0]?.date;
    assert.equal(await date({}), '2026-03-16');
    // Friday evening: the next session is on Monday.
    assert.equal(await date({ reportDate: '' }), '2026-03-16');
    assert.equal(await date({ reportDate: '', dateTime: '20260313;093000' }), '2026-03-13');
  });

  it('the two rows of a split that changes the number of the security count once, under its symbol', async () => {
    const description = 'ACME(US0378331005) SPLIT 1 FOR 10 (ACME, ACME TOOLS, US5949181045)';
    const out = flexAction({
      type: 'RS',
      description,
      symbol: 'ACME.OLD',
      quantity: '-1000',
      transactionID: '1',
    });
    const into = flexAction({
      type: 'RS',
      description,
      quantity: '100',
      transactionID: '2',
      securityID: 'US5949181045',
      conid: '2',
    });
    for (const actions of [
      [out, into],
      [into, out],
    ]) {
      const [split, ...others] = await tradesOf(flexReport({ actions }));
      assert.deepEqual(others, []);
      assert.deepEqual([split?.symbol, split?.quantity, split?.isin], ['ACME', '0.1', 'US5949181045']);
    }
    const [alone] = await tradesOf(flexReport({ actions: [out] }));
    assert.deepEqual([alone?.symbol, alone?.execution_id], ['ACME', 'IBKR:SPLIT:ACME:2026-03-16']);
  });

  for (const [type, description] of [
    ['TC', 'NILSY.TEN(466992534) MERGED(Voluntary Offer Allocation)  FOR USD 30.60000000 PER SHARE'],
    ['SO', 'ACME(US0378331005) SPINOFF  1 FOR 5 (NEWCO, NEW COMPANY, US5949181045)'],
    ['FS', 'ACME(US0378331005) SPLIT ONE FOR TEN'],
    ['FS', 'ACME(US0378331005) SPLIT 1 FOR 4 (ACME)'],
    ['RS', 'ACME(US0378331005) SPLIT 4 FOR 1 (ACME)'],
    ['FS', 'ACME(US0378331005) SPLIT 0 FOR 1 (ACME)'],
    ['', 'ACME(US0378331005) NAME CHANGE'],
    ['ZZ', 'SPLIT 2 FOR 1'],
  ] as const) {
    it(`leaves to a person ${type || 'no type'}: ${description}`, async () => {
      const text = flexReport({ actions: [flexAction({ type, description })] });
      assert.deepEqual(await tradesOf(text), []);
      const [row] = await leftOutOf(text);
      assert.equal(row?.reason, type === 'ZZ' ? 'UNKNOWN_KIND' : 'CORPORATE_ACTION');
      assert.match(row?.message ?? '', /manually/);
    });
  }
});

describe('a Flex document', () => {
  it('may have no statement, or several', async () => {
    assert.deepEqual(await readAll(flexReport()), []);
    const text = flexReport(
      { account: 'U1', trades: [flexTrade({ tradeID: '1' })] },
      { account: 'U2', trades: [flexTrade({ tradeID: '2' })] },
      { account: 'U3' },
    );
    assert.deepEqual(
      (await tradesOf(text)).map(({ account }) => account),
      ['U1', 'U2'],
    );
    const statements = (await readAll(text)).filter(({ kind }) => kind === 'statement');
    assert.deepEqual(statements[0], {
      kind: 'statement',
      account: 'U1',
      from: '2026-01-01',
      to: '2026-06-30',
    });
    assert.equal(statements.length, 3);
  });

  it('passes over sections that tell of no holding or trade', async () => {
    const other = '<CashReport><CashReportCurrency currency="USD" endingCash="5" /></CashReport>';
    const text = flexReport({ other, trades: [flexTrade()] });
    assert.equal((await readAll(text)).filter(({ kind }) => kind !== 'statement').length, 1);
  });

  it('numbers the rows that it reads as they stand there', async () => {
    const text = flexReport({ positions: [flexPosition()], trades: [flexTrade()], cash: [flexCash()] });
    const rows = (await readAll(text)).flatMap((entry) => ('row' in entry ? [[entry.kind, entry.row]] : []));
    assert.deepEqual(rows, [
      ['trade', 2],
      ['trade', 3],
      ['position', 1],
    ]);
  });
});
