import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import {
  type CloseArray,
  closeArray,
  updatedCloses,
} from '../../../../core/performance/engine/close-array.ts';

const arrayOf = (rows: readonly (readonly [number, number])[]): CloseArray => ({
  days: Int32Array.from(rows, ([day]) => day),
  closes: Float64Array.from(rows, ([, close]) => close),
});
const rowsOf = ({ days, closes }: CloseArray) =>
  Array.from(days, (day, at) => [day, closes[at] ?? Number.NaN] as const);

/** A change of the stored closes from a day on: new, corrected and removed ones. */
const CHANGE = fc.record({
  from: fc.integer({ min: 0, max: 90 }),
  closes: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 20 }),
});

describe('closes in memory that threads share', () => {
  it('an array never changes, whichever array is extended, and each shows the closes stored at its time', () => {
    fc.assert(
      fc.property(fc.array(CHANGE, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (changes, numbers) => {
        const all = [{ stored: [] as (readonly [number, number])[], array: closeArray(arrayOf([])) }];
        for (const { from, closes } of changes) {
          // Any earlier array may be extended, not only the newest: then two of them want the same spare room.
          const base = all[(numbers.next().value ?? 0) % all.length];
          assert.ok(base !== undefined);
          const kept = base.stored.filter(([day]) => day < from);
          const tail = closes.map((close, at) => [from + at, close] as const);
          const stored = [...kept, ...tail];
          all.push({ stored, array: updatedCloses(base.array, arrayOf(stored)) });
          for (const one of all) assert.deepEqual(rowsOf(one.array), one.stored);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('newer closes take the spare room of the same memory; a correction, and a full room, take another', () => {
    const two = [
      [1, 10],
      [2, 20],
    ] as const;
    const known = closeArray(arrayOf(two));
    const longer = updatedCloses(known, arrayOf([...two, [3, 30]]));
    assert.equal(longer.days.buffer, known.days.buffer);
    assert.equal(updatedCloses(longer, arrayOf([...two, [3, 30]])), longer, 'nothing new: the same array');
    const corrected = updatedCloses(longer, arrayOf([...two, [3, 31]]));
    assert.notEqual(corrected.days.buffer, known.days.buffer);
    assert.deepEqual(rowsOf(longer).at(-1), [3, 30]);
    const many = Array.from({ length: 100 }, (_, at) => [4 + at, 1] as const);
    assert.notEqual(
      updatedCloses(longer, arrayOf([...rowsOf(longer), ...many])).days.buffer,
      known.days.buffer,
    );
  });

  it('a thread that reads while closes are added sees no incomplete close', async () => {
    // The close of each day is its number: the thread reports any that is not.
    const reader = new Worker(
      `const { parentPort } = require('node:worker_threads');
       let wrong = 0;
       parentPort.on('message', (array) => {
         if (array === null) return parentPort.postMessage(wrong);
         for (let again = 0; again < 50; again += 1)
           array.days.forEach((day, at) => { if (array.closes[at] !== day || day !== at) wrong += 1; });
       });`,
      { eval: true },
    );
    let array = closeArray(arrayOf([]));
    for (let day = 0; day < 300; day += 1) {
      array = updatedCloses(array, arrayOf([...rowsOf(array), [day, day]]));
      reader.postMessage(array);
    }
    reader.postMessage(null);
    const wrong = await new Promise((resolve) => reader.once('message', resolve));
    await reader.terminate();
    assert.equal(wrong, 0);
  });
});
