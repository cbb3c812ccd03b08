import assert from 'node:assert/strict';
import { explainRefusal } from '../../../../core/brokers/orders/index.ts';
import { brokerWords } from '../../../../core/brokers/orders/broker-words.ts';
import { dhanPlacement } from '../../../../core/brokers/orders/dhan-answers.ts';
import type { Placement } from '../../../../core/brokers/orders/gateway.ts';
import { faultOf } from '../../../../core/brokers/orders/order-checks.ts';
import { kitePlacement } from '../../../../core/brokers/orders/zerodha-answers.ts';

const summaryOf = (placement: Placement) =>
  placement.outcome === 'ACCEPTED'
    ? placement.broker_order_ids.join(' ')
    : placement.outcome === 'REFUSED'
      ? placement.refusal
      : placement.cause;

const kiteError = (error_type: string, message: string, data: unknown = null) =>
  JSON.stringify({ status: 'error', message, data, error_type });
const dhanError = (errorCode: string, errorMessage: string) =>
  JSON.stringify({ errorType: 'Order_Error', errorCode, errorMessage });

type Case = [name: string, status: number, body: string, expected: string];

const KITE: Case[] = [
  ['a number', 200, '{"status":"success","data":{"order_id":"151220000000000"}}', '151220000000000'],
  ['a number as a number', 200, '{"status":"success","data":{"order_id":151220000000}}', '151220000000'],
  ['no number', 200, '{"status":"success","data":{}}', 'UNREADABLE'],
  ['an empty number', 200, '{"status":"success","data":{"order_id":""}}', 'UNREADABLE'],
  ['a number without success', 200, '{"data":{"order_id":"1"}}', 'UNREADABLE'],
  ['no JSON', 200, '<html>', 'UNREADABLE'],
  ['nothing', 200, '', 'UNREADABLE'],
  ['a list', 200, '[]', 'UNREADABLE'],
  ['an error with status 200', 200, kiteError('MarginException', 'Insufficient funds.'), 'UNKNOWN_REFUSAL'],
  ['a redirect', 302, '', 'UNREADABLE'],
  [
    'funds',
    400,
    kiteError(
      'MarginException',
      'Insufficient funds. Required margin is 95417.84 but available margin is 74251.80. Check the orderbook for open orders.',
    ),
    'FUNDS_SHORT',
  ],
  ['holdings', 400, kiteError('HoldingException', 'Insufficient stock holding.'), 'HOLDINGS_SHORT'],
  ['a dead token', 403, kiteError('TokenException', 'Incorrect `api_key` or `access_token`.'), 'NEEDS_LOGIN'],
  [
    'permission',
    403,
    kiteError('PermissionException', 'Insufficient permission for that call.'),
    'PERMISSION_MISSING',
  ],
  [
    'address',
    403,
    kiteError(
      'PermissionException',
      'No IPs configured for this app. Add allowed IPs on the developer console.',
    ),
    'PERMISSION_MISSING',
  ],
  [
    'tick',
    400,
    kiteError(
      'InputException',
      'Tick size for this script is 0.10. Kindly enter price in the multiple of tick size for this script',
    ),
    'ORDER_INVALID',
  ],
  [
    'circuit',
    400,
    kiteError('InputException', 'Your order price is higher than the current upper circuit limit of 503.35.'),
    'ORDER_INVALID',
  ],
  [
    'protection',
    400,
    kiteError(
      'InputException',
      'Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.',
    ),
    'ORDER_INVALID',
  ],
  [
    'unknown share',
    400,
    kiteError(
      'InputException',
      'The instrument you are placing an order for has either expired or does not exist.',
    ),
    'ORDER_INVALID',
  ],
  [
    'closed',
    400,
    kiteError('OrderException', 'Markets are closed right now. Use GTT instead.'),
    'MARKET_CLOSED',
  ],
  [
    'a share that the risk system blocks',
    400,
    kiteError('InputException', 'RMS:Blocked for EQ nse_cm CNC Remarks: GSM stage 2  block type: ALL'),
    'ORDER_INVALID',
  ],
  [
    'a share that the exchange does not trade',
    400,
    kiteError('OrderException', '16387 : Security is not allowed to trade in this market'),
    'ORDER_INVALID',
  ],
  // What proves nothing.
  [
    'a time-out as a refusal',
    400,
    kiteError(
      'OrderException',
      'Order request timed out. Please check the order book and confirm before placing again.',
    ),
    'UNKNOWN_REFUSAL',
  ],
  ['a known kind, other words', 400, kiteError('MarginException', 'RMS is slow today.'), 'UNKNOWN_REFUSAL'],
  ['known words, another kind', 400, kiteError('NetworkException', 'Insufficient funds.'), 'UNKNOWN_REFUSAL'],
  [
    'known words further on',
    400,
    kiteError('OrderException', 'The order was sent to the exchange; insufficient funds for another.'),
    'UNKNOWN_REFUSAL',
  ],
  [
    'known words in doubt',
    400,
    kiteError('MarginException', 'Insufficient funds check timed out.'),
    'UNKNOWN_REFUSAL',
  ],
  [
    'a refusal that names an order',
    400,
    kiteError('MarginException', 'Insufficient funds.', { order_id: '1512' }),
    'UNKNOWN_REFUSAL',
  ],
  [
    'a refusal without a status',
    400,
    '{"message":"Insufficient funds.","error_type":"MarginException"}',
    'UNKNOWN_REFUSAL',
  ],
  ['a gateway', 404, '<html>Not found</html>', 'UNKNOWN_REFUSAL'],
  ['funds with status 500', 500, kiteError('MarginException', 'Insufficient funds.'), 'SERVER_ERROR'],
  ['network', 503, kiteError('NetworkException', 'Gateway timed out.'), 'SERVER_ERROR'],
  ['bad gateway', 502, '<html>', 'SERVER_ERROR'],
  ['a time-out of its own', 408, kiteError('MarginException', 'Insufficient funds.'), 'UNKNOWN_REFUSAL'],
  ['too many', 429, kiteError('NetworkException', 'Too many requests'), 'RATE_LIMITED'],
  ['too many, of funds', 429, kiteError('MarginException', 'Insufficient funds.'), 'RATE_LIMITED'],
];

const DHAN: Case[] = [
  ['a number', 200, '{"orderId":"112111182198","orderStatus":"PENDING"}', '112111182198'],
  ['created', 201, '{"orderId":"112111182198","orderStatus":"TRANSIT"}', '112111182198'],
  ['rejected at once', 200, '{"orderId":"5","orderStatus":"REJECTED","omsErrorDescription":"RMS"}', '5'],
  ['parts', 200, '[{"orderId":"1"},{"orderId":"2"}]', '1 2'],
  ['no number', 200, '{"orderStatus":"TRANSIT"}', 'UNREADABLE'],
  ['number 0', 200, '{"orderId":"0"}', 'UNREADABLE'],
  [
    'an error with status 200',
    200,
    '{"errorCode":806,"errorMessage":"Data APIs not Subscribed"}',
    'UNREADABLE',
  ],
  ['no JSON', 200, 'OK', 'UNREADABLE'],
  [
    'a dead token',
    401,
    dhanError('DH-901', 'Client ID or user generated access token is invalid or expired.'),
    'NEEDS_LOGIN',
  ],
  ['address', 400, dhanError('DH-905', 'Invalid IP'), 'PERMISSION_MISSING'],
  ['address by its own code', 403, dhanError('DH-911', 'Invalid IP'), 'PERMISSION_MISSING'],
  ['funds', 400, dhanError('DH-906', 'Insufficient Funds'), 'FUNDS_SHORT'],
  ['holdings', 400, dhanError('DH-906', 'Insufficient Holdings'), 'HOLDINGS_SHORT'],
  ['closed', 400, dhanError('DH-906', 'Market is Closed! Want to place an offline order?'), 'MARKET_CLOSED'],
  [
    'fields',
    400,
    dhanError('DH-905', 'Missing required fields, bad values for parameters etc.'),
    'ORDER_INVALID',
  ],
  ['security', 400, dhanError('DH-905', 'Invalid SecurityId'), 'ORDER_INVALID'],
  ['other words', 400, dhanError('DH-906', 'Something happened'), 'UNKNOWN_REFUSAL'],
  ['another code', 400, dhanError('DH-910', 'Insufficient Funds'), 'UNKNOWN_REFUSAL'],
  ['a time-out', 400, dhanError('DH-906', 'Order request timed out'), 'UNKNOWN_REFUSAL'],
  [
    'behind it',
    500,
    '{"errorCode":"INTERNAL_SERVER_ERROR","internalErrorCode":"RS-9005","internalErrorMessage":"Transactions Fails."}',
    'SERVER_ERROR',
  ],
  ['too many', 429, dhanError('DH-904', 'Too many requests'), 'RATE_LIMITED'],
  [
    'a gateway',
    404,
    '{"timestamp":"2026-01-01","status":404,"error":"Not Found","path":"/v2/orders"}',
    'UNKNOWN_REFUSAL',
  ],
];

describe('Orders: what an answer means', () => {
  for (const [name, status, body, expected] of KITE)
    it(`at Zerodha: ${name} (${status}) is ${expected}`, () => {
      assert.equal(summaryOf(kitePlacement(status, body, [])), expected);
    });

  for (const [name, status, body, expected] of DHAN)
    it(`at Dhan: ${name} (${status}) is ${expected}`, () => {
      assert.equal(summaryOf(dhanPlacement(status, body, [])), expected);
    });

  it('names every part of an order that Zerodha cut up, and tells of those that it refused', () => {
    const placement = kitePlacement(
      200,
      JSON.stringify({
        status: 'success',
        data: {
          order_id: '1914227164488687616',
          children: [
            { order_id: '1914227164534824960' },
            { order_id: '1914227164580962304' },
            {
              error: {
                code: 400,
                error_type: 'MarginException',
                message:
                  'Insufficient funds. Required margin is 228365.92 but available margin is 228358.50.',
                data: null,
              },
            },
            { order_id: '1914227164681625600' },
          ],
        },
      }),
      [],
    );
    assert.deepEqual(placement, {
      outcome: 'ACCEPTED',
      broker_order_ids: [
        '1914227164488687616',
        '1914227164534824960',
        '1914227164580962304',
        '1914227164681625600',
      ],
      message:
        '1 of 4 parts were not accepted: Insufficient funds. Required margin is 228365.92 but available margin is 228358.50.',
    });
  });

  it('repeats a broker’s words in one short line without secrets, links, addresses and account numbers', () => {
    const token = 'tok3nOfTheDay000000000000';
    const CASES: [said: unknown, words: string | null][] = [
      ['Insufficient funds. [Read more.](https://support.zerodha.com/x?id=1)', 'Insufficient funds.'],
      [`Bad token ${token} of key abcd1234`, 'Bad token [removed] of key [removed]'],
      ['See https://kite.trade/a?b=c now', 'See now'],
      [
        'Your IP 203.0.113.7 is not allowed, nor 2001:db8::7:1',
        'Your IP [address] is not allowed, nor [address]',
      ],
      ['RMS for entity account-XY1234 across', 'RMS for entity account across'],
      ['mail a.b@example.org', 'mail [removed]'],
      ['one\n\u0000\u202etwo\tthree', 'one two three'],
      ['<b>Sorry</b>', 'Sorry'],
      ['', null],
      [null, null],
      [{ a: 1 }, null],
      ['Required margin is 228365.92', 'Required margin is 228365.92'],
    ];
    for (const [said, words] of CASES) assert.equal(brokerWords(said, [token, 'abcd1234', '']), words);
    assert.equal(brokerWords('word '.repeat(500), [])?.length, 300);
  });

  it('is not asked for an order that no broker could take', () => {
    const order = {
      tag: 'T1',
      side: 'BUY',
      symbol: 'M&M',
      isin: null,
      quantity: '10',
      kind: 'LIMIT',
      limit_price: '100.05',
    } as const;
    assert.equal(faultOf(order), null);
    assert.equal(faultOf({ ...order, kind: 'MARKET', limit_price: null }), null);
    for (const change of [
      { tag: '' },
      { tag: 'x'.repeat(21) },
      { tag: 'a b' },
      { symbol: '' },
      { symbol: 'TCS&quantity=9'.toLowerCase() },
      { quantity: '0' },
      { quantity: '1.5' },
      { quantity: '-1' },
      { quantity: '1e3' },
      { limit_price: null },
      { limit_price: '0' },
      { limit_price: '1.005' },
      { limit_price: 'NaN' },
      { kind: 'MARKET' },
    ] as const)
      assert.equal(typeof faultOf({ ...order, ...change }), 'string', JSON.stringify(change));
  });
});

describe('Orders: what the words of a refusal mean', () => {
  const CASES: readonly [words: string, meaning: RegExp | null][] = [
    ['RMS:Margin Exceeds,Required:95417.84, Available:74251.80 for entity account', /not have enough money/],
    ['RMS:Blocked for EQ nse_cm CNC Remarks: GSM stage 2  block type: ALL', /surveillance measure/],
    ['RMS:Blocked for BE nse_cm CNC Remarks: T2T  block type: ALL', /trade-to-trade/],
    [
      'RMS:Blocked for EQ nse_cm CNC Remarks: stock is blocked  block type: ALL',
      /blocks orders in this share/,
    ],
    ['RMS:Auto Square Off Block', /at this time/],
    ['16387 : Security is not allowed to trade in this market', /takes no orders in this share/],
    ['Order price is out of Day’s price range', /circuit limits/],
    ['16327 OE_QUANTITY_GREATER_RL', /freeze quantity/],
    ['Something else.', null],
  ];
  for (const [words, meaning] of CASES)
    it(words, () => {
      const found = explainRefusal(words);
      if (meaning === null) assert.equal(found, null);
      else assert.match(found ?? '', meaning);
    });
});
