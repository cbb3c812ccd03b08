import assert from 'node:assert/strict';
import { ProviderError } from '../../../../core/llm/index.ts';
import { readClaude, readCodex, readGemini, readOpencode } from '../../../../core/llm/cli/envelopes.ts';
import { MovedTimers } from '../../../support/moved-timers.ts';
import { openProgram } from '../../../support/cli-program.ts';
import { failureOf, PRESETS, REPORTS, schema } from './cli-failures.ts';

describe('the command-line provider: faults', () => {
  // Each class by one of them in turn; the slow part has every message, and two kinds by all.
  const onePerClass = new Map(REPORTS.toReversed().map((report) => [report[2], report]));
  for (const [at, [status, message, expected]] of [...onePerClass.values()].entries()) {
    const speaks = PRESETS[at % 4] ?? 'codex';
    it(`decisions/Provider chain: error classes: ${speaks} says ${message}: ${expected}`, async () => {
      const failure = await failureOf({ speaks, does: 'fail', status, message });
      assert.deepEqual([failure.class, failure.status, failure.reason], [expected, status, message]);
    });
  }

  it('gemini without a word: the exit code is the status, of which eight bits are left', async () => {
    for (const [code, expected] of [
      [145, 'AUTH'],
      [41, 'AUTH'],
      [173, 'RATE_LIMIT'],
      [247, 'CAPACITY'],
      [7, 'TRANSIENT'],
    ] as const)
      assert.equal((await failureOf({ speaks: 'gemini', does: 'print', code })).class, expected);
  });

  it('research/Worker behaviour 4: a non-zero exit tells the end of stdout, and of stderr where that is empty', async () => {
    const stdout = `${'x'.repeat(5000)}\nthe last words`;
    const out = await failureOf({ speaks: 'codex', does: 'print', stdout, stderr: 'noise', code: 2 });
    assert.match(out.reason, /^…x+ the last words$/);
    assert.ok(out.reason.length <= 400);
    assert.deepEqual([out.class, out.status], ['TRANSIENT', 2]);
    const err = await failureOf({
      speaks: 'claude',
      does: 'print',
      stderr: 'error: invalid JSON schema',
      code: 1,
    });
    assert.deepEqual([err.class, err.reason], ['SCHEMA', 'error: invalid JSON schema']);
    const none = await failureOf({ speaks: 'claude', does: 'print', code: 3 });
    assert.equal(none.reason, 'It ended with code 3 and said nothing.');
    const signal = await failureOf({ speaks: 'claude', does: 'signal' });
    assert.deepEqual([signal.class, signal.status, signal.reason], ['TRANSIENT', null, 'A signal ended it.']);
  });

  it('keys do not appear in a reason', async () => {
    const { reason } = await failureOf(
      {
        speaks: 'codex',
        does: 'print',
        stderr: 'key my-very-own-key, Bearer abc.def, sk-proj-123456789',
        code: 1,
      },
      { SOME_API_KEY: 'my-very-own-key', LLM_CLI_ENV_ALLOW: 'PATH,CLI_DOUBLE,SOME_API_KEY' },
    );
    assert.equal(reason, 'key [key], Bearer [key], [key]');
  });

  it('decisions/Provider chain: CLI runner: exit 0 is not success without an object that the schema takes', async () => {
    for (const [text, reason] of [
      ['I would rather not.', 'The answer has no JSON object.'],
      ['{"rating":"SELL"}', 'rating must be one of "BUY", "HOLD"'],
      ['{"rating":"BUY"', 'The answer ends in the middle of its JSON object.'],
    ] as const) {
      const failure = await failureOf({ speaks: 'claude', does: 'unstructured', text }, {}, { schema });
      assert.deepEqual([failure.class, failure.reason], ['BAD_OUTPUT', reason]);
      // What it cost all the same.
      assert.equal(failure.usage.inputTokens, 120);
    }
  });

  it('exit 0 is no answer where the program does not say that its answer is over', async () => {
    const cut = await failureOf({
      speaks: 'codex',
      does: 'print',
      stdout: '{"type":"item.completed","item":{"type":"agent_message","text":"Half an"}}\n',
    });
    assert.deepEqual([cut.class, /broke off/.test(cut.reason)], ['TRANSIENT', true]);
    const read = (reader: typeof readCodex, ...events: object[]) =>
      reader({ stdout: events.map((event) => JSON.stringify(event)).join('\n'), stderr: '', file: null });
    const claude = { type: 'result', subtype: 'success', is_error: false, result: 'Half an' };
    const text = { type: 'text', part: { text: 'Half an' } };
    const step = (reason?: unknown) => ({ type: 'step_finish', part: { reason } });
    const ends = [
      read(readCodex, { type: 'turn.completed' }, { type: 'turn.failed', error: { message: 'lost' } }),
      ...['', 'weird', 'tool_use'].map((stop_reason) => read(readClaude, { ...claude, stop_reason })),
      read(readClaude, { is_error: false, result: 'Half an' }),
      read(readGemini, { response: 'Half an', finishReason: 'OTHER' }),
      read(readOpencode, text),
      ...[undefined, '', 'tool-calls', 'unknown'].map((reason) => read(readOpencode, text, step(reason))),
    ];
    assert.deepEqual(
      ends.map((envelope) => envelope?.finish),
      ends.map(() => null),
    );
    // And those that do say so, each in its own word.
    assert.equal(read(readClaude, claude)?.finish, 'stop');
    assert.equal(read(readClaude, { ...claude, stop_reason: null })?.finish, 'stop');
    assert.equal(read(readClaude, { ...claude, subtype: 'other', stop_reason: null })?.finish, null);
    assert.equal(
      read(readClaude, { ...claude, stop_reason: 'tool_use', structured_output: {} })?.finish,
      'stop',
    );
    assert.equal(read(readOpencode, text, step('stop'))?.finish, 'stop');
    assert.equal(read(readOpencode, text, step('length'))?.finish, 'length');
    const blocked = { response: '', promptFeedback: { blockReason: 'SAFETY' } };
    assert.equal(read(readGemini, blocked)?.finish, 'content_filter');
  });

  it('an error that is a text, and no object, is one as well', () => {
    const stdout = JSON.stringify({ response: 'An answer?', error: 'quota used up' });
    assert.equal(readGemini({ stdout, stderr: '', file: null })?.error?.message, 'quota used up');
    const event = JSON.stringify({ type: 'error', error: 'quota used up' });
    assert.equal(readOpencode({ stdout: event, stderr: '', file: null })?.error?.message, 'quota used up');
  });

  it('exit 0 with an error in the envelope is a failure; an answer that speaks of errors is none', async () => {
    const failure = await failureOf({
      speaks: 'claude',
      does: 'fail',
      status: 529,
      message: 'Overloaded',
      code: 0,
    });
    assert.equal(failure.class, 'CAPACITY');
    const program = await openProgram({ speaks: 'codex', text: 'Quota 503, unauthorized, at capacity.' });
    assert.equal((await program.ask()).text, 'Quota 503, unauthorized, at capacity.');
    await program.close();
  });

  it('nothing, garbage, and more than is kept', async () => {
    for (const [script, reason] of [
      [{ does: 'print', stdout: '' }, 'It ended normally but gave no answer.'],
      [
        { does: 'print', stdout: '<html>502</html>' },
        'It ended normally but gave no answer. <html>502</html>',
      ],
      [{ does: 'answer', text: '  ' }, /^It ended normally but gave no answer\./],
    ] as const) {
      const failure = await failureOf({ speaks: 'claude', ...script });
      assert.equal(failure.class, 'BAD_OUTPUT');
      if (typeof reason === 'string') assert.equal(failure.reason, reason);
      else assert.match(failure.reason, reason);
    }
    const program = await openProgram({
      speaks: 'opencode',
      does: 'flood',
      bytes: 4_200_000,
      text: 'the end',
    });
    assert.equal((await program.ask()).text, 'the end');
    await program.close();
    const cut = await failureOf({ speaks: 'claude', text: 'x'.repeat(300_000) });
    assert.equal(cut.reason, 'It ended normally but gave no answer. Its output was too long.');
  });

  it('research/Worker behaviour 4: at capacity the quick model is asked, once', async () => {
    const message = 'Selected model is at capacity. Please try a different model.';
    const settings = { LLM_CLI_MODEL: 'large', LLM_CLI_QUICK_MODEL: 'quick' };
    const busy = { does: 'fail', status: 500, message } as const;
    const program = await openProgram(
      { speaks: 'codex', text: 'From the quick one.', byModel: { large: busy } },
      settings,
    );
    const answer = await program.ask();
    assert.deepEqual([answer.text, answer.model], ['From the quick one.', 'quick']);
    assert.deepEqual(
      program.asked().map(({ model }) => model),
      ['large', 'quick'],
    );
    await program.close();
    const both = await failureOf({ speaks: 'codex', ...busy }, settings);
    assert.deepEqual([both.class, both.tries], ['CAPACITY', ['large', 'quick']]);
    const alone = await failureOf({ speaks: 'codex', ...busy }, { LLM_CLI_MODEL: 'large' });
    assert.deepEqual(alone.tries, ['large']);
  });

  it('research/Worker behaviour 4: failures of schema and of authentication do not fall through', async () => {
    const settings = { LLM_CLI_MODEL: 'large', LLM_CLI_QUICK_MODEL: 'quick' };
    for (const [status, message, expected] of [
      [401, 'status 401', 'AUTH'],
      [400, 'invalid_json_schema', 'SCHEMA'],
      [429, 'status 429', 'RATE_LIMIT'],
    ] as const) {
      const failure = await failureOf({ speaks: 'opencode', does: 'fail', status, message }, settings);
      assert.deepEqual([failure.class, failure.tries], [expected, ['large']]);
    }
    const unfit = await failureOf({ speaks: 'claude', does: 'unstructured', text: '{}' }, settings, {
      schema,
    });
    assert.deepEqual([unfit.class, unfit.tries], ['BAD_OUTPUT', ['large']]);
  });

  it('at the deadline: what stderr says of a busy server makes it CAPACITY', async () => {
    for (const [stderr, expected] of [
      ['', 'TRANSIENT: No answer within 60 seconds.'],
      [
        'Attempt 3 failed with status 429. Retrying.\n',
        'CAPACITY: No answer within 60 seconds: Attempt 3 failed with status 429. Retrying.',
      ],
    ] as const) {
      const timers = new MovedTimers();
      const program = await openProgram({ speaks: 'gemini', does: 'hang', stderr }, {}, { timers });
      const answer = program.ask({}, 60_000);
      await program.pids();
      timers.pass(60_000);
      await assert.rejects(answer, { message: expected });
      await program.close();
    }
  });

  it('research/User provider settings: without a program it says so, and never crashes', async () => {
    for (const [settings, reason] of [
      [{ LLM_CLI_PRESET: '' }, 'LLM_CLI_PRESET names no program.'],
      [
        { LLM_CLI_PRESET: 'custom' },
        'LLM_CLI_PRESET=custom needs LLM_CLI_ARGV. Set it to [] if the program takes no arguments.',
      ],
      [{ LLM_CLI_PRESET: 'custom', LLM_CLI_BIN: '' }, 'LLM_CLI_PRESET=custom needs LLM_CLI_BIN.'],
      [
        { LLM_CLI_PRESET: 'custom', LLM_CLI_ARGV: '["-m","{model}"]' },
        'LLM_CLI_ARGV needs LLM_CLI_MODEL, or its {model} within {?model:…}.',
      ],
      [
        { LLM_CLI_PRESET: 'custom', LLM_CLI_ARGV: '[]', LLM_CLI_PROMPT: 'file' },
        'LLM_CLI_PROMPT=file and {prompt_file} in LLM_CLI_ARGV belong together: set both or neither.',
      ],
    ] as const) {
      const program = await openProgram({ speaks: 'codex' }, settings);
      assert.equal(program.cli.problem, reason);
      await assert.rejects(
        program.ask(),
        (error) => error instanceof ProviderError && error.message === `NOT_CONFIGURED: ${reason}`,
      );
      await program.close();
    }
    const missing = await openProgram({ speaks: 'codex' }, { LLM_CLI_BIN: '/nowhere/codex' });
    assert.equal(missing.cli.problem, null);
    await assert.rejects(missing.ask(), {
      message: 'NOT_CONFIGURED: The program /nowhere/codex was not found. Install it, or set LLM_CLI_BIN.',
    });
    await missing.close();
    const mute = await openProgram({ speaks: 'codex' }, { LLM_CLI_BIN: '/etc/passwd' });
    await assert.rejects(mute.ask(), {
      message: 'NOT_CONFIGURED: Munim’s user account may not start the program /etc/passwd.',
    });
    await mute.close();
  });

  it('a schema with what outputs do not know is refused before anything is started', async () => {
    const program = await openProgram({ speaks: 'codex', text: '{}' });
    await assert.rejects(program.ask({ schema: { name: 'x', schema: { type: 'string', format: 'date' } } }), {
      message: /^SCHEMA: The schema uses format/,
    });
    assert.deepEqual(program.asked(), []);
    await program.close();
  });
});
