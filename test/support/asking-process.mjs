/*
 * A process that asks sources for documents as research does, as fast as it may. Arguments: the address of the double, and
 * requests as `source path`, all asked at once. Its configuration is in the environment. It says `ready`, begins when it is
 * told anything, and at the end says how long its own event loop was held up meanwhile, in milliseconds.
 */
import { once } from 'node:events';
import { createDocuments } from '../../core/research/documents/index.ts';
import { createLog, createSharedLimits, openDatabase, parseConfig } from '../../core/platform/index.ts';

const [double = '', ...requests] = process.argv.slice(2);
const config = parseConfig();
const log = createLog('silent');
const database = openDatabase(
  { ownerUrl: config.DATABASE_URL ?? '', appUrl: config.DATABASE_APP_URL ?? '' },
  log,
);
const clock = { now: () => new Date() };
const documents = createDocuments(
  { config, clock, database, limits: createSharedLimits(database.systemPool, log) },
  {
    reach: (url) => ({ url: new URL(`${double}/issuer/${url.host}${url.pathname}`), allowInward: true }),
  },
).of({ mode: 'CURRENT', as_of: clock.now().toISOString() });

process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();
let held = 0;
let last = performance.now();
const watch = setInterval(() => {
  held = Math.max(held, performance.now() - last - 5);
  last = performance.now();
}, 5);
await Promise.all(
  requests.map(async (request) => {
    const [source = '', path = ''] = request.split(' ');
    await documents.get({ source, path, accept: /./, freshForMs: null });
  }),
);
clearInterval(watch);
process.stdout.write(`held ${held}\n`);
await database.close();
