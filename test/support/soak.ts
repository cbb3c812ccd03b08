/*
 * What is tried at random, killed again and again, or put into everything: a sample of it in `npm test`, which must be able
 * to fail for each rule, and the long number in `npm run test:soak`. That runs the files that import this one (or the files
 * it is given), one after the other, and the properties without a number of their own far oftener (test/soak-hooks.ts).
 */
export const isSoak = process.env['MUNIM_SOAK'] === '1';

/** The first in `npm test`, the second in `npm run test:soak`. */
export function sampled<T>(inSuite: T, inSoak: T): T {
  return isSoak ? inSoak : inSuite;
}

export type Transport = 'telegram' | 'local';

/**
 * `it` for a suite that is there once for each transport: in `npm test` the transports take turns, so that every case is
 * tried over one and either has half of them; in the soak every case is tried over both. Make one per `describe`.
 */
export const inTurn = (transport: Transport) => takingTurns(transport === 'telegram' ? 0 : 1, 2);

/** The same for the one of so many, counted from 0, that a suite is there for. */
export function takingTurns(nr: number, count: number): (title: string, run: Mocha.AsyncFunc) => void {
  let cases = 0;
  return (title, run) => {
    cases += 1;
    if (isSoak || (cases - 1) % count === nr) it(title, run);
  };
}
