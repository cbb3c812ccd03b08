import assert from 'node:assert/strict';
import type { Instrument, QuoteProvider } from '../../../../core/market/index.ts';
import type { Fault, LoopbackServer } from '../../../support/loopback.ts';

/** What a provider needs to be held to the contract. */
export interface ProviderUnderTest {
  name: string;
  server: LoopbackServer;
  /** A provider with nothing remembered, which gives up on a request after so many milliseconds. */
  fresh(timeoutMs: number): QuoteProvider;
  /** Known to the double, with its right price and day. */
  known: { instrument: Instrument; price: number; as_of: string }[];
  /** Covered, but not known to the double. */
  unknown: { instrument: Instrument; failure: string };
  /** Not this provider's to price. */
  foreign: Instrument;
}

const FAULTS: [string, Fault, string][] = [
  ['a 429', { kind: 'status', status: 429 }, 'PROVIDER_RATE_LIMITED'],
  [
    'a 429 with a long Retry-After',
    { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
    'PROVIDER_RATE_LIMITED',
  ],
  ['a 401', { kind: 'status', status: 401 }, 'PROVIDER_ERROR'],
  ['a 500', { kind: 'status', status: 500 }, 'PROVIDER_ERROR'],
  [
    'a redirect',
    { kind: 'status', status: 302, headers: { location: 'https://elsewhere.example/' } },
    'PROVIDER_ERROR',
  ],
  ['a hang', { kind: 'hang' }, 'PROVIDER_TIMEOUT'],
  ['a slow drip', { kind: 'drip', everyMs: 50 }, 'PROVIDER_TIMEOUT'],
  ['a dropped connection', { kind: 'drop' }, 'PROVIDER_UNREACHABLE'],
  ['a cut body', { kind: 'cut' }, 'PROVIDER_UNREACHABLE'],
  [
    'HTML with 200',
    { kind: 'body', type: 'text/html', body: '<html><body>Down for work</body></html>' },
    'PROVIDER_MALFORMED',
  ],
  ['an empty answer', { kind: 'body', type: 'application/json', body: '' }, 'PROVIDER_MALFORMED'],
  [
    'an answer of another shape',
    { kind: 'body', type: 'application/json', body: '[]' },
    'PROVIDER_MALFORMED',
  ],
];

/** Long enough that a busy machine is no fault. */
const PATIENT_MS = 50_000;
/** Where the fault is to be late, no longer than needed. */
const patienceFor = ({ kind }: Fault) => (kind === 'hang' || kind === 'drip' ? 200 : PATIENT_MS);

/** What the refresh relies on, whoever gives the prices. */
export function quoteProviderContract(open: () => Promise<ProviderUnderTest>): void {
  let tested: ProviderUnderTest;
  before(async () => {
    tested = await open();
  });
  after(() => tested.server.close());
  beforeEach(() => tested.server.calm());

  it('gives one outcome for each instrument, in the same order', async () => {
    const { known, unknown } = tested;
    const asked = [...known, unknown].map(({ instrument }) => instrument);
    const outcomes = await tested.fresh(PATIENT_MS).quotes(asked);
    assert.deepEqual(
      outcomes.map(({ quote, failure }) => failure ?? [quote?.price, quote?.as_of]),
      [...known.map(({ price, as_of }) => [price, as_of]), unknown.failure],
    );
  });

  it('names itself as the source and answers in the currency that was asked for', async () => {
    const provider = tested.fresh(PATIENT_MS);
    for (const { instrument } of tested.known) {
      const [outcome] = await provider.quotes([instrument]);
      assert.equal(outcome?.quote?.source, provider.name);
      assert.equal(outcome?.quote?.currency, instrument.currency);
    }
  });

  it('covers what is its own and nothing else', () => {
    const provider = tested.fresh(PATIENT_MS);
    for (const { instrument } of [...tested.known, tested.unknown])
      assert.equal(provider.covers(instrument), true);
    assert.equal(provider.covers(tested.foreign), false);
  });

  it('asks nobody about nothing', async () => {
    assert.deepEqual(await tested.fresh(PATIENT_MS).quotes([]), []);
    assert.equal(tested.server.requests.length, 0);
  });

  for (const [title, fault, failure] of FAULTS) {
    it(`${title} is ${failure} for every instrument, and no error`, async () => {
      tested.server.fail(fault);
      const asked = tested.known.map(({ instrument }) => instrument);
      const outcomes = await tested.fresh(patienceFor(fault)).quotes(asked);
      assert.deepEqual(
        outcomes,
        asked.map(() => ({ quote: null, failure })),
      );
    });
  }

  it('gets over a fault that passes', async () => {
    tested.server.fail({ kind: 'status', status: 503 }, { times: 1 });
    const outcomes = await tested.fresh(PATIENT_MS).quotes(tested.known.map(({ instrument }) => instrument));
    assert.ok(outcomes.every(({ failure }) => failure === null));
  });

  it('stops when nobody waits any longer', async () => {
    tested.server.fail({ kind: 'hang' });
    const asked = tested.known.map(({ instrument }) => instrument);
    // By itself it would wait for ten minutes.
    const outcomes = await tested.fresh(600_000).quotes(asked, AbortSignal.timeout(30));
    assert.ok(outcomes.every(({ failure }) => failure === 'PROVIDER_TIMEOUT'));
  });
}
