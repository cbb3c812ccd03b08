import { daysBetween } from '../../core/platform/index.ts';

/** A tradebook as a person imports it on the first day, and what its shares closed at. */
export const BOOK = { rows: 1409, symbols: 106, seed: 3 };
export const FROM = '2016-01-01';
export const TO = '2026-11-23';
/** 16:00 in India, on a Tuesday. */
export const AT = '2026-11-24T10:30:00.000Z';
/** What every answer from outside takes. */
export const DELAY_MS = 50;

export const priceOn = (symbol: string, day: string): number =>
  100 + (symbol.length % 7) + (daysBetween(FROM, day) % 97);
