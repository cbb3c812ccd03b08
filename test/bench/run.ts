import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

interface Entry {
  /** What it measures, for those who choose. */
  summary: string;
  load: () => Promise<{ bench: Benchmark }>;
}

/** Every benchmark, in the order in which they run; none is loaded before it is to run. */
export const BENCHMARKS: Record<string, Entry> = {
  ledger: {
    summary:
      'Replay of a million transactions: speed, linearity, details, and a symbol with 100,000 open lots',
    load: () => import('./ledger.bench.ts'),
  },
  import: {
    summary: 'A tradebook of 100,000 rows from upload to commit, against a bare COPY on the same server',
    load: () => import('./import.bench.ts'),
  },
  'import-files': {
    summary: 'The same 100,000 rows as a workbook and as CSV, and a fund statement (PDF) of 100 pages',
    load: () => import('./import-files.bench.ts'),
  },
  'first-value': {
    summary:
      'From the end of the first import to a chart of its whole history, with slow sources and without any',
    load: () => import('./first-value.bench.ts'),
  },
  dashboard: {
    summary: 'The overview read model over HTTP against a bare route on the same database',
    load: () => import('./dashboard.bench.ts'),
  },
  'first-paint': {
    summary:
      'The first paint of the overview in a browser, and its start without a network, with a processor four times slower',
    load: () => import('./first-paint.bench.ts'),
  },
  chat: {
    summary: 'From an update received to the answer sent, through the loopback Bot API',
    load: () => import('./chat.bench.ts'),
  },
  assistant: {
    summary: 'What the assistant is told for a question, over 500 holdings and ten years',
    load: () => import('./assistant.bench.ts'),
  },
  intents: {
    summary: 'A question in plain words to its command, with the names of 2,000 instruments',
    load: () => import('./intents.bench.ts'),
  },
  market: {
    summary:
      'A refresh of prices against the ideal schedule of its provider, and the daily list of fund values',
    load: () => import('./market.bench.ts'),
  },
  history: {
    summary: 'NSE bhavcopies of ten years into the price history, against a bare COPY on the same server',
    load: () => import('./history.bench.ts'),
  },
  'backtest-load': {
    summary: 'The closes of 500 shares and ten years from Postgres into a price panel, against a bare COPY',
    load: () => import('./backtest-load.bench.ts'),
  },
  backtest: {
    summary:
      'A backtest of 500 shares and ten years against a bare pass over its closes, and fifty of them over one history',
    load: () => import('./backtest.bench.ts'),
  },
  policies: {
    summary: 'A day of fifty policies over 500 shares, and every read of a policy with ten years behind it',
    load: () => import('./policies.bench.ts'),
  },
  orders: {
    summary: 'From an approval to the broker, order by order, and a round over a thousand open orders',
    load: () => import('./orders.bench.ts'),
  },
  'market-open': {
    summary: 'The first orders of twenty accounts at the open, beside a broker that never answers',
    load: () => import('./market-open.bench.ts'),
  },
  options: {
    summary: 'A hundred thousand records of a trading process through HTTP, and results of 50,000 trades',
    load: () => import('./options.bench.ts'),
  },
  income: {
    summary: 'Income events of 20,000 transactions worked out, written, and worked out again',
    load: () => import('./income.bench.ts'),
  },
  brokers: {
    summary: 'A sync of 5,000 trades: its memory, and what a second one writes',
    load: () => import('./brokers.bench.ts'),
  },
  audit: {
    summary: 'The audit of the books of a large household over ten years, in processor seconds',
    load: () => import('./audit.bench.ts'),
  },
  recorded: {
    summary: 'Ten years of recorded days against the recalculated values of a large household',
    load: () => import('./recorded.bench.ts'),
  },
  filings: {
    summary:
      'A filing of results in XBRL to its figures, against its XML parser alone, and through the thread',
    load: () => import('./filings.bench.ts'),
  },
  alerts: {
    summary: 'evaluating 10,000 alerts against 1,000 quotes, on one core',
    load: () => import('./alerts.bench.ts'),
  },
  xirr: {
    summary:
      'XIRR of 1,000 and 10,000 flows and how often it is right (BENCH_XIRR_VECTORS=file.json adds more)',
    load: () => import('./xirr.bench.ts'),
  },
  reports: {
    summary:
      'The calculation engine of reports: whole, by a day or a transaction more, and the service on Postgres',
    load: () => import('./reports.bench.ts'),
  },
  'report-routes': {
    summary: 'Every report over HTTP on 14,400 transactions of twelve years, twenty clients at once',
    load: () => import('./report-routes.bench.ts'),
  },
  pages: {
    summary: 'A page of transactions, and corporate actions, at 1,000 and at 100,000 transactions',
    load: () => import('./pages.bench.ts'),
  },
  'many-clients': {
    summary:
      'Reports and overview over HTTP for 20, 200 and 1,000 clients at once, on 20,000 transactions of twelve years',
    load: () => import('./many-clients.bench.ts'),
  },
  processes: {
    summary: 'Reports of 300 people by one built server process, and by four without stickiness; its memory',
    load: () => import('./processes.bench.ts'),
  },
  scale: {
    summary:
      'A thousand people on one server: how costs grow in people, transactions, symbols and days (BENCH_SCALE_PEOPLE=10000)',
    load: () => import('./scale.bench.ts'),
  },
  hour: {
    summary:
      'The hourly run of ten thousand people in one process, with a source that takes 200 ms (BENCH_HOUR_PEOPLE=1000)',
    load: () => import('./hour.bench.ts'),
  },
  llm: {
    summary: 'A call of a model through the chain against a bare one, first tokens, and 200 streams at once',
    load: () => import('./llm.bench.ts'),
  },
  numbers: {
    summary: 'The numbers of a report of 5,000 words against 5,000 facts',
    load: () => import('./numbers.bench.ts'),
  },
  facts: {
    summary: 'The facts of one company from 200 packets of evidence, and ten of them at once',
    load: () => import('./facts.bench.ts'),
  },
  research: {
    summary: 'A file of facts of 10 MB read to figures in the thread, against a bare JSON.parse of it',
    load: () => import('./research.bench.ts'),
  },
  dossier: {
    summary: 'The dossier of a run with a large report over HTTP, for twenty sessions at once',
    load: () => import('./dossier.bench.ts'),
  },
  'research-runs': {
    summary: 'A run of nineteen stages over 5,000 facts without the time of models, and ten of them at once',
    load: () => import('./research-runs.bench.ts'),
  },
  'research-pdf': {
    summary: 'A report of 5,000 words, 200 claims and 300 facts as PDF, against its text alone by pdfkit',
    load: () => import('./research-pdf.bench.ts'),
  },
  'person-year': {
    summary: 'The bytes that a person adds to the database in a year, by table',
    load: () => import('./person-year.bench.ts'),
  },
  start: {
    summary: 'The built program with all roles and the embedded database, from the command to ready',
    load: () => import('./start.bench.ts'),
  },
};

const USAGE = 'npm run --silent bench [-- [--json] [name …]]';
/** Longer cells of the table push their row to the right. */
const WIDEST = 32;
const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

function help(): string {
  const rows = Object.entries(BENCHMARKS).map(([name, { summary }]) => `  ${name.padEnd(15)}${summary}`);
  return [
    USAGE,
    '  Measures what Munim promises and prints it beside a bare peer of the same run.',
    '  --json prints one JSON object a line. A goal that is missed is marked and does not fail the command.',
    '',
    ...rows,
  ].join('\n');
}

/** Runs one benchmark in a process of its own, so that none disturbs the next. What it prints goes to standard error. */
function measure(name: string): Promise<BenchmarkResult[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['--in-this-process', name], {
      execArgv: ['--expose-gc', '--import', 'tsx/esm'],
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    let results: BenchmarkResult[] | null = null;
    child.on('message', (message) => (results = message as BenchmarkResult[]));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (results !== null && code === 0) resolve(results);
      else reject(new Error(`The benchmark ${name} ended with ${signal ?? code}.`));
    });
  });
}

/** Exactly the promised fields, in their order. */
function asJson(result: BenchmarkResult): string {
  const { name, value, unit, peer, peer_value, ratio, goal, met } = result;
  return JSON.stringify({ name, value, unit, peer, peer_value, ratio, goal, met });
}

/** The goals of one benchmark: figure, goal, met or not; below it the peer of the same run. */
function asTable(results: readonly BenchmarkResult[]): string {
  const cells = results.map(({ value, unit, goal, met, name }) => [
    met ? 'held' : 'MISSED',
    `${figure(value)} ${unit}`,
    goal,
    name,
  ]);
  const rows = [['', 'now', 'goal', ''], ...cells];
  const widths = [0, 1, 2].map((at) =>
    Math.min(WIDEST, Math.max(...rows.map((row) => (row[at] ?? '').length))),
  );
  return rows
    .map((row, at) => {
      const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
      const { peer = null, peer_value, ratio } = results[at - 1] ?? {};
      if (peer === null) return `  ${line}`.trimEnd();
      return `  ${line}\n${' '.repeat(10)}against ${figure(peer_value)} (${peer}), ratio ${figure(ratio)}`;
    })
    .join('\n');
}

function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '?';
  return value.toLocaleString('en-IN', { maximumSignificantDigits: value >= 1000 ? 9 : 3 });
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(`${help()}\n`);
    return EXIT.done;
  }
  const isJson = args.includes('--json');
  const names = args.filter((word) => word !== '--json');
  const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown !== undefined) {
    process.stderr.write(
      `There is no benchmark "${unknown}"; there are ${Object.keys(BENCHMARKS).join(', ')}.\nUsage: ${USAGE}\n`,
    );
    return EXIT.wrongUse;
  }
  let failed = false;
  let missed = 0;
  for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
    if (!isJson) process.stdout.write(`${name}\n`);
    try {
      const results = await measure(name);
      missed += results.filter(({ met }) => !met).length;
      process.stdout.write(`${isJson ? results.map(asJson).join('\n') : asTable(results)}\n`);
    } catch (error) {
      failed = true;
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  if (!isJson) process.stdout.write(missed === 0 ? '\nAll goals are met.\n' : `\nGoals missed: ${missed}\n`);
  return failed ? EXIT.failed : EXIT.done;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [flag, name = ''] = process.argv.slice(2);
  if (flag === '--in-this-process') {
    const results = await (await BENCHMARKS[name]?.load())?.bench.run();
    process.send?.(results ?? [], () => process.disconnect());
  } else {
    process.exitCode = await main(process.argv.slice(2));
  }
}
