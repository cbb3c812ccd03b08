import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createSymbolBeginnings } from '../../../../core/market/instruments/symbol-beginnings.ts';
import type { Instrument } from '../../../../core/market/instruments/instrument.ts';

const listed = (symbol: string, exchange: 'NSE' | null = 'NSE') =>
  ({ symbol, exchange }) as unknown as Instrument;

describe('symbols by the letters that they begin with', () => {
  it('are those of exchanges, today’s and former ones', () => {
    const beginning = createSymbolBeginnings({
      instruments: [listed('TATASTEEL'), listed('TATA-POWER'), listed('TATAFUND', null), listed('TCS')],
      aliases: [],
      changes: [{ exchange: 'NSE', from: 'TATATEA', to: 'TATACONSUM', on: '2010-07-01' }],
    });
    assert.deepEqual(beginning('TATAP'), ['TATA-POWER']);
    assert.deepEqual(beginning('TATAT'), ['TATATEA']);
    assert.equal(beginning('TATA').length, 4);
    assert.deepEqual(beginning('ZZ'), []);
  });

  it('are the same that a look at each of them finds', () => {
    const symbol = fc.stringMatching(/^[A-C&0-9]{1,5}$/);
    fc.assert(
      fc.property(fc.uniqueArray(symbol), fc.stringMatching(/^[A-C]{1,3}$/), (symbols, letters) => {
        const beginning = createSymbolBeginnings({
          instruments: symbols.map((one) => listed(one)),
          aliases: [],
          changes: [],
        });
        assert.deepEqual(
          beginning(letters).toSorted(),
          symbols.filter((one) => one.replaceAll(/[^A-Z]/g, '').startsWith(letters)).toSorted(),
        );
      }),
    );
  });
});
