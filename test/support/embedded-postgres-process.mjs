import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../../core/platform/embedded-postgres/embedded-postgres.ts';

/*
 * A process that uses the embedded server, for tests that need several of them or kill one. Argument: the data folder.
 * It says how it came in as one line of JSON, leaves at the line "leave" on standard input, and ends. Plain
 * JavaScript, so that nothing needs to be compiled where the product is built.
 */
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
try {
  const postgres = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    durable: process.argv[3] !== 'fast',
  });
  say({ url: postgres.url, attached: postgres.attached });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'leave') break;
  }
  await postgres.leave();
  process.stdin.destroy(); // An open pipe would keep the process.
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
