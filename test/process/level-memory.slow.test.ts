import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { istInstant } from '../../core/platform/index.ts';
import { REPORTS } from '../bench/many-clients.bench.ts';
import { type ApiClient, type LiveClient, UpgradeRefused } from '../support/api-client.ts';
import { readProcess } from '../support/file-cost.ts';
import { enter, MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { programArguments } from '../support/program.ts';
import { isSoak } from '../support/soak.ts';
import { seeded, tradebook } from '../support/tradebook.ts';
import { YahooServer } from '../support/yahoo-server.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60);
const PEOPLE = 40;
const BOOKS = { rows: 400, symbols: 40 };
/** An hour of the product. Its jobs look for work once a minute. */
const HOUR_MS = 120_000;
/** Before the jobs of the first hour of an exchange day. */
const STARTS = new Date(istInstant('2026-03-10', '09:00').getTime() + 5000);

/** At a low priority, beside other work. */
const START_WITHIN_MS = 900_000;
const SAMPLE_MS = 10_000;
/** The smallest of some samples shows what is held: the others have garbage that is not collected yet. */
const WINDOW_MINUTES = 2;
/**
 * With gigabytes to spare, the heap of a process keeps several times the memory of what it holds. A full collection every
 * few seconds, in its threads too, leaves what is held.
 */
const COLLECTING = ['--expose-gc', '--import', 'data:text/javascript,setInterval(gc,5000).unref()'];
/** The last third may hold this much more than the middle third. The first third fills caches. */
const LEVEL = 1.1;
/** Samples between those that are printed: five minutes. */
const SHOWN_EVERY = 30;

const MOST_TRIES = 60;
const READERS = 3;
const PAUSE_MS = 100;
const SOCKETS = 12;
const PATHS = [
  ...REPORTS.map((report) => `/api/portfolio${report}`),
  '/api/portfolio/v2/dashboard',
  '/api/portfolio/v2/dashboard',
  '/api/portfolio/history',
  '/api/portfolio/holdings?page_size=200',
  '/api/portfolio/transactions?page=1&page_size=50',
  '/api/portfolio/transactions?page=3&page_size=50&symbol=STOCK1',
  '/api/portfolio/corporate-actions',
  '/api/portfolio/portfolios',
  '/api/portfolio/csv?type=transactions',
  '/api/portfolio/reports/export?report=performance&format=pdf',
  '/api/portfolio/watchlist',
  '/api/notifications',
  '/api/chat/messages?limit=50',
  '/api/policies',
  '/healthz',
  '/metrics',
];
const COMMANDS = [
  '/complete_status',
  '/networth',
  '/allocation',
  '/benchmark',
  '/pnl',
  '/risk',
  '/holding STOCK1',
];

interface Sample {
  /** Since the start. */
  minutes: number;
  /** Resident memory. */
  mb: number;
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;

/** Memory held in the middle third and the last third: the medians of the smallest samples of their windows, in MB. */
function heldMemory(samples: readonly Sample[]): { middle: number; last: number } {
  const end = samples.at(-1)?.minutes ?? 0;
  const heldIn = (from: number, until: number): number => {
    const windows = new Map<number, number>();
    for (const { minutes, mb } of samples)
      if (minutes >= from && minutes < until) {
        const nr = Math.floor(minutes / WINDOW_MINUTES);
        windows.set(nr, Math.min(mb, windows.get(nr) ?? mb));
      }
    return median([...windows.values()]);
  };
  return { middle: heldIn(end / 3, (2 * end) / 3), last: heldIn((2 * end) / 3, end) };
}

const isLevel = ({ middle, last }: { middle: number; last: number }): boolean => last <= middle * LEVEL;

/** Resident memory of a process and of those that it started, Postgres aside, in MB. */
function residentMb(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(name) ?? []) : []));
  const below = (parent: number): number[] =>
    all
      .filter((one) => one.parent === parent && one.name !== 'postgres')
      .flatMap((one) => [one.pid, ...below(one.pid)]);
  return [pid, ...below(pid)].reduce((sum, one) => {
    const status = existsSync(`/proc/${one}/status`) ? readFileSync(`/proc/${one}/status`, 'utf8') : '';
    return sum + Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  }, 0);
}

describe('memory of a server that is used for an hour', function () {
  this.timeout((MINUTES + 30) * 60_000);

  it('a slow leak is no level memory, and garbage that comes and goes is', () => {
    const hour = (growthAnHour: number): Sample[] =>
      Array.from({ length: 360 }, (_, nr) => ({
        minutes: nr / 6,
        mb: 300 + (growthAnHour * nr) / 360 + (nr % 7) * 40,
      }));
    assert.equal(isLevel(heldMemory(hour(0))), true);
    assert.equal(isLevel(heldMemory(hour(60))), true);
    assert.equal(isLevel(heldMemory(hour(140))), false);
  });

  if (isSoak)
    it('is level: after the first third it holds no more than a tenth more, with dozens of people and a run of all jobs every two minutes', async () => {
      const random = seeded(1);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? assert.fail();
      const yahoo = await new YahooServer().start();
      const trade = (): void => {
        for (let nr = 0; nr < BOOKS.symbols; nr += 1) {
          const price = 100 + Math.round(10_000 * random()) / 100;
          yahoo.listings.set(`STOCK${nr}.NS`, { price, closes: [100, price], day: '2026-03-10' });
        }
        yahoo.requests.length = 0;
      };
      trade();
      const family = await MunimFamily.open({ YAHOO_BASE_URL: yahoo.url });
      try {
        const munim = family.spawn(['start'], {
          clock: STARTS,
          program: [...COLLECTING, ...programArguments(true)],
          settings: { SHIFTED_CLOCK_HOUR_MS: String(HOUR_MS) },
        });
        await munim.said('Munim is ready', START_WITHIN_MS);
        const people = await household(munim);
        const [owner = assert.fail()] = people;
        for (const address of PATHS) await ok(() => owner.get(address));
        const began = performance.now();
        const minutes = () => (performance.now() - began) / 60_000;
        const isOver = () => minutes() >= MINUTES || !munim.isRunning;
        const samples: Sample[] = [];
        let answers = 0;
        const use = async (): Promise<void> => {
          for (; !isOver(); await sleep(PAUSE_MS)) {
            const person = pick(people);
            if (random() < 0.08) await tradeOnce(person, `STOCK${Math.floor(random() * BOOKS.symbols)}`);
            else if (random() < 0.02)
              await ok(() => person.post('/api/portfolio/market-data/refresh', { force: true }));
            else await ok(() => person.get(pick(PATHS)));
            answers += 1;
          }
        };
        const listen = async (): Promise<void> => {
          const sockets: LiveClient[] = [];
          for (; !isOver(); await sleep(5000)) {
            trade();
            const socket = await pick(people).live().catch(busy);
            socket?.send({ type: 'chat', text: pick(COMMANDS) });
            if (socket !== null) sockets.push(socket);
            for (const { frames } of sockets) frames.length = 0;
            if (sockets.length > SOCKETS) sockets.shift()?.close();
          }
          for (const socket of sockets) socket.close();
        };
        const measure = async (): Promise<void> => {
          for (let nr = 0; !isOver(); nr += 1) {
            const mb = residentMb(munim.pid);
            samples.push({ minutes: minutes(), mb });
            if (nr % SHOWN_EVERY === 0)
              process.stdout.write(
                `      ${Math.round(minutes())} min: ${Math.round(mb)} MB, ${answers} answers\n`,
              );
            await sleep(SAMPLE_MS);
          }
        };
        await Promise.all([measure(), listen(), ...Array.from({ length: READERS }, use)]);
        assert.ok(munim.isRunning, munim.errors);
        const held = heldMemory(samples);
        process.stdout.write(
          `      ${JSON.stringify(held)}, ${answers} answers, ${munim.errors.length} of log\n`,
        );
        assert.ok(isLevel(held), JSON.stringify({ held, samples }));
        assert.equal((await munim.stop()).code, 0);
      } finally {
        await family.close();
        await yahoo.close();
      }
    });
});

/** Signed-in people, each with a book of their own. */
async function household(munim: MunimProcess): Promise<ApiClient[]> {
  const owner = await munim.signedIn();
  const people = [owner];
  for (let nr = 1; nr < PEOPLE; nr += 1) {
    const login = `person${nr}`;
    const { body } = await ok(() => owner.post<{ id: string }>('/api/people', { login }));
    const code = await ok(() => owner.post<{ code: string }>(`/api/people/${body.id}/code`));
    const person = munim.client();
    await enter(person, login, code.body.code);
    people.push(person);
  }
  for (const [nr, person] of people.entries()) {
    const form = new FormData();
    form.append('file', new Blob([tradebook({ ...BOOKS, seed: nr + 1 }).csv]), 'tradebook.csv');
    const { body } = await ok(() =>
      person.request<{ import_id: string }>('POST', '/api/portfolio/csv/upload', { body: form }),
    );
    await ok(() => person.post('/api/portfolio/csv/commit', { import_id: body.import_id }));
  }
  return people;
}

/** A purchase that is entered, seen in a report, and deleted. */
async function tradeOnce(person: ApiClient, symbol: string): Promise<void> {
  const { body } = await ok(() =>
    person.post<{ id: string }>('/api/portfolio/transactions', {
      portfolio: 'Main',
      symbol,
      date: '2025-06-02',
      type: 'BUY',
      quantity: 1,
      price: 100,
      currency: 'INR',
    }),
  );
  await ok(() => person.get('/api/portfolio/reports/performance'));
  await ok(() => person.delete(`/api/portfolio/transactions/${body.id}`));
}

/** No socket where the server is too busy. */
function busy(error: unknown): null {
  if (error instanceof UpgradeRefused && error.status === 503) return null;
  throw error;
}

/** An answer, asked for again where the rows changed meanwhile or the server is too busy. */
async function ok<Answer extends { status: number; text: string }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status < 300) return answer;
    const isBusy = [409, 503].includes(answer.status) && tries < MOST_TRIES;
    assert.ok(isBusy, `${answer.status}: ${answer.text.slice(0, 500)}`);
    await sleep(1000);
  }
}
