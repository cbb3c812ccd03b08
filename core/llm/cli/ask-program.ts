import type { Log, Timers } from '../../platform/index.ts';
import {
  type Failure,
  type ModelAnswer,
  type ModelRequest,
  ProviderError,
  UNKNOWN_USAGE,
} from '../port/index.ts';
import { type Structure, structureOf } from '../structured/index.ts';
import { argumentsOf, LARGEST_ARGUMENT } from './arguments.ts';
import type { Envelope } from './envelopes.ts';
import { classOf, secretsOf, shown, soundsBusy } from './failures.ts';
import type { Setup } from './presets.ts';
import { promptOf } from './prompt.ts';
import { makeRunFolder, readOutputFile, removeRunFolder, type RunFolder } from './run-folder.ts';
import { type ProgramEnd, type RunLimits, runProgram } from './run-program.ts';

interface AskOptions {
  environment: Readonly<Record<string, string>>;
  /** What is left of the limit. */
  deadlineMs: number;
  limitMs: number;
  signal: AbortSignal;
  limits: RunLimits;
  timers: Timers;
  /** Where the folders of runs are made. */
  runsIn: string;
  log: Log;
}

/** Asks a program once. @throws ProviderError */
export async function askProgram(
  setup: Setup,
  model: string | null,
  request: ModelRequest,
  options: AskOptions,
): Promise<ModelAnswer> {
  const structure = request.schema === null ? null : structured(request.schema.schema);
  const json = structure === null ? null : JSON.stringify(structure.sent);
  // A longer argument would not start at all; the prompt has room.
  const isGiven =
    setup.schema === 'file' ||
    (setup.schema === 'inline' && Buffer.byteLength(json ?? '') <= LARGEST_ARGUMENT - 1000);
  const prompt = promptOf(request, isGiven ? null : (structure?.sent ?? null));
  const schema = isGiven ? json : null;
  const folder = await makeRunFolder(options.runsIn, {
    schema,
    prompt: setup.hasPromptFile ? prompt : null,
  }).catch((error: NodeJS.ErrnoException) => {
    throw failed('TRANSIENT', `No folder can be made for its run (${error.code ?? error.message}).`);
  });
  try {
    const end = await runProgram({
      file: setup.bin,
      args: argumentsOf(setup.argv, {
        model,
        schema: schema === null ? null : { file: folder.schema, json: schema },
        outputFile: folder.output,
        promptFile: folder.prompt,
      }),
      environment: { ...options.environment, NO_COLOR: '1', TERM: 'dumb' },
      workFolder: folder.work,
      folder: folder.root,
      input: setup.hasPromptFile ? '' : prompt,
      deadlineMs: options.deadlineMs,
      signal: options.signal,
      limits: options.limits,
      timers: options.timers,
    });
    return await answerOf(setup, model, structure, folder, end, options);
  } finally {
    await removeRunFolder(folder).catch((error: unknown) => {
      options.log.warn({ err: error }, 'the folder of a run could not be removed');
    });
  }
}

/** What to ask for. A schema that cannot be said is a mistake of its caller, which no other provider mends either. */
function structured(schema: Parameters<typeof structureOf>[0]): Structure {
  try {
    return structureOf(schema);
  } catch (error) {
    throw failed('SCHEMA', (error as Error).message);
  }
}

/** What came of a run: an answer, or why there is none. */
async function answerOf(
  setup: Setup,
  model: string | null,
  structure: Structure | null,
  folder: RunFolder,
  end: ProgramEnd,
  { environment, limitMs, limits }: AskOptions,
): Promise<ModelAnswer> {
  const secrets = secretsOf(environment);
  const tail = () => shown(end.stdout, secrets) || shown(end.stderr, secrets);
  if (end.by === 'caller') throw failed('CANCELLED', 'It was cancelled.');
  if (end.by === 'unstarted') throw unstarted(setup, end.error);
  const file = await readOutputFile(folder.output, limits.maxBytes);
  const envelope = setup.read({ stdout: end.stdout, stderr: end.stderr, file });
  if (end.by === 'deadline') {
    const isBusy = soundsBusy(end.stderr);
    const after = `No answer within ${Math.round(limitMs / 1000)} seconds`;
    const said = isBusy ? `: ${shown(end.stderr, secrets)}` : '.';
    throw failed(isBusy ? 'CAPACITY' : 'TRANSIENT', `${after}${said}`, end, envelope);
  }
  if (end.code !== 0 || (envelope !== null && envelope.error !== null)) {
    const message = envelope?.error?.message ?? '';
    const status = envelope?.error?.status ?? (end.code === null ? null : setup.statusOf(end.code));
    const words = message === '' ? `${end.stdout.slice(-4000)}\n${end.stderr.slice(-4000)}` : message;
    const reason = shown(message, secrets) || tail() || codeOf(end);
    throw failed(classOf(status, words), reason, end, envelope, status);
  }
  const text = envelope?.text ?? '';
  if (envelope === null || text.trim() === '') {
    const said = end.isCut ? 'Its output was too long.' : tail();
    throw failed('BAD_OUTPUT', `It ended normally but gave no answer. ${said}`.trim(), end, envelope);
  }
  const { usage, finish } = envelope;
  if (finish === null)
    throw failed('TRANSIENT', `Its answer broke off before its end. ${tail()}`.trim(), end, envelope);
  if (structure !== null && finish !== 'content_filter') {
    const reading = structure.read(text);
    if ('errors' in reading) throw failed('BAD_OUTPUT', reading.errors.join('; '), end, envelope);
  }
  return { text, model: envelope.model ?? model ?? setup.name, usage, finish };
}

const codeOf = ({ code }: ProgramEnd): string =>
  code === null ? 'A signal ended it.' : `It ended with code ${code} and said nothing.`;

function failed(
  errorClass: Failure['class'],
  reason: string,
  end: ProgramEnd | null = null,
  envelope: Envelope | null = null,
  status: number | null = null,
): ProviderError {
  const usage = envelope?.usage ?? UNKNOWN_USAGE;
  return new ProviderError({ class: errorClass, reason, status: status ?? end?.code ?? null, usage });
}

function unstarted({ bin }: Setup, error: NodeJS.ErrnoException | null): ProviderError {
  if (error?.code === 'ENOENT')
    return failed('NOT_CONFIGURED', `The program ${bin} was not found. Install it, or set LLM_CLI_BIN.`);
  if (error?.code === 'EACCES')
    return failed('NOT_CONFIGURED', `Munim’s user account may not start the program ${bin}.`);
  return failed('TRANSIENT', `The program ${bin} could not be started (${error?.code ?? 'unknown'}).`);
}
