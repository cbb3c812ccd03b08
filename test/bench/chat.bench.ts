import { createAccess } from '../../bot/access.ts';
import { createBot } from '../../bot/bot.ts';
import { COMMANDS } from '../../bot/catalogue.ts';
import { command, type Command } from '../../bot/command.ts';
import { plain } from '../../bot/text/lines.ts';
import { closeRenderer } from '../../charts/render.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const PORTFOLIOS = 10;
const HOLDINGS = 500;
const ROUNDS = 60;
const CHART_ROUNDS = 20;
const WARM_UP = 5;
const TEXT_GOAL_MS = 40;
const CHART_GOAL_MS = 250;

/** The same bot with nothing to find out: what the wire, the gate and the receipts cost. */
const constant: Command = command({
  name: 'constant',
  family: 'Chat',
  usage: '/constant',
  summary: 'Answers the same each time',
  examples: ['/constant'],
  arguments: {},
  changes: false,
  run: async () => ({ text: plain('The same each time.') }),
});

async function fill({ core, ownerId }: ChatFixture): Promise<void> {
  for (let at = 0; at < HOLDINGS; at += 1) {
    const row = {
      portfolio: `Portfolio ${at % PORTFOLIOS}`,
      symbol: `SYMBOL${at}`,
      asset_class: at % 3 === 0 ? 'ETF' : 'Indian Equity',
      currency: 'INR',
      sector: `Sector ${at % 12}`,
      quantity: 1 + (at % 40),
      avg_buy_price: 100 + at,
      current_price: 90 + at * 1.1,
      previous_close: 91 + at,
    };
    await core.portfolio.holdings.create(ownerId, row, { actor: 'bench' });
  }
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

interface Question {
  line: string;
  method: string;
}

/**
 * Milliseconds from the update reaching the bot to the answer reaching the server. The questions take turns, so that
 * whatever else uses the machine slows all of them alike.
 */
async function answerTimes(
  fixture: ChatFixture,
  chat: LoopbackChat,
  questions: readonly Question[],
  rounds: number,
): Promise<number[][]> {
  const times = questions.map((): number[] => []);
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    for (const [index, { line, method }] of questions.entries()) {
      // A change before each question: the overview has to be worked out anew, never read from a cache.
      await fixture.core.database.change(fixture.ownerId, ['ledger'], async () => undefined);
      await eventually('the bot to wait for updates', () => fixture.api.polling, 20_000);
      const before = fixture.api.calls.length;
      const asked = performance.now();
      await chat.says(line);
      const sent = () => fixture.api.calls.slice(before).find((call) => call.method === method);
      const answer = await eventually('the answer', sent, 20_000);
      if (round >= WARM_UP) times[index]?.push(answer.at - asked);
    }
  }
  return times;
}

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const fixture = await chatFixture();
  try {
    await fill(fixture);
    const chat = (await fixture.person('telegram')) as LoopbackChat;
    await fixture.runtime.stop();
    const bot = createBot({
      core: fixture.core,
      transport: 'telegram',
      access: createAccess(fixture.core.identity),
      token: fixture.api.token,
      client: { apiRoot: fixture.api.root },
      readFile: () => Promise.reject(new Error('no files here')),
      commands: [...COMMANDS, constant],
    });
    const running = bot.start({ timeout: 20 });
    const constantly = { line: '/constant', method: 'sendMessage' };
    const status = { line: '/complete_status', method: 'sendMessage' };
    const picture = { line: '/chart allocation', method: 'sendPhoto' };
    const [plainTimes = [], textTimes = []] = await answerTimes(fixture, chat, [constantly, status], ROUNDS);
    const [chartTimes = []] = await answerTimes(fixture, chat, [picture], CHART_ROUNDS);
    const [floor, text, chart] = [median(plainTimes), median(textTimes), median(chartTimes)];
    await bot.stop();
    await running;
    const peer = 'the same bot answering a constant';
    const ms = (value: number) => Math.round(value * 10) / 10;
    return [
      {
        name: 'chat command without a chart',
        value: ms(text),
        unit: 'ms',
        peer,
        peer_value: ms(floor),
        ratio: ms(text / floor),
        goal: `median at most ${TEXT_GOAL_MS} ms above the peer`,
        met: text - floor <= TEXT_GOAL_MS,
      },
      {
        name: 'chat command with a chart',
        value: ms(chart),
        unit: 'ms',
        peer,
        peer_value: ms(floor),
        ratio: ms(chart / floor),
        goal: `median under ${CHART_GOAL_MS} ms`,
        met: chart < CHART_GOAL_MS,
      },
    ];
  } finally {
    await closeRenderer();
    await fixture.close();
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = {
  name: 'chat',
  run,
};
