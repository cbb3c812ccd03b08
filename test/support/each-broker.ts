import { BROKERS, type TradingBroker } from '../crash/told-brokers.ts';
import { isSoak, takingTurns } from './soak.ts';

/**
 * A `describe` for each broker that orders go to. In `npm test` the brokers take turns, so that every case is tried at one and
 * either has half of them; in the soak every case is tried at both.
 * @param suite its cases, made by the `it` that it is given
 */
export function describeEachBroker(
  title: string,
  suite: (this: Mocha.Suite, at: TradingBroker, it: ReturnType<typeof takingTurns>) => void,
): void {
  for (const [nr, at] of BROKERS.entries())
    describe(`${title}, at ${at}`, function each(this: Mocha.Suite) {
      suite.call(this, at, takingTurns(nr, BROKERS.length));
    });
}

let cases = 0;
/** The same for a single case. */
export function itAtEachBroker(title: string, run: (at: TradingBroker) => Promise<void>): void {
  cases += 1;
  for (const [nr, at] of BROKERS.entries())
    if (isSoak || cases % BROKERS.length === nr) it(`${title}, at ${at}`, async () => await run(at));
}
