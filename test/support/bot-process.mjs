import { startBot } from '../../bot/index.ts';
import { createCore } from '../../core/core.ts';
import { createLog, parseConfig } from '../../core/platform/index.ts';

/**
 * The bot role as a process of its own, for tests that kill it: takes its configuration from the environment, prints
 * its state whenever it changes, and stops on SIGTERM.
 */
const config = parseConfig();
const core = await createCore({ config, ownerUrl: config.DATABASE_URL ?? '', log: createLog('silent') });
const bot = startBot(core, { pollSeconds: 20, backoffMs: 50 });
let told = '';
const timer = setInterval(() => {
  const { telegram, local } = bot.state();
  const state = `${telegram} ${local}`;
  if (state !== told) process.stdout.write(`${state}\n`);
  told = state;
}, 20);
process.once('SIGTERM', () => {
  clearInterval(timer);
  void bot
    .stop()
    .then(() => core.close())
    .then(() => process.exit(0));
});
