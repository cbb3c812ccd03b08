import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { DEGIRO } from '../samples/degiro.ts';

const [TRANSACTIONS, TRANSACTIONS_NL, ACCOUNT, ACCOUNT_NL] = DEGIRO.map(
  ({ content }) => content as string,
) as [string, string, string, string];
const FACTS = ['row', 'symbol', 'date', 'type', 'quantity', 'price', 'fee_tax', 'currency'] as const;
const ORDER_2 = 'DEGIRO:aaaaaaaa-1111-4222-8333-000000000002';

const ORDER = '11111111-1111-4111-8111-111111111111';

describe('portfolio/import DEGIRO', () => {
  it('reads fills of transactions, charges by the rate of the row, and a split that gave a new ISIN', async () => {
    const read = await collect(TRANSACTIONS);
    assert.deepEqual([read.detected_format, read.issues], ['degiro-transactions', []]);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
      [2, 'SAP SE', '2023-11-21', 'SELL', '3', '130.5', '3.9', 'EUR'],
      // 10 old shares became 20
      [3, 'GRANITE MINING', '2023-08-15', 'SPLIT', '2', '0', '0', 'USD'],
      // (2.00 + 0.10) EUR × 1.25
      [5, 'GRANITE MINING', '2023-05-04', 'BUY', '6', '8', '2.625', 'USD'],
      // 0.03 EUR × 1.25
      [6, 'GRANITE MINING', '2023-05-04', 'BUY', '2', '8', '0.0375', 'USD'],
      [7, 'GRANITE MINING', '2023-05-04', 'BUY', '2', '8', '0.0375', 'USD'],
      [8, 'SAP SE', '2023-05-03', 'BUY', '5', '120', '3.9', 'EUR'],
    ]);
    assert.deepEqual(read.excluded, [{ row: 4, reason: 'The other half of the split in row 3.' }]);
    assert.deepEqual(
      new Set(read.transactions.filter(({ currency }) => currency === 'USD').map(({ isin }) => isin)),
      new Set(['US5949181045']),
    );
    assert.match(read.notes[0] ?? '', /US0378331005 got the new ISIN US5949181045/);
    assert.deepEqual([read.compared, read.differing], [5, []]);
  });

  it('tells fills of one order apart, and knows a fill again in the other file', async () => {
    const [fills, account] = await Promise.all([collect(TRANSACTIONS), collect(ACCOUNT)]);
    assert.deepEqual(
      fills.transactions.slice(2, 5).map(({ execution_id }) => execution_id),
      [`${ORDER_2}:6@8:1`, `${ORDER_2}:2@8:1`, `${ORDER_2}:2@8:2`],
    );
    assert.ok(account.transactions.some(({ execution_id }) => execution_id === `${ORDER_2}:6@8:1`));
  });

  it('reads the older Dutch form: semicolons, decimal commas, a currency after each amount', async () => {
    const read = await collect(TRANSACTIONS_NL);
    assert.deepEqual([read.detected_format, read.issues, read.differing], ['degiro-transactions', [], []]);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
      // 2.00 EUR × 1.25
      [2, 'GRANITE MINING', '2021-05-04', 'BUY', '4', '8', '2.5', 'USD'],
      [3, 'SAP SE', '2021-05-03', 'BUY', '10', '1120', '3.9', 'EUR'],
    ]);
  });

  it('reads trades out of the words of an account, with their fees, and dividends with their tax', async () => {
    const read = await collect(ACCOUNT);
    assert.deepEqual([read.detected_format, read.issues, read.differing], ['degiro-account', [], []]);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
      [4, 'GRANITE MINING', '2023-09-11', 'DIVIDEND', '0', '3', '0.45', 'USD'],
      [5, 'GRANITE MINING', '2023-08-15', 'SPLIT', '2', '0', '0', 'USD'],
      // 2.00 EUR × 1.25, the rate that the order was changed at
      [10, 'GRANITE MINING', '2023-05-04', 'BUY', '6', '8', '2.5', 'USD'],
    ]);
    assert.deepEqual(
      read.excluded.map(({ row, reason }) => [row, reason.split(/ is a cash|;|\./)[0]]),
      [
        [2, '"FX Debit"'],
        [3, 'Tax withheld'],
        [6, 'The other half of the split in row 5'],
        [7, 'A fee of a trade'],
        [8, '"FX Debit"'],
        [9, '"FX Credit"'],
        [11, '"flatex Deposit"'],
      ],
    );
  });

  it('reads a Dutch account; a fee in another currency without a rate is excluded with its amount', async () => {
    const read = await collect(ACCOUNT_NL);
    assert.deepEqual([read.detected_format, read.issues, read.differing], ['degiro-account', [], []]);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
      [3, 'GRANITE MINING', '2023-09-11', 'DIVIDEND', '0', '3', '0.45', 'USD'],
      [5, 'SAP SE', '2023-05-04', 'BUY', '10', '1120.5', '3.9', 'EUR'],
      [7, 'GRANITE MINING', '2023-05-04', 'SELL', '2', '8', '0', 'USD'],
    ]);
    assert.match(
      read.excluded.find(({ row }) => row === 6)?.reason ?? '',
      /^A fee of 2\.00 EUR for a trade in USD, without an exchange rate\./,
    );
  });

  it('asks what half of a pair is, and joins a description that goes on in the next lines', async () => {
    const half = await collect(
      TRANSACTIONS.split('\n')
        .filter((line) => !line.includes(',-10,'))
        .join('\n'),
    );
    assert.deepEqual(
      half.issues.map(({ row, field }) => [row, field]),
      [[3, 'type']],
    );
    const broken = await collect(
      ACCOUNT.replace(
        ',Buy 6 GRANITE MINING@8 USD (US0378331005),,USD,-48.00',
        ',Buy 6 GRANITE,,USD,-48.00',
      ).replace('\n02-05', '\n,,,,,MINING@8 USD (US0378331005),,,,,,\n02-05'),
    );
    assert.deepEqual(broken.transactions.map(({ quantity, price }) => [quantity, price]).at(-1), ['6', '8']);
  });

  it('makes a trade wait whose amount contradicts its words', async () => {
    const read = await collect(ACCOUNT.replace('USD,-48.00', 'USD,-84.00'));
    assert.match(read.issues[0]?.message ?? '', /comes to 48, but the file states 84\./);
  });

  /** Each language's words of a purchase, a sale, its dividend and the tax on it, and a deposit. */
  for (const [language, head, buy, sell, dividend, tax, fee, deposit] of [
    [
      'German',
      'Datum,Uhrzeit,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID',
      'Kauf 14 zu je 60 USD (US1912161007)',
      'Verkauf 4 zu je 62,5 USD (US1912161007)',
      'Dividende',
      'Dividendensteuer',
      'Transaktionsgebühr',
      'Einzahlung',
    ],
    [
      'French',
      'Date,Heure,Date de valeur,Produit,ISIN,Description,FX,Mouvements,,Solde,,ID Ordre',
      'Achat 14 COCA-COLA@60 USD (US1912161007)',
      'Vente 4 COCA-COLA@62,5 USD (US1912161007)',
      'Dividende',
      'Impôts sur dividende',
      'Frais de transaction',
      'Versement',
    ],
    [
      'Italian',
      'Data,Ora,Data Valore,Prodotto,ISIN,Descrizione,Borsa,Variazioni,,Saldo,,ID Ordine',
      'Acquisto 14 COCA-COLA@60 USD (US1912161007)',
      'Vendita 4 a 62,5 USD (US1912161007)',
      'Dividendo',
      'Ritenuta sul dividendo',
      'Commissioni di transazione',
      'Versamento',
    ],
    [
      'Spanish',
      'Fecha,Hora,Fecha valor,Producto,ISIN,Descripción,Tipo,Variación,,Saldo,,ID Orden',
      'Compra 14 COCA-COLA@60 USD (US1912161007)',
      'Venta 4 por 62,5 USD (US1912161007)',
      'Dividendo',
      'Retención del dividendo',
      'Costes de transacción',
      'Ingreso',
    ],
    [
      'Polish',
      'Data,Czas,Data waluty,Produkt,ISIN,Opis,Kurs,Zmiana,,Saldo,,Identyfikator zlecenia',
      'Kupno 14 COCA-COLA@60 USD (US1912161007)',
      'Sprzedaż 4 COCA-COLA@62,5 USD (US1912161007)',
      'Dywidenda',
      'Podatek od dywidendy',
      'Opłata transakcyjna',
      'Wpłata',
    ],
  ] as const)
    it(`portfolio/Import and ledger rules: reads a ${language} account, and leaves out its cash alone`, async () => {
      const line = (day: string, isin: string, words: string, money: string) =>
        `${day}-03-2024,15:30,${day}-03-2024,COCA-COLA,${isin},"${words}",,${money},USD,"0,00",`;
      const read = await collect(
        [
          head,
          line('09', 'US1912161007', dividend, 'USD,"4,85"'),
          line('09', 'US1912161007', tax, 'USD,"-0,73"'),
          line('05', 'US1912161007', sell, 'USD,"250,00"'),
          `${line('01', 'US1912161007', fee, 'USD,"-1,00"')}${ORDER}`,
          `${line('01', 'US1912161007', buy, 'USD,"-840,00"')}${ORDER}`,
          line('01', '', deposit, 'USD,"1.000,00"'),
          '',
        ].join('\n'),
      );
      assert.deepEqual(read.issues, []);
      // 14 - 4 = 10 shares; 4.85 before 0.73 of tax.
      assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
        [2, 'COCA-COLA', '2024-03-09', 'DIVIDEND', '0', '4.85', '0.73', 'USD'],
        [4, 'COCA-COLA', '2024-03-05', 'SELL', '4', '62.5', '0', 'USD'],
        [6, 'COCA-COLA', '2024-03-01', 'BUY', '14', '60', '1', 'USD'],
      ]);
      assert.deepEqual(
        read.excluded.map(({ row }) => row),
        [3, 5, 7],
      );
    });

  it('counts taxes of a trade as its charge, keeps price changes of the cash fund as cash, and reads a bond', async () => {
    const order = '5925d76b-0000-4000-8000-000000000001';
    const read = await collect(
      [
        'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id',
        `03-06-2024,16:55,03-06-2024,UNILEVER,GB00B10RZP78,London/Dublin Stamp Duty,,GBP,-2.50,GBP,0,${order}`,
        `03-06-2024,16:55,03-06-2024,UNILEVER,GB00B10RZP78,French Transaction tax,,GBP,-0.50,GBP,0,${order}`,
        `03-06-2024,16:55,03-06-2024,UNILEVER,GB00B10RZP78,Buy 10 Unilever@50 GBP (GB00B10RZP78),,GBP,-500.00,GBP,0,${order}`,
        '03-06-2024,10:00,03-06-2024,FUND,NL0011280581,Money Market Price Change (EUR),,EUR,-0.05,EUR,0,',
        '03-06-2024,10:00,03-06-2024,FUND,NL0011280581,Koersverandering geldmarktfonds (EUR),,EUR,-0.05,EUR,0,',
        '03-06-2024,10:00,03-06-2024,EXAMPLE 3% 15MAY27,,Buy 500 EXAMPLE 3% 15MAY27@0.98 EUR,,EUR,-490.00,EUR,0,',
      ].join('\n'),
    );
    // 2.50 + 0.50 = 3.
    assert.deepEqual(cellsOf(read.transactions, 'row', 'type', 'quantity', 'price', 'fee_tax', 'currency'), [
      [4, 'BUY', '10', '50', '3', 'GBP'],
      [7, 'BUY', '500', '0.98', '0', 'EUR'],
    ]);
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      read.excluded.map(({ row }) => row),
      [2, 3, 5, 6],
    );
  });

  it('asks what words of no language mean; a contract and the sweep of cash are never shares', async () => {
    const words = (text: string) => ACCOUNT.replace('flatex Deposit', text);
    const [unknown, option, sweep] = await Promise.all(
      [
        'Ostopäätös kuudesta',
        'Sell 1 FTI P31.00 18DEC20@0.54 EUR (NLEN00000000)',
        'MONEY MARKET FUND CONVERSION: Buy 93.1 at 0.9956 EUR',
      ].map(async (text) => await collect(words(text))),
    );
    assert.deepEqual(
      unknown?.issues.map(({ row, field, message }) => [row, field, message]),
      [
        [
          11,
          'type',
          'is not known: the file says "Ostopäätös kuudesta". Enter BUY, SELL, DIVIDEND or SPLIT, or leave the row out.',
        ],
      ],
    );
    for (const read of [option, sweep]) {
      assert.deepEqual(read?.issues, []);
      assert.ok(read?.excluded.some(({ row }) => row === 11));
    }
  });
});
