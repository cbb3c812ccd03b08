import assert from 'node:assert/strict';
import { nameCheckOf } from '../../../../core/research/analysis/index.ts';
import { packetOf } from '../../../support/evidence-packets.ts';

const SUBJECT = { name: 'Kaveri Flowtech Limited', symbol: 'KAVFLOW' };
const packets = [
  packetOf('COMPANY', [], {
    title: 'Kaveri Flowtech wins an order from Bharat Irrigation Corporation',
    publisher: 'NSE',
    passages: [
      { id: 'p1', text: 'The board approved the purchase of 26% of Godavari Castings Private Limited.' },
      { id: 'p2', text: 'CRISIL affirmed the rating. Tata Projects’ order is worth ₹40 crore.' },
    ],
  }),
];
const peers = [{ symbol: 'DECPUMP', name: 'Deccan Pumps Limited' }];
const check = () => nameCheckOf({ subject: SUBJECT, profileName: null, peers, packets, facts: [] });

/** What a sentence may say: names of the evidence, of the company and its peers, and capitals that are no company. */
const KNOWN = [
  'Kaveri Flowtech Limited makes pumps.',
  'Meanwhile Kaveri Flowtech Ltd. makes pumps.',
  'Lately Kaveri Flowtech Limited made more pumps.',
  'Kaveri Flowtech’s margins rose, and Deccan Pumps Limited’s fell.',
  'It competes with Deccan Pumps.',
  'NSE: KAVFLOW closed higher than NSE: DECPUMP.',
  'It holds a stake in Godavari Castings Private Limited.',
  'An order from Bharat Irrigation Corporation helps.',
  'Contracts with Tata Projects help.',
  'The Group has two plants, and its Board met.',
  'The Reserve Bank of India may cut rates, and so may the Federal Reserve Bank.',
  'Orders from Europe and orders from the Government may fall.',
  'It competes with Chinese imports.',
  'Customers may order less in January.',
  'EBITDA and ROCE improved in Q4 FY2026 under Ind AS.',
  'The company acquired land, merged with nobody, and sold to farms.',
  'Its Industries segment grew.',
  '',
];
/** What nobody but the model says. */
const INVENTED: readonly (readonly [sentence: string, name: string])[] = [
  ['It will merge with Globex next year.', 'Globex'],
  ['A merger with Globex Hydraulics is likely.', 'Globex Hydraulics'],
  ['Globex Pumps Limited is its best customer.', 'Globex Pumps'],
  ['Globex Ltd. buys half of what it makes.', 'Globex'],
  ['Initech Holdings wants to buy it.', 'Initech'],
  ['It is owned by the Umbrella Corporation.', 'Umbrella'],
  ['A takeover by Hooli would pay shareholders.', 'Hooli'],
  ['Customers such as Stark & Sons pay late.', 'Stark & Sons'],
  ['It has a joint venture with Wayne Enterprises of America.', 'Wayne Enterprises'],
  ['NASDAQ: TSLA is cheaper.', 'TSLA'],
  ['Kaveri Flowtech bought Soylent Industries.', 'Soylent'],
  ['It competes with Deccan Valves.', 'Deccan Valves'],
];

describe('companies that a sentence names', () => {
  for (const sentence of KNOWN)
    it(`decisions/Safety of models: nothing is invented in “${sentence}”`, () => {
      assert.deepEqual(check()(sentence), []);
    });
  for (const [sentence, name] of INVENTED)
    it(`decisions/Safety of models: “${name}” is invented in “${sentence}”`, () => {
      const found = check()(sentence);
      assert.ok(
        found.some((one) => one.includes(name)),
        `found: ${found.join()}`,
      );
    });

  it('another run with the same sources is held against its own peers', () => {
    const other = nameCheckOf({ subject: SUBJECT, profileName: null, peers: [], packets, facts: [] });
    assert.deepEqual(other('It competes with Deccan Pumps.'), ['Deccan Pumps']);
    assert.deepEqual(check()('It competes with Deccan Pumps.'), []);
  });

  it('a long text without an end is read in bounded time', () => {
    const long = 'A'.repeat(20_000);
    const many = 'Globex '.repeat(3_000);
    for (const text of [long, many, `merger with ${many}`, `${many}& `]) check()(text);
  });
});
