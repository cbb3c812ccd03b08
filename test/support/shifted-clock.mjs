/*
 * `node --import ./test/support/shifted-clock.mjs …` makes a process live at another time: Date starts at SHIFTED_CLOCK
 * (an ISO instant) and goes on from there at its usual pace. With SHIFTED_CLOCK_HOUR_MS it leaps each time so many milliseconds
 * have passed, to where it stood an hour after the last leap. Timers are not touched. Only real-process tests use it, to
 * stand a moment before a report is due, or to live through hours. Plain JavaScript, since it goes before the built program too.
 */
const start = process.env.SHIFTED_CLOCK;
if (start === undefined || Number.isNaN(Date.parse(start))) {
  throw new Error('SHIFTED_CLOCK must be an ISO instant such as 2026-03-10T10:14:58.000Z');
}

const RealDate = Date;
/** When the process began: its threads, which begin later, have the same time. */
const began = Number((process.env.SHIFTED_CLOCK_BEGAN ??= String(RealDate.now())));
const hourMs = Number(process.env.SHIFTED_CLOCK_HOUR_MS ?? Infinity);
const HOUR_MS = 3_600_000;

function shiftedNow() {
  const passed = RealDate.now() - began;
  const hours = Math.floor(passed / hourMs);
  return RealDate.parse(start) + (hours === 0 ? passed : hours * HOUR_MS + (passed % hourMs));
}

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(shiftedNow());
    else super(...given);
  }

  static now() {
    return shiftedNow();
  }
}

// Called without `new`, Date answers a string; a class cannot be called, hence the proxy.
globalThis.Date = new Proxy(ShiftedDate, {
  apply: () => new ShiftedDate().toString(),
});
