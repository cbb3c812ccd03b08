import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { renderConfig } from '../charts/render.ts';
import type { Core } from '../core/assembly/index.ts';
import { Problem } from '../core/platform/index.ts';
import { type BotRuntime, isLocalBotFree, startBot } from './bot-runtime.ts';
import type { LocalMessage } from '../core/chat/index.ts';
import { type Choice, choicesOf, pathIn, showMessage } from './terminal-view.ts';

const POLL_MS = 25;
const ANSWER_WITHIN_MS = 120_000;
const PROMPT = '> ';

interface TerminalOptions {
  /** Whose chat; the owner's when left out. */
  login?: string;
  input?: Readable & { isTTY?: boolean };
  output?: Writable & { isTTY?: boolean };
}

interface Screen {
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
}

/**
 * A chat in the terminal over the tables that the dashboard's chat uses. A running bot answers; where none runs, this
 * process answers itself. With piped input each line is sent once the one before is answered.
 * @returns the exit code: 0 done, 1 when something was not answered, 2 for an unknown login.
 */
export async function runTerminal(core: Core, options: TerminalOptions = {}): Promise<number> {
  const screen: Screen = { input: options.input ?? process.stdin, output: options.output ?? process.stdout };
  const user = await findUser(core, options.login);
  if (user === null) {
    screen.output.write(`There is no user with the login "${options.login ?? ''}".\n`);
    return 2;
  }
  let bot: BotRuntime | null = null;
  if (await isLocalBotFree(core)) {
    bot = startBot(core, { telegram: false });
    await bot.ready;
  }
  try {
    return await new TerminalChat(core, user.id, screen).run();
  } finally {
    await bot?.stop();
  }
}

async function findUser(core: Core, login: string | undefined): Promise<{ id: string } | null> {
  if (login === undefined) return await core.identity.users.ensureOwner();
  return (await core.identity.users.list()).find((user) => user.login === login.trim().toLowerCase()) ?? null;
}

class TerminalChat {
  readonly #core: Core;
  readonly #userId: string;
  readonly #screen: Screen;
  readonly #chat;
  readonly #interactive: boolean;
  /** Version of each message on the screen, so that each is printed once for each change. */
  #shown = new Map<string, string>();
  #last = '0';
  #choices: Choice[] = [];
  #printing: Promise<void> = Promise.resolve();
  #prompt: () => void = () => undefined;

  constructor(core: Core, userId: string, screen: Screen) {
    this.#core = core;
    this.#userId = userId;
    this.#screen = screen;
    this.#chat = core.chat.local;
    this.#interactive = screen.input.isTTY === true && screen.output.isTTY === true;
  }

  async run(): Promise<number> {
    const before = await this.#chat.messages(this.#userId, { limit: 1 });
    this.#last = before.at(-1)?.id ?? '0';
    const lines = createInterface({
      input: this.#screen.input,
      output: this.#screen.output,
      terminal: this.#interactive,
      prompt: PROMPT,
    });
    this.#prompt = () => {
      if (this.#interactive) lines.prompt(true);
    };
    if (this.#interactive)
      this.#write('Munim. /help lists the commands, /quit leaves. Drop a CSV file here to import it.');
    const off = this.#core.listener.on('chat_out', (payload) => {
      if (String(payload['user_id']) === this.#userId && typeof payload['message_id'] === 'string') {
        void this.#refresh(payload['message_id']);
      }
    });
    let code = 0;
    try {
      this.#prompt();
      for await (const line of lines) {
        if (/^\/(?:quit|exit|q)$/i.test(line.trim())) break;
        if (line.trim() !== '' && !(await this.#send(line))) code = 1;
        this.#prompt();
      }
    } finally {
      off();
      lines.close();
      await this.#printing;
    }
    return code;
  }

  /** Sends one line and waits until it is answered and shown. */
  async #send(line: string): Promise<boolean> {
    try {
      const sent = await this.#deliver(line);
      if (sent === null) return false;
      const handled = await this.#answered(sent.update_id);
      await this.#refresh(sent.message_id);
      return handled;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#write(error.detail);
      return false;
    }
  }

  async #deliver(line: string): Promise<{ update_id: string; message_id: string } | null> {
    const number = /^\d{1,3}$/.test(line.trim()) ? Number(line.trim()) : 0;
    const choice = this.#choices[number - 1];
    if (choice !== undefined) return await this.#chat.press(this.#userId, choice.data);
    const file = pathIn(line, homedir());
    if (file !== null) {
      const known = await stat(file).catch(() => null);
      if (known?.isFile() === true) {
        return await this.#chat.sendFile(this.#userId, {
          name: path.basename(file),
          bytes: await readFile(file),
        });
      }
      if (!line.trim().startsWith('/') || /\.(?:csv|txt|tsv|xml|xlsx?)$/i.test(file)) {
        this.#write(`There is no file ${file}.`);
        return null;
      }
    }
    return await this.#chat.say(this.#userId, line);
  }

  async #answered(updateId: string): Promise<boolean> {
    for (let waited = 0; waited < ANSWER_WITHIN_MS; waited += POLL_MS) {
      const { handled, toast } = await this.#chat.outcome(this.#userId, updateId);
      if (handled) {
        if (toast !== null) this.#write(toast);
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.#write('No reply yet. The bot process may have stopped; check its log.');
    return false;
  }

  /** Prints whatever is new since the last look, and `id` when it has changed. One look at a time. */
  #refresh(id: string): Promise<void> {
    this.#printing = this.#printing
      .then(async () => {
        const fresh = await this.#chat.messages(this.#userId, { after: this.#last, limit: 200 });
        const known = fresh.some((message) => message.id === id)
          ? []
          : [await this.#chat.message(this.#userId, id)];
        for (const message of [...known, ...fresh]) await this.#print(message);
      })
      .catch((error: unknown) =>
        this.#write(
          `A message could not be shown: ${error instanceof Error ? error.message : String(error)}`,
        ),
      );
    return this.#printing;
  }

  async #print(message: LocalMessage): Promise<void> {
    const version = message.edited_at ?? 'first';
    const before = this.#shown.get(message.id);
    if (BigInt(message.id) > BigInt(this.#last)) this.#last = message.id;
    if (message.direction === 'in' || message.deleted || before === version) return;
    // Messages from before this session are on no screen to be changed, unless they are changed now.
    if (before === undefined && message.edited_at === null && BigInt(message.id) < BigInt(this.#last)) return;
    this.#shown.set(message.id, version);
    this.#choices = choicesOf(message);
    const savedAs =
      before === undefined || message.attachment?.kind === 'photo' ? await this.#save(message) : null;
    const edited = message.edited_at !== null;
    this.#write(showMessage(message, { colours: this.#interactive, savedAs, edited }));
  }

  async #save(message: LocalMessage): Promise<string | null> {
    if (message.attachment === null) return null;
    const { name, bytes } = await this.#chat.attachment(this.#userId, message.attachment.id, renderConfig);
    const folder = path.join(this.#core.config.DATA_DIR, 'chat');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(
      folder,
      `${message.id}-${message.attachment.id}-${path.basename(name).replaceAll(/[^\w.-]+/g, '_')}`,
    );
    await writeFile(file, bytes, { mode: 0o600 });
    return file;
  }

  #write(text: string): void {
    // A message may come while something is typed: it goes above the line being typed.
    if (this.#interactive) this.#screen.output.write('\r\u001B[K');
    this.#screen.output.write(`${text}\n${this.#interactive ? '' : '\n'}`);
    this.#prompt();
  }
}
