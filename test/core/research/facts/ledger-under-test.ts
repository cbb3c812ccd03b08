import assert from 'node:assert/strict';
import { buildLedger, type BuiltLedger } from '../../../../core/research/index.ts';
import { KAVFLOW } from '../../../support/evidence-packets.ts';

const at = '2026-09-30T18:00:00.000Z';

/** The ledger of those packets, of the Indian company at the end of September 2026 unless said otherwise. */
export function built(
  packets: Parameters<typeof buildLedger>[0]['packets'],
  more: Partial<Parameters<typeof buildLedger>[0]> = {},
): BuiltLedger {
  return buildLedger({ subject: KAVFLOW, packets, as_of: at, mode: 'CURRENT', ...more });
}

/** What a fact says; null where there is none. */
export const value = (ledger: BuiltLedger, id: string): string | null =>
  ledger.facts.find(({ fact_id }) => fact_id === id)?.value ?? null;

/** That a figure is the wanted one, to so many places. */
export function near(text: string | null, wanted: number, places: number): void {
  assert.equal(text === null ? null : Number(text).toFixed(places), wanted.toFixed(places));
}
