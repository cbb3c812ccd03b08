import assert from 'node:assert/strict';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import { createDhanSecurities } from '../../../../core/brokers/orders/dhan-securities.ts';
import { heldClock } from '../../../support/core.ts';
import { LoopbackServer } from '../../../support/loopback.ts';
import { NotedLimits } from './subjects.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');

describe('Orders: Dhan’s list of shares', () => {
  let list = '';
  let type = 'text/csv';
  const server = new LoopbackServer(() => ({ status: 200, type, body: list }));
  before(() => server.start());
  after(() => server.close());
  const securities = () =>
    createDhanSecurities({
      baseUrl: server.url,
      limits: new NotedLimits(),
      clock: heldClock(NOW),
      tuning: { retries: 0 },
    });

  it('knows a share by its ISIN, then by its symbol, and only among shares of the NSE', async () => {
    type = 'text/csv; charset=utf-8';
    list = [
      '\uFEFFEXCH_ID,SEGMENT,SECURITY_ID,ISIN,INSTRUMENT,UNDERLYING_SECURITY_ID,UNDERLYING_SYMBOL,SYMBOL_NAME,DISPLAY_NAME,INSTRUMENT_TYPE,SERIES,LOT_SIZE',
      'NSE,E,3045,INE062A01020,EQUITY,,SBIN,"STATE BANK OF INDIA, LTD",State Bank,ES,EQ,1.0',
      'BSE,E,500112,INE062A01020,EQUITY,,SBIN,STATE BANK,State Bank,ES,A,1.0',
      // A bond of the same name as the share, and the share in two series.
      'NSE,E,19257,INE121A08PJ0,EQUITY,,CHOLAFIN,CHOLA,Chola NCD,ES,D1,1.0',
      'NSE,E,685,INE121A01024,EQUITY,,CHOLAFIN,CHOLA,Chola,ES,EQ,1.0',
      'NSE,E,686,INE121A01024,EQUITY,,CHOLAFIN,CHOLA,Chola,ES,BE,1.0',
      'NSE,D,35000,NA,FUTSTK,685,CHOLAFIN,CHOLAFIN-FUT,Chola FUT,FUT,NA,625',
      'NSE,E,7,NA,EQUITY,,NOISIN,No,No,ES,EQ,1.0',
      'NSE,E,8,INE001A01011,EQUITY,,TWICE,Twice,Twice,ES,EQ,1.0',
      'NSE,E,9,INE001A01011,EQUITY,,TWICE,Twice,Twice,ES,EQ,1.0',
      'NSE,E,x,INE002A01018,EQUITY,,BROKEN,Broken,Broken,ES,EQ,1.0',
      '',
    ].join('\r\n');
    const known = securities();
    for (const [symbol, isin, id] of [
      ['SBIN', 'INE062A01020', '3045'],
      ['OLDNAME', 'INE062A01020', '3045'],
      ['CHOLAFIN', 'INE121A01024', '685'],
      ['CHOLAFIN', null, '685'],
      ['NOISIN', 'INE777A01017', '7'],
      ['SBIN', 'INE777A01017', null],
      ['TWICE', null, null],
      ['BROKEN', 'INE002A01018', null],
      ['CHOLAFIN-FUT', null, null],
    ] as const)
      assert.equal(await known.idOf({ symbol, isin }), id, `${symbol} ${isin}`);
  });

  it('is also read in its older columns, and refused when it is something else', async () => {
    list = [
      'SEM_EXM_EXCH_ID,SEM_SEGMENT,SEM_SMST_SECURITY_ID,SEM_INSTRUMENT_NAME,SEM_TRADING_SYMBOL,SEM_SERIES',
      'NSE,E,2885,EQUITY,RELIANCE,EQ',
    ].join('\n');
    assert.equal(await securities().idOf({ symbol: 'RELIANCE', isin: 'INE002A01018' }), '2885');
    for (const [body, kind] of [
      ['<html>Sorry</html>', 'text/html'],
      ['{"errorCode":"DH-901"}', 'application/json'],
      ['a,b,c\n1,2,3\n', 'text/csv'],
      ['', 'text/csv'],
    ] as const) {
      [list, type] = [body, kind];
      await assert.rejects(
        securities().idOf({ symbol: 'RELIANCE', isin: null }),
        (error) => error instanceof BrokerFailure && error.reason === 'BROKER_MALFORMED',
        body,
      );
    }
  });
});
