import { createLeases, createLog, openDatabase } from '../../core/platform/index.ts';

/** A process that claims a row of the table `work`, locks it as work does that writes its result, and then hangs. */
const url = process.env.HOLDER_URL ?? '';
const now = new Date(process.env.HOLDER_NOW ?? '');
const log = createLog('silent');
const database = openDatabase({ ownerUrl: url, appUrl: url }, log);
const leases = createLeases(
  { table: 'public.work', key: ['id'], leaseMs: 20_000 },
  { database, clock: { now: () => now }, log },
);
const claim = await database.asSystem('claim', async (trx) => {
  const [row] = await leases.lockFree(trx, (rows) => rows.orderBy('id').limit(1));
  if (row === undefined) throw new Error('nothing to claim');
  return await leases.claim(trx, row);
});
await database.asSystem('write the result', async (trx) => {
  await leases.assertLease(trx, claim);
  await trx('public.work').where({ id: claim.id }).update({ note: 'half done' });
  process.send?.(claim);
  await new Promise((resolve) => setTimeout(resolve, 3_600_000));
});
