import { type Doors, runCommand } from './core/command-line/index.ts';

/** The entry points, each loaded only where it runs. */
const doors: Doors = {
  roles: {
    async api(core) {
      const api = await (await import('./api/server.ts')).createApi(core);
      return { ready: async () => (await api.listen()).url, stop: () => api.close() };
    },
    async bot(core) {
      const bot = (await import('./bot/index.ts')).startBot(core);
      return { ready: () => bot.ready.then(() => null), stop: () => bot.stop() };
    },
    async jobs(core) {
      const jobs = await (await import('./jobs/index.ts')).startJobs(core);
      return { ready: () => Promise.resolve(null), stop: () => jobs.stop() };
    },
  },
  chat: async (core) => await (await import('./bot/terminal.ts')).runTerminal(core),
};

process.exitCode = await runCommand(process.argv.slice(2), doors);
// Everything of ours is closed by now; a timer that a library left behind must not keep the terminal waiting.
setTimeout(() => process.exit(), 300).unref();
