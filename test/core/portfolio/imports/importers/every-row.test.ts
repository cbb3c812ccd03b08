import assert from 'node:assert/strict';
import fc from 'fast-check';
import { IMPORTERS } from '../../../../../core/portfolio/imports/importers/index.ts';
import { headerRow } from '../../../../../core/portfolio/imports/importers/importer.ts';
import { isFieldOf } from '../../../../../core/portfolio/imports/rows/index.ts';
import { collect } from '../collect.ts';
import { sampled } from '../../../../support/soak.ts';

/** A header of each format, and what makes it known where that stands above it. */
const HEADERS: Record<string, { header: string; above?: string }> = {
  'zerodha-tradebook': {
    header:
      'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time',
  },
  'zerodha-holdings': { header: 'Instrument,Qty.,Avg. cost,LTP,Invested,Cur. val,P&L,Net chg.,Day chg.,' },
  'zerodha-dividends': { header: 'Symbol,ISIN,Ex-date,Quantity,Dividend Per Share,Net Dividend Amount' },
  'groww-stocks': {
    header:
      'Stock name,Symbol,ISIN,Type,Quantity,Value,Exchange,Exchange Order Id,Execution date and time,Order status',
  },
  'groww-holdings': {
    header: 'Stock Name,ISIN,Quantity,Average buy price,Buy value,Closing price,Closing value,Unrealised P&L',
  },
  'groww-funds': { header: 'Scheme Name,Transaction Type,Units,NAV,Amount,Date' },
  'groww-fund-holdings': {
    header:
      'Scheme Name,AMC,Category,Sub-category,Folio No.,Source,Units,Invested Value,Current Value,Returns,XIRR',
  },
  'icici-direct': {
    header:
      'Stock Symbol,Company Name,ISIN Code,Action,Quantity,Transaction Price,Brokerage,Transaction Charges,StampDuty,Segment,' +
      'STT Paid/Not Paid,Remarks,Transaction Date,Exchange,',
  },
  'icici-direct-holdings': {
    header:
      'Stock Symbol,Company Name,ISIN Code,Qty,Average Cost Price,Current Market Price,% Change over prev close,Value At Cost,',
  },
  'upstox-trades': {
    header:
      'Date,Company,Amount,Exchange,Segment,Scrip Code,Instrument Type,Strike Price,Expiry,Trade Num,Trade Time,Side,Quantity,Price',
  },
  'upstox-holdings': {
    header: 'Symbol,ISIN,Net Qty,Avg Price,LTP',
    above: '"UPSTOX SECURITIES\nPRIVATE LIMITED",,,,',
  },
  'fyers-tradebook': {
    header:
      'Symbol name,Symbol code,Date & time,Side,Product type,Qty,Traded price,Total value,Segment,Exchange order ID,OMS order ID',
  },
  'fyers-orders': {
    header:
      'clientId,exchange,id,status,type,limitPrice,productType,qty,remainingQuantity,segment,symbol,description,orderDateTime,side,' +
      'stopPrice,tradedPrice,filledQty,exchOrdId,message,orderNumStatus,slNo,orderTag',
  },
  'angel-one-holdings': {
    header: 'Trading Symbol,Exchange,Quantity,Product,Average Price,LTP,Profit and Loss',
  },
  kuvera: {
    header: 'Date, Folio Number, Name of the Fund, Order, Units, NAV, Current Nav, Amount (INR)',
  },
  munim: {
    header:
      'Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,Currency,ISIN,Security_ID,Asset_Class,Note,Execution_ID',
  },
  'munim-openings': {
    header:
      'Portfolio,Symbol,Name,ISIN,Asset_Class,Currency,Opening_Quantity,Held_Since,Cost_Per_Unit,Reason',
  },
  generic: { header: 'Date,Symbol,Type,Quantity,Price,Brokerage,STT,Amount' },
};

const CELLS = [
  '',
  ' ',
  '-',
  '--',
  'INFY',
  'INE009A01021',
  'INE009A01020',
  'SOME FUND - DIRECT',
  'BUY',
  'sell',
  '1',
  '-1',
  'Executed',
  'Cancelled',
  '10',
  '1,540.50',
  '(12.5)',
  '- 0.77',
  '₹5',
  '$3',
  '0',
  '2.40116E+13',
  'n/a',
  '49,997',
  '2024-01-05',
  '05-01-2024 09:38 AM',
  '08 Jul 2026',
  '45292.5',
  '13/13/2024',
  'MF',
  'FO',
  'NSE',
  'BSE',
  '%',
  'é',
];
const cell = fc.constantFrom(...CELLS);

describe('portfolio/import of every format', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  it('has a header here for each', () => {
    assert.deepEqual(
      Object.keys(HEADERS).toSorted((a, b) => a.localeCompare(b)),
      [...new Set(IMPORTERS.map(({ format }) => format))].toSorted((a, b) => a.localeCompare(b)),
    );
  });

  for (const [format, { header, above }] of Object.entries(HEADERS)) {
    it(`portfolio/csv upload: ${format}: whatever its cells hold, each row is valid, has issues, or is left out with a reason`, async () => {
      const width = header.split(',').length;
      const rows = fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 12,
      });
      await fc.assert(
        fc.asyncProperty(rows, fc.integer({ min: 1, max: 60 }), async (cells, size) => {
          const lines = cells.map((row) =>
            row.map((one) => (one.includes(',') ? `"${one}"` : one)).join(','),
          );
          const text = `${above === undefined ? '' : `${above}\n`}${header}\n${lines.join('\n')}\n`;
          const read = await collect(text, {}, size);
          assert.equal(read.detected_format, format);
          const first = above === undefined ? 2 : 3;
          const filled = cells.flatMap((row, at) =>
            row.some((one) => one.trim() !== '') ? [at + first] : [],
          );
          const accounted = [
            ...read.transactions.map(({ row }) => row),
            ...read.holdings.map(({ row }) => row),
            ...new Set(read.issues.map(({ row }) => row)),
            ...read.excluded.map(({ row }) => row),
          ].toSorted((a, b) => a - b);
          assert.deepEqual(accounted, filled);
          for (const { raw } of read.raw)
            for (const field of Object.keys(raw.fields))
              assert.ok(isFieldOf(read.type, field), `${field} is no field of ${read.type}`);
          for (const { reason } of read.excluded) assert.ok(reason.length > 10, reason);
          for (const { price } of read.transactions) assert.match(price, /^\d+(\.\d{1,10})?$/);
        }),
        { numRuns: sampled(15, 3_000) },
      );
    });
  }

  it('is not taken for another broker’s, in whatever order its columns stand', () => {
    for (const [format, { header, above }] of Object.entries(HEADERS)) {
      fc.assert(
        fc.property(
          fc.shuffledSubarray(header.split(','), { minLength: header.split(',').length }),
          (columns) => {
            const found = IMPORTERS.flatMap((importer) => {
              const match = importer.detect(headerRow(columns), (above ?? '').toLowerCase());
              return match === null ? [] : [{ format: importer.format, confidence: match.confidence }];
            });
            const best = found.reduce((one, other) => (other.confidence > one.confidence ? other : one));
            assert.equal(best.format, format);
            const rivals = found.filter((one) => one.format !== format && one.confidence === best.confidence);
            assert.deepEqual(rivals, []);
          },
        ),
        { numRuns: sampled(15, 1_000) },
      );
    }
  });
});
