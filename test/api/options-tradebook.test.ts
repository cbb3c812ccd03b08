import assert from 'node:assert/strict';
import type { SettledView, TradebookView } from '../../core/options/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { CALL, STRANGLE, zerodhaFile } from '../support/fo-tradebook.ts';

const AT = '/api/options/tradebook';
interface Refusal {
  code: string;
  detail: string;
}

describe('F&O tradebooks over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  before(async () => {
    world = await testApi({ clock: { now: () => new Date('2026-01-14T10:00:00.000Z') } });
    owner = await world.signedIn('owner');
  });
  after(() => world.close());

  async function send<T = TradebookView>(
    file: Buffer | string,
    query = '',
    fields: Record<string, string> = {},
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([file]), 'tradebook.csv');
    return await owner.request<T>('POST', `${AT}${query}`, { body: form });
  }

  it('contract/Options bodies: a tradebook is previewed, imported, and measured', async () => {
    const file = zerodhaFile(STRANGLE);
    const preview = await send(file, '?preview=true', { strategy: 'strangle' });
    assert.equal(preview.status, 200, preview.text);
    assert.deepEqual(
      [preview.body.is_imported, preview.body.fills.new, preview.body.gross],
      [false, 4, 2_250],
    );
    const { body } = await send(file, '', { strategy: 'strangle', brokerage: '10' });
    assert.deepEqual(
      [body.is_imported, body.trades, body.refused],
      [true, { closed: 1, open: 0, unknown: 0 }, []],
    );
    const results = await owner.get<{ by_strategy: { strategy: string; realised: { gross: number } }[] }>(
      '/api/options/v2/performance?mode=LIVE',
    );
    assert.deepEqual(
      results.body.by_strategy.map(({ strategy, realised }) => [strategy, realised.gross]),
      [['strangle', 2_250]],
    );
    assert.equal((await send(file)).body.fills.known, 4);
  });

  it('portfolio/Import: rows with problems are named by their row, the others are taken', async () => {
    const good = STRANGLE.map((row, at) => ({ ...row, trade: 9_000 + at }));
    const [first] = good;
    assert.ok(first);
    const { body } = await send(
      zerodhaFile([
        ...good,
        { ...first, trade: '2.38E+11' },
        { ...first, trade: 9_101, price: 0 },
        { ...first, trade: 9_102, symbol: 'NONSENSE' },
        { ...first, trade: 9_103, at: '2026-01-14T09:20:00' },
        { ...first, trade: 9_104, segment: 'CDS' },
        { ...first, trade: 9_105, segment: 'EQ', expiry: '', symbol: 'INFY' },
        { ...first, trade: 9_106, quantity: 0.5 },
      ]),
      '?preview=true',
    );
    assert.deepEqual([body.fills.new, body.other_rows, body.excluded.length], [4, 1, 1]);
    assert.deepEqual(
      body.issues.map(({ row, message }) => [row, message.slice(0, 34)]),
      [
        [6, 'The trade number "2.38E+11" was sh'],
        [7, 'The price "0.000000" must be above'],
        [8, 'NONSENSE is not the symbol of a fu'],
        [9, 'The contract expired on 13 Jan 202'],
        [12, 'The quantity "0.500000" must be a w'.slice(0, 34)],
      ],
    );
  });

  it('decisions/Options workspace: a generic file has its own costs, tags and settlements', async () => {
    const { body } = await send(
      [
        'Date;Time;Underlying;Expiry;Strike;Option type;Side;Qty;Price;Costs;Strategy;Tag',
        '05-01-2026;09:30;BANKNIFTY;27-Jan-2026;60000;CE;Sell;35;300;40;calendar;BN-1',
        '05-01-2026;09:31;BANKNIFTY;24-Feb-2026;60000;CE;Buy;35;500.05;42.50;calendar;BN-1',
        '06-01-2026;15:00;BANKNIFTY;27-Jan-2026;60000;CE;Buy;35;250;40;calendar;BN-1',
        '06-01-2026;15:01;BANKNIFTY;24-Feb-2026;60000;CE;Sell;35;470;45;calendar;BN-1',
        '07-01-2026;09:45;NIFTY;13-01-2026;26000;PE;Buy;75;20;30;;',
        ';;NIFTY;13-01-2026;;;Settlement;;26100;;;',
      ].join('\r\n'),
    );
    // (300 − 250) × 35 = 1,750; (470 − 500.05) × 35 = −1,051.75; the put expired worthless: −20 × 75 = −1,500.
    const trades = new Map(body.newest_trades.map((trade) => [trade.tag, trade]));
    assert.deepEqual(body.issues, []);
    const [calendar, put] = [trades.get('BN-1'), trades.get('TB-NIFTY-260113-20260107-094500')];
    assert.deepEqual(
      [calendar?.strategy, calendar?.gross, calendar?.costs, calendar?.net],
      ['calendar', 698.25, 167.5, 530.75],
    );
    assert.deepEqual([put?.state, put?.gross, put?.costs], ['CLOSED', -1_500, 30]);
  });

  it('a settlement gives expired contracts a result', async () => {
    const sold = { ...CALL, symbol: 'SENSEX2611583500CE', expiry: '2026-01-13', exchange: 'BSE' };
    await send(
      zerodhaFile([
        { ...sold, at: '2026-01-12T10:00:00', side: 'sell', quantity: 75, price: 5, trade: 77_001 },
      ]),
    );
    const { status, body } = await owner.request<SettledView>('PUT', `${AT}/settlements`, {
      body: { underlying: 'SENSEX', expiry: '2026-01-13', price: 83_000 },
    });
    assert.equal(status, 200);
    assert.ok(body.trades.some(({ gross, state }) => gross === 375 && state === 'CLOSED'));
    const early = await owner.request<Refusal>('PUT', `${AT}/settlements`, {
      body: { underlying: 'NIFTY', expiry: '2026-01-20', price: 26_100 },
    });
    assert.deepEqual([early.status, early.body.code], [422, 'NOT_EXPIRED']);
  });

  it('a file that is no tradebook is refused with what it needs, and nothing is taken', async () => {
    const cases: [string | Buffer, number, string][] = [
      ['Symbol,Date,Type,Quantity,Price\nINFY,2026-01-05,BUY,1,100\n', 422, 'TRADEBOOK_UNKNOWN_COLUMNS'],
      ['', 422, 'CSV_EMPTY'],
      [Buffer.from('PK\u0003\u0004 xl/ [Content_Types].xml'), 422, 'CSV_IS_EXCEL'],
      ['%PDF-1.7', 422, 'CSV_IS_PDF'],
    ];
    for (const [file, status, code] of cases) {
      const answer = await send<Refusal>(file);
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
    }
    assert.equal((await send('x', '?preview=yes')).status, 422);
    assert.equal((await send(zerodhaFile(STRANGLE), '', { brokerage: '-1' })).status, 422);
  });
});
