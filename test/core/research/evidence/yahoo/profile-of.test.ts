import assert from 'node:assert/strict';
import { OutsideError } from '../../../../../core/platform/index.ts';
import { DocumentNotKept, type Documents, profileOf } from '../../../../../core/research/index.ts';
import { researchSubject } from '../../../../support/research-subject.ts';

const AMERICAN = researchSubject({
  symbol: 'LKSP',
  exchange: null,
  isin: null,
  name: 'Larkspur Instruments, Inc.',
  sector: null,
  industry: null,
  currency: 'USD',
});
const profile = (longName: string, currency: string) =>
  JSON.stringify({
    quoteSummary: {
      result: [
        {
          summaryProfile: { sector: 'Technology', industry: 'Gauges' },
          price: { longName, currency, quoteType: 'EQUITY', symbol: 'X' },
        },
      ],
    },
  });

/** Answers by Yahoo's name of the share; what is not there is not kept. */
function yahoo(answers: Readonly<Record<string, string | Error>>): Documents & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async get({ source, path }) {
      const name = /quoteSummary\/([^?]+)/.exec(path)?.[1] ?? '';
      asked.push(name);
      const answer = answers[name] ?? new DocumentNotKept(source, path);
      if (answer instanceof Error) throw answer;
      const body = Buffer.from(answer);
      return await Promise.resolve({ source, path, body, sha256: '', fetched_at: '', origin: 'KEPT' });
    },
  };
}

describe('research/Peer resolution rules 6: sector and industry by the public profile', () => {
  it('a share of an unknown exchange is looked for under each name, and the one that bears its name and currency is it', async () => {
    const documents = yahoo({
      'LKSP.NS': profile('Larkspur Instruments', 'INR'),
      'LKSP.BO': new OutsideError('Yahoo', 'http', 'knows nothing of it', { status: 404 }),
      LKSP: profile('Larkspur Instruments Inc', 'USD'),
    });
    assert.deepEqual(await profileOf(AMERICAN, documents), { sector: 'Technology', industry: 'Gauges' });
    assert.deepEqual(documents.asked, ['LKSP.NS', 'LKSP.BO', 'LKSP']);
    assert.equal(await profileOf(AMERICAN, yahoo({ LKSP: profile('Lakes Pipeline', 'USD') })), null);
    assert.equal(await profileOf({ ...AMERICAN, name: null }, yahoo({ LKSP: profile('LKSP', 'USD') })), null);
  });

  it('a known exchange needs no name; nothing kept, an answer that is none and a source that fails say nothing', async () => {
    const listed = { ...AMERICAN, exchange: 'NASDAQ', name: null } as const;
    assert.equal((await profileOf(listed, yahoo({ LKSP: profile('Any', 'USD') })))?.industry, 'Gauges');
    assert.equal(await profileOf(AMERICAN, yahoo({})), null);
    assert.equal(await profileOf(listed, yahoo({ LKSP: '<html></html>' })), null);
    const failing = yahoo({ 'LKSP.NS': new OutsideError('Yahoo', 'rate_limited', 'asks to wait') });
    assert.equal(await profileOf(AMERICAN, failing), null);
    // Whoever asks to wait is not asked again under another name.
    assert.deepEqual(failing.asked, ['LKSP.NS']);
  });

  it('research/Evidence acquisition rules: what is not kept is named without the list of what is wanted of it', () => {
    const path = `/ws/timeseries/LKSP?type=${'annualTotalRevenue,'.repeat(20)}`;
    assert.match(new DocumentNotKept('yahoo', path).message, /Munim has no copy of \/ws\/timeseries\/LKSP$/);
    assert.match(new DocumentNotKept('yahoo', '/v1/finance/search?q=A').message, /search\?q=A$/);
  });
});
