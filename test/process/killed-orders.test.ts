import assert from 'node:assert/strict';
import { type Arena, openArenas } from '../crash/matrix.ts';
import { SAMPLE, tried } from '../crash/samples.ts';

const TITLE = 'between the claim and the sending, and again while the orderbook is read';

/** One attack of the matrix; more of them are in `killed-orders.slow.test.ts`. */
describe('an order whose process is killed', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  let arenas: Arena[] = [];
  let close: () => Promise<void>;
  before(async () => {
    ({ arenas, close } = await openArenas(1, 0));
  });
  after(() => close());

  it(`Orders: none is sent twice, lost from sight or lost with its approval when a process is killed ${TITLE}`, async () => {
    const [arena] = arenas;
    const trial = SAMPLE[TITLE];
    assert.ok(arena !== undefined && trial !== undefined);
    await tried(arena, trial);
  });
});
