import type { Knex } from 'knex';
import pg from 'pg';
import { serverLimits } from '../time-limits.ts';
import type { WatchedClient } from './watched-client.ts';

/** Settings of the server for one transaction. */
export type Settings = readonly (readonly [name: string, value: string])[];

/**
 * Settings of the transaction that begins: limits other than those the connection has, and less time for locks where the
 * queue took some of it.
 */
export function ownSettings({ use, usual }: WatchedClient): [name: string, value: string][] {
  if (use === null) return [];
  const { limits } = use;
  const lockMs = Math.max(limits.lockMs / 10, limits.lockMs - use.waitedMs());
  const hasWaited = limits.lockMs - lockMs > limits.lockMs / 10;
  const wanted = serverLimits({ ...limits, lockMs: hasWaited ? lockMs : limits.lockMs });
  const standing = usual === null ? null : serverLimits(usual);
  return [...wanted]
    .filter(([name, ms]) => standing?.get(name) !== ms)
    .map(([name, ms]) => [name, String(ms)]);
}

/**
 * Tells the server the settings of a transaction of Knex, in one statement: those that are given, and the limits of the work
 * it is for. Nothing to tell costs no statement, and before the transaction's first statement no round trip.
 */
export async function tellSettings(
  trx: Knex.Transaction,
  given: readonly (readonly [name: string, value: string])[] = [],
): Promise<void> {
  const client = await (trx.client as { acquireConnection(): Promise<WatchedClient> }).acquireConnection();
  const settings = [...given, ...ownSettings(client)];
  if (settings.length === 0) return;
  if (client.appendToPendingBegin(settingsInWords(settings))) return;
  await trx.raw(`select ${settings.map(() => 'set_config(?, ?, true)').join(', ')}`, settings.flat());
}

export function settingsInWords(settings: Settings): string {
  const each = settings.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  return `select ${each.join(', ')};`;
}

export function beginOfRead(settings: Settings): string {
  return settings.length === 0 ? 'BEGIN READ ONLY;' : `BEGIN READ ONLY; ${settingsInWords(settings)}`;
}

/** Begins a transaction on a client of a plain pool, with the limits of the work it was taken for. */
export async function beginTransaction(client: pg.ClientBase): Promise<void> {
  const settings = ownSettings(client as unknown as WatchedClient);
  await client.query(['begin', ...settings.map(([name, ms]) => `set local ${name} = ${ms}`)].join('; '));
}
