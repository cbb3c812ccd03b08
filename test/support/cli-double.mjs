#!/usr/bin/env node
// A program that asks a model, without the model: it prints what codex, claude, gemini and opencode print, faults included.
// The file that CLI_DOUBLE names says what it does: { speaks, does, text, byModel, record, … }.
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const argv = process.argv.slice(2);
const after = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const model = after('-m') ?? after('--model');
const all = JSON.parse(readFileSync(process.env.CLI_DOUBLE, 'utf8'));
const script = { does: 'answer', ...all, ...all.byModel?.[model] };
const { speaks } = script;

const stdin = script.does === 'deaf' ? '' : readFileSync(0, 'utf8');
const read = (file) => (file === undefined ? undefined : readFileSync(file, 'utf8'));
const schema = speaks === 'claude' ? after('--json-schema') : read(after('--output-schema'));
if (script.record !== undefined)
  appendFileSync(
    script.record,
    `${JSON.stringify({ argv, model, stdin, schema, prompt: read(after('--prompt')), cwd: process.cwd(), found: readdirSync('.'), environment: process.env, pid: process.pid })}\n`,
  );

const lines = (...events) => `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;

/** What each of them prints for an answer. */
const answers = {
  codex: (text) => {
    const out = after('-o');
    if (out !== undefined) writeFileSync(out, text);
    return lines(
      { type: 'thread.started', thread_id: 't' },
      { type: 'turn.started' },
      { type: 'error', message: 'Reconnecting... 1/5 (503)' },
      { type: 'item.completed', item: { id: 'item_0', type: 'reasoning', text: 'Hm.' } },
      { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text } },
      { type: 'turn.completed', usage: { input_tokens: 120, cached_input_tokens: 100, output_tokens: 7 } },
    );
  },
  claude: (text) =>
    JSON.stringify({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: text,
      ...(schema !== undefined && script.does === 'answer' ? { structured_output: JSON.parse(text) } : {}),
      stop_reason: 'end_turn',
      total_cost_usd: 0.01,
      usage: {
        input_tokens: 20,
        cache_creation_input_tokens: 40,
        cache_read_input_tokens: 60,
        output_tokens: 7,
      },
      modelUsage: { 'small-model': { outputTokens: 1 }, 'large-model': { outputTokens: 6 } },
    }),
  gemini: (text) =>
    JSON.stringify(
      {
        response: text,
        stats: {
          models: {
            'gemini-model': { tokens: { prompt: 120, candidates: 5, total: 127, cached: 100, thoughts: 2 } },
          },
        },
      },
      null,
      2,
    ),
  opencode: (text) =>
    lines(
      { type: 'step_start', part: { type: 'step-start' } },
      { type: 'text', part: { type: 'text', text } },
      {
        type: 'step_finish',
        part: {
          type: 'step-finish',
          reason: 'stop',
          tokens: { input: 20, output: 5, reasoning: 2, cache: { read: 60, write: 40 } },
        },
      },
    ),
  text: (text) => text,
};

/** Where and how each of them reports a failure of its server, and the code that it ends with. */
const failures = {
  codex: (status, message) => {
    process.stdout.write(
      lines(
        { type: 'turn.started' },
        { type: 'error', message: 'Reconnecting... 1/5' },
        { type: 'turn.failed', error: { message } },
      ),
    );
    return 1;
  },
  claude: (status, message) => {
    process.stdout.write(
      JSON.stringify({
        type: 'result',
        subtype: 'success',
        is_error: true,
        api_error_status: status,
        result: message,
      }),
    );
    return 1;
  },
  gemini: (status, message) => {
    process.stderr.write(
      `Error when talking to the API\n${JSON.stringify({ error: { type: 'ApiError', message, code: status } }, null, 2)}\n`,
    );
    return status % 256;
  },
  opencode: (status, message) => {
    process.stdout.write(
      lines({ type: 'error', error: { name: 'APIError', data: { message, statusCode: status } } }),
    );
    return 1;
  },
  text: (status, message) => {
    process.stdout.write(message);
    return 1;
  },
};

const hang = () => setInterval(() => undefined, 1000);

switch (script.does) {
  case 'answer':
  case 'deaf':
  case 'unstructured':
    process.stdout.write(`${script.before ?? ''}${answers[speaks](script.text)}`);
    break;
  case 'fail':
    process.exitCode = failures[speaks](script.status, script.message);
    if (script.code !== undefined) process.exitCode = script.code;
    break;
  case 'print':
    process.stdout.write(script.stdout ?? '');
    process.stderr.write(script.stderr ?? '');
    process.exitCode = script.code ?? 0;
    break;
  case 'flood':
    process.stdout.write('x'.repeat(script.bytes));
    process.stdout.write(`\n${answers[speaks](script.text)}`);
    break;
  case 'hang':
    process.stderr.write(script.stderr ?? '');
    writeFileSync(script.pids, JSON.stringify([process.pid]));
    hang();
    break;
  case 'stubborn': {
    // Neither it nor what it started goes when it is asked to.
    process.on('SIGTERM', () => undefined);
    const child = spawn(
      process.execPath,
      ['-e', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.stdout.write('up');`],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    child.stdout.once('data', () => writeFileSync(script.pids, JSON.stringify([process.pid, child.pid])));
    hang();
    break;
  }
  case 'leave': {
    // It ends well, and leaves somebody behind who holds its output.
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    writeFileSync(script.pids, JSON.stringify([process.pid, child.pid]));
    child.unref();
    process.stdout.write(answers[speaks](script.text), () => process.exit(0));
    break;
  }
  case 'signal':
    process.kill(process.pid, 'SIGSEGV');
    break;
}
