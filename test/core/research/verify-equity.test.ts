import assert from 'node:assert/strict';
import { createVerifyEquity } from '../../../core/research/verify-equity.ts';
import { type Documents, mayBeIndian } from '../../../core/research/index.ts';
import { keptDocuments } from '../../support/kept-documents.ts';
import { researchSubject } from '../../support/research-subject.ts';

interface Listed {
  symbol: string;
  exchange?: string;
  quoteType?: string;
}

/** Yahoo's search, which lists those. */
function listing(...quotes: Listed[]): Documents {
  const rows = quotes.map((one) => ({ quoteType: 'EQUITY', longname: `${one.symbol} Limited`, ...one }));
  const body = JSON.stringify({ quotes: rows });
  return {
    get: async (request) => await keptDocuments({ [`yahoo ${request.path}`]: body }).get(request),
  };
}

describe('research/Evidence acquisition rules 1: where a share is listed', () => {
  it('the exchange tells, then the suffix of the ticker, then the country of the ISIN; what nobody knows may be Indian', () => {
    const may = (fields: Parameters<typeof researchSubject>[0]) =>
      mayBeIndian(researchSubject({ exchange: null, isin: null, currency: null, ...fields }));
    assert.deepEqual(
      [
        may({ exchange: 'BSE', isin: 'US0378331005' }),
        may({ exchange: 'NASDAQ', isin: 'INE0AB101029' }),
        may({ symbol: 'PALARPUMP.NS', isin: 'US0378331005', currency: 'USD' }),
        may({ isin: 'INE0AB101029', currency: 'USD' }),
        may({ isin: 'US0378331005', currency: 'INR' }),
        may({ currency: 'INR' }),
        may({ currency: 'USD' }),
        may({ currency: '' }),
        may({}),
      ],
      [true, false, true, true, false, true, false, true, true],
    );
  });

  it('a ticker is probed at NSE first, then at BSE, then bare, and what is found decides', async () => {
    const found = async (word: string, ...quotes: Listed[]) => {
      const answer = await createVerifyEquity(listing(...quotes))(word);
      return answer.outcome === 'EQUITY'
        ? [answer.instrument.external_id, answer.instrument.asset_class, answer.instrument.currency]
        : [answer.outcome, answer.message];
    };
    const ns = { symbol: 'KAVFLOW.NS', exchange: 'NSI' };
    const bo = { symbol: 'KAVFLOW.BO', exchange: 'BSE' };
    const bare = { symbol: 'KAVFLOW', exchange: 'NMS' };
    assert.deepEqual(await found('kavflow', bare, bo, ns), ['yahoo:KAVFLOW.NS', 'Indian Equity', 'INR']);
    assert.deepEqual(await found('KAVFLOW', bare, bo), ['yahoo:KAVFLOW.BO', 'Indian Equity', 'INR']);
    assert.deepEqual(await found('KAVFLOW', bare), ['yahoo:KAVFLOW', 'US Equity', 'USD']);
    // The suffix tells the exchange that Yahoo leaves out; without either nobody knows, and nothing is guessed.
    assert.deepEqual(await found('KAVFLOW', { symbol: 'KAVFLOW.NS' }), [
      'yahoo:KAVFLOW.NS',
      'Indian Equity',
      'INR',
    ]);
    const [outcome, words = ''] = await found('KAVFLOW', { symbol: 'KAVFLOW' });
    assert.equal(outcome, 'UNKNOWN');
    assert.match(words, /does not say where KAVFLOW is listed\. Add \.NS or \.BO/);
    assert.match((await found('LON', { symbol: 'LON', exchange: 'LSE' }))[1] ?? '', /is listed elsewhere/);
  });
});
