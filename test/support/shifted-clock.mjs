/*
 * `node --import ./test/support/shifted-clock.mjs …` makes a process live at another time: Date starts at SHIFTED_CLOCK
 * (an ISO instant) and goes on from there at its usual pace. Timers are not touched. Only real-process tests use it, to
 * stand a moment before a report is due. Plain JavaScript, since it goes before the built program too.
 */
const start = process.env.SHIFTED_CLOCK;
if (start === undefined || Number.isNaN(Date.parse(start))) {
  throw new Error('SHIFTED_CLOCK must be an ISO instant such as 2026-03-10T10:14:58.000Z');
}

const RealDate = Date;
const offset = RealDate.parse(start) - RealDate.now();

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offset;
  }
}

// Called without `new`, Date answers a string; a class cannot be called, hence the proxy.
globalThis.Date = new Proxy(ShiftedDate, {
  apply: () => new ShiftedDate().toString(),
});
