/*
 * `node --import ./test/support/shifted-clock.mjs …` runs a process at another time: Date starts at SHIFTED_CLOCK (an ISO
 * instant) and runs at its usual speed. With SHIFTED_CLOCK_HOUR_MS, an hour of Date takes that many milliseconds: at the end
 * of each such span, Date jumps to the next hour after SHIFTED_CLOCK. Timers are not changed. Real-process tests use it to
 * start shortly before a report is due, or to run through many hours. Plain JavaScript, because the built program loads it too.
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
