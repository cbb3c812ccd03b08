import assert from 'node:assert/strict';
import { createYahooEvidence } from '../../../../../core/research/index.ts';
import { keptDocuments } from '../../../../support/kept-documents.ts';
import { evidenceRequest, researchSubject } from '../../../../support/research-subject.ts';

/** Closes of New York, each by the moment at which its session began, in UTC. */
const OPENED: readonly (readonly [string, number])[] = [
  ['2025-10-31T13:30:00Z', 1],
  // The clock went back on 2 November.
  ['2025-11-03T14:30:00Z', 2],
  ['2025-11-04T14:30:00Z', 3],
];
const CHART = {
  chart: {
    result: [
      {
        meta: {
          symbol: 'LKSP',
          currency: 'USD',
          instrumentType: 'EQUITY',
          // That of the day on which it was asked, and not of its rows.
          gmtoffset: -14_400,
          exchangeTimezoneName: 'America/New_York',
        },
        timestamp: OPENED.map(([at]) => Date.parse(at) / 1000),
        indicators: { quote: [{ close: OPENED.map(([, close]) => close) }] },
      },
    ],
    error: null,
  },
};

describe('decisions/Evidence providers: a close is known when its session has ended, in the time of its exchange', () => {
  const closesAt = async (as_of: string) => {
    const kept = keptDocuments({ 'yahoo /v8/finance/chart/LKSP': JSON.stringify(CHART) });
    const { packets } = await createYahooEvidence().acquire(
      evidenceRequest({
        subject: researchSubject({ symbol: 'LKSP', exchange: 'NASDAQ', isin: null, currency: 'USD' }),
        mode: 'HISTORICAL',
        as_of,
      }),
      { get: async (asked) => await kept.get({ ...asked, path: asked.path.split('?', 1)[0] ?? '' }) },
    );
    return packets.flatMap(({ observations }) => observations).map(({ end }) => end);
  };

  it('at four in the afternoon: 20:00 UTC in summer and 21:00 in winter', async () => {
    assert.deepEqual(await closesAt('2025-10-31T19:59:59.999Z'), []);
    assert.deepEqual(await closesAt('2025-10-31T20:00:00.000Z'), ['2025-10-31']);
    assert.deepEqual(await closesAt('2025-11-03T20:59:59.999Z'), ['2025-10-31']);
    assert.deepEqual(await closesAt('2025-11-03T21:00:00.000Z'), ['2025-10-31', '2025-11-03']);
  });

  it('an evening in New York is the day after in India, and no close is of that day', async () => {
    // 02:30 on the 4th in Kolkata.
    assert.deepEqual(await closesAt('2025-11-04T02:30:00+05:30'), ['2025-10-31', '2025-11-03']);
  });
});
