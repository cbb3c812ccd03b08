import assert from 'node:assert/strict';
import { createHttpProvider, type ErrorClass, finishOf, WIRE_FORMATS } from '../../../../core/llm/index.ts';
import {
  type ModelServer,
  startModelServer,
  type Turn,
  type WireFormat,
} from '../../../support/model-server.ts';
import { frames, wholeBody } from '../../../support/model-wire.ts';
import { callOf, failureOf } from '../provider-contract.ts';

const CLOCK = { now: () => new Date('2026-06-15T10:00:00.000Z') };
const ANSWER = {
  pieces: ['Half ', 'an answer'],
  model: 'loopback-1',
  usage: { input: 1_000, output: 200 },
  finish: 'stop',
  asTool: false,
  tellsUsage: false,
} as const;
/** Where each format tells how an answer ended. */
const ENDING: Readonly<Record<WireFormat, { is: string; as: (value: string) => string }>> = {
  chat_completions: { is: '"finish_reason":"stop"', as: (value) => `"finish_reason":${value}` },
  responses: {
    is: '"status":"completed","model"',
    as: (value) => `"status":${value},"model"`,
  },
  messages: { is: '"stop_reason":"end_turn"', as: (value) => `"stop_reason":${value}` },
};

/** How the responses format says that nothing failed. */
const NO_ERROR = '"error":null';

/** A right answer of a format, changed as text. */
function changed(format: WireFormat, isStreamed: boolean, change: (body: string) => string): Turn {
  const { before, pieces, after } = frames(format, ANSWER);
  const body = isStreamed ? [before, ...pieces, after].join('') : wholeBody(format, ANSWER);
  const made = change(body);
  assert.notEqual(made, body);
  return {
    kind: 'raw',
    status: 200,
    body: made,
    type: isStreamed ? 'text/event-stream' : 'application/json',
  };
}

describe('how an answer ended decides whether it is one', () => {
  let server: ModelServer;
  before(async () => {
    server = await startModelServer();
  });
  after(async () => await server.close());

  async function fails(format: WireFormat, isStreamed: boolean, turn: Turn) {
    server.script(turn);
    const told: string[] = [];
    const provider = createHttpProvider({
      id: 'provider_a',
      format,
      baseUrl: server.baseUrl,
      model: 'loopback-1',
      apiKey: '',
      contextTokens: null,
      allowInward: true,
      clock: CLOCK,
    });
    const call = callOf(provider, isStreamed ? { onText: (piece) => void told.push(piece) } : {});
    return { ...(await failureOf(call)), told: told.join('') };
  }

  for (const format of WIRE_FORMATS)
    for (const isStreamed of [false, true]) {
      const way = `${format}, ${isStreamed ? 'streamed' : 'whole'}`;

      it(`an end that is empty, missing, unknown or still under way is no end (${way})`, async () => {
        const { is, as } = ENDING[format];
        for (const word of [
          '""',
          'null',
          '"null"',
          '"weird"',
          '"error"',
          '"in_progress"',
          '"tool_calls"',
          '7',
          '{}',
        ]) {
          const turn = changed(format, isStreamed, (body) => body.replaceAll(is, as(word)));
          const failure = await fails(format, isStreamed, turn);
          // Server and package disagree about what can be read at all; an answer it is for neither.
          const mayBe: ErrorClass[] =
            /^[7{]/.test(word) || format !== 'chat_completions' ? ['TRANSIENT', 'BAD_OUTPUT'] : ['TRANSIENT'];
          assert.ok(mayBe.includes(failure.class), `${word}: ${failure.class} ${failure.reason}`);
        }
      });

      it(`an error or a refusal beside the text is what counts (${way})`, async () => {
        const error = '"error":{"code":502,"message":"Provider returned error"}';
        const places = {
          chat_completions: ['"choices":[{', '"delta":{', '"message":{'],
          responses: [NO_ERROR],
          messages: ['"message":{', '{"id":"msg_1",'],
        }[format];
        const errors = '"errors":[{"message":"no"}]';
        const made = places.flatMap((place) =>
          place === NO_ERROR
            ? ([
                [place, error],
                [place, `${place},${errors}`],
              ] as const)
            : [error, errors].map((one) => [place, `${place}${one},`.replace(',}', '}')] as const),
        );
        let tried = 0;
        for (const [place, now] of made) {
          const { before, pieces, after } = frames(format, ANSWER);
          const body = isStreamed ? [before, ...pieces, after].join('') : wholeBody(format, ANSWER);
          if (!body.includes(place)) continue;
          tried += 1;
          const failure = await fails(
            format,
            isStreamed,
            changed(format, isStreamed, (text) => text.replaceAll(place, now)),
          );
          assert.equal(failure.class, 'TRANSIENT', `${now}: ${failure.reason}`);
          // Not even the first piece is told.
          if (place === '"choices":[{' || place === '"delta":{') assert.equal(failure.told, '');
        }
        assert.ok(tried > 0);
      });
    }

  it('a refusal is one wherever it stands, and its text is not told', async () => {
    for (const [place, now] of [
      ['"choices":[{', '"choices":[{"refusal":"I cannot.",'],
      ['"delta":{"content"', '"delta":{"refusal":"I cannot.","content"'],
      ['"choices":[{', '"promptFeedback":{"blockReason":"SAFETY"},"choices":[{'],
    ] as const) {
      const failure = await fails(
        'chat_completions',
        true,
        changed('chat_completions', true, (body) => body.replaceAll(place, now)),
      );
      assert.deepEqual([failure.class, failure.told], ['CONTENT_FILTER', ''], now);
    }
  });

  it('a stream that stops with [DONE] or nothing, and an answer of blanks, are none', async () => {
    const { before, pieces } = frames('chat_completions', ANSWER);
    for (const end of ['', 'data: [DONE]\n\n']) {
      const body = [before, ...pieces, end].join('');
      const failure = await fails('chat_completions', true, {
        kind: 'raw',
        status: 200,
        type: 'text/event-stream',
        body,
      });
      assert.deepEqual([failure.class, failure.hasShown], ['TRANSIENT', true]);
    }
    for (const isStreamed of [false, true])
      assert.equal(
        (await fails('chat_completions', isStreamed, { kind: 'answer', text: ' \n ' })).class,
        'BAD_OUTPUT',
      );
  });

  it('a tool ends an answer only where one was asked for', async () => {
    const turn: Turn = {
      kind: 'raw',
      status: 200,
      body: wholeBody('messages', { ...ANSWER, pieces: ['{"verdict":"hold"}'], asTool: true }),
    };
    assert.equal((await fails('messages', false, turn)).class, 'TRANSIENT');
    assert.equal(finishOf('tool_use'), null);
    assert.equal(finishOf('tool_use', true), 'stop');
    assert.equal(finishOf('sensitive'), 'content_filter');
  });
});
