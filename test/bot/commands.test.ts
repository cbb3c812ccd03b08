import assert from 'node:assert/strict';
import { COMMANDS, CONFIRMATIONS, DIALOGUES } from '../../bot/catalogue.ts';
import { parseArguments } from '../../bot/parse-arguments.ts';
import { tokens } from '../../bot/typed-command.ts';
import { mayUse } from '../../bot/roles.ts';
import { COMMAND_DESCRIPTIONS, FAMILIES } from '../../core/chat/index.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture, endDialogue } from '../support/chat-fixture.ts';
import { labels } from '../support/bot-api-messages.ts';
import { DAY, ON_DAY } from '../support/day-label.ts';
import { rawDaysIn } from '../support/raw-days.ts';
import { inTurn } from '../support/soak.ts';

const NAMES = COMMANDS.map((row) => row.name);

/** Two portfolios: TCS 10 × 3,000 now 3,300 (was 3,200), INFY 20 × 1,500 now 1,200 (was 1,250), and one without a price. */
async function fill(fixture: ChatFixture): Promise<void> {
  const by = { actor: 'test' };
  const holding = { asset_class: 'Indian Equity', currency: 'INR', sector: 'IT' };
  for (const row of [
    {
      ...holding,
      portfolio: 'Zerodha',
      symbol: 'TCS',
      quantity: 10,
      avg_buy_price: 3000,
      current_price: 3300,
      previous_close: 3200,
    },
    {
      ...holding,
      portfolio: 'Family',
      symbol: 'INFY',
      quantity: 20,
      avg_buy_price: 1500,
      current_price: 1200,
      previous_close: 1250,
    },
  ]) {
    await fixture.core.portfolio.holdings.create(fixture.ownerId, row, by);
  }
}

describe('contract/Chat: the catalogue', () => {
  it('has every command of the spec that this stage promises, each in one row', () => {
    for (const name of [
      'start',
      'help',
      'complete_status',
      'live_status',
      'holding',
      'top_gainers',
      'top_losers',
      'sectors',
      'allocation',
      'currency',
      'chart',
      'report',
      'health',
      'format',
      'clear',
      'add_transaction',
      'remove_symbol',
      'cancel',
    ]) {
      assert.ok(NAMES.includes(name), name);
    }
    assert.equal(new Set(NAMES).size, NAMES.length);
  });

  it('fits the limits of a command menu, and every family has a command', () => {
    assert.ok(COMMANDS.length <= 100);
    for (const { name, summary, family, examples } of COMMANDS) {
      assert.match(name, /^[a-z][a-z0-9_]{0,31}$/);
      assert.ok(summary.length > 0 && summary.length <= 100, name);
      assert.ok(FAMILIES.includes(family));
      assert.ok(examples.length > 0 && examples.every((example) => example.startsWith(`/${name}`)), name);
    }
    for (const family of FAMILIES)
      assert.ok(
        COMMANDS.some((row) => row.family === family),
        family,
      );
  });

  it('runs every command that is described, in that order, and takes the arguments of its usage', () => {
    assert.deepEqual(
      NAMES,
      COMMAND_DESCRIPTIONS.map(({ name }) => name),
    );
    for (const { name, usage, arguments: taken } of COMMANDS) {
      const words = Object.values(taken).map(({ placeholder, optional }) =>
        optional ? `[${placeholder}]` : placeholder,
      );
      assert.equal(usage, [`/${name}`, ...words].join(' '));
    }
  });

  it('every example is read by its own command', async () => {
    const world = {
      portfolios: async () => ['Zerodha'],
      instruments: async () => ({ items: [], registry: 0 }),
      connections: async () => [{ id: '1', label: 'Zerodha main', broker_title: 'Zerodha' }],
      goals: async () => ['House'],
      sipPlans: async () => ['Index fund'],
      policies: async () => [{ id: '1', name: 'Momentum', tag_code: 'MOMTOP20' }],
      pendingPlans: async () => [],
      optionStrategies: async () => ['iron_condor'],
      watched: async () => ['TCS'],
      alerts: async () => [{ id: '3', label: 'TCS at or above ₹4,000.00' }],
      brokers: () => [
        {
          broker: 'zerodha' as const,
          title: 'Zerodha',
          is_on: true,
          switched_on_by: 'ZERODHA_BASE_URL',
          roles: ['SYNC' as const],
          fields: [],
          needs_login: true,
          rhythm: 'every 30 minutes',
        },
      ],
      holdings: async () => [
        { symbol: 'TCS', portfolio: 'Zerodha', name: 'Tata Consultancy Services' },
        { symbol: 'OYO', portfolio: 'Zerodha', name: null },
      ],
      now: () => new Date('2024-06-01T00:00:00Z'),
    };
    for (const row of COMMANDS) {
      for (const example of row.examples) {
        const parsed = await parseArguments(row, tokens(example).slice(1), world);
        assert.ok(parsed.ok, example);
      }
    }
  });

  it('contract/Who may use the chat: approvers may do this beside reading, and nothing else', () => {
    const changing = (role: 'approver' | 'viewer') => ({
      commands: COMMANDS.filter((row) => row.changes && mayUse(role, row)).map(({ name }) => name),
      confirmations: CONFIRMATIONS.filter((row) => mayUse(role, row)).map(({ name }) => name),
      dialogues: DIALOGUES.filter((row) => mayUse(role, row)).map(({ name }) => name),
    });
    assert.deepEqual(changing('approver'), {
      commands: ['approve_plan', 'reject_plan', 'pause_all'],
      confirmations: ['approve_plan', 'reject_plan', 'send_held_order', 'leave_out_held_order', 'pause_all'],
      dialogues: ['approve_plan_typed'],
    });
    assert.deepEqual(changing('viewer'), { commands: [], confirmations: [], dialogues: [] });
    for (const row of [...COMMANDS, ...CONFIRMATIONS, ...DIALOGUES])
      assert.ok(mayUse('owner', row), row.name);
  });

  it('confirmations have names of their own', () => {
    assert.equal(new Set(CONFIRMATIONS.map((row) => row.name)).size, CONFIRMATIONS.length);
  });
});

for (const transport of ['telegram', 'local'] as const) {
  describe(`contract/Chat over ${transport}: every command answers`, () => {
    const [filled, told] = [inTurn(transport), inTurn(transport)];
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture();
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());

    for (const asked of ['/chart drawdown', '/chart sectors', '/benchmark', '/risk'])
      told(`${asked} without data says how to begin, not only what is missing`, async () => {
        await chat.says(asked);
        const { text } = await chat.reply();
        assert.match(text, /You have no records yet/);
        assert.match(text, /add_transaction/);
      });

    describe('with data', () => {
      before(() => fill(fixture));

      for (const row of COMMANDS.filter(({ name }) => name !== 'clear')) {
        filled(`/${row.name} with data`, async () => {
          await chat.says(row.examples[0] ?? `/${row.name}`);
          const answer = await chat.reply();
          assert.ok(answer.text.length > 0 || answer.photo !== null);
          assert.doesNotMatch(answer.text, /went wrong|undefined|NaN|null|\[object/);
          assert.deepEqual(rawDaysIn(answer.text), []);
          await endDialogue(fixture, chat);
        });
      }

      told('/complete_status tells totals that add up', async () => {
        await chat.says('/format detailed');
        await chat.reply();
        await chat.says('/complete_status');
        const { text } = await chat.reply();
        // Value 10×3,300 + 20×1,200 = 57,000; cost 30,000 + 30,000; today 10×100 − 20×50 = 0; gain −3,000 = −5 %.
        assert.match(
          text,
          new RegExp(
            `Value ₹57,000\\.00\\nInvested ₹60,000\\.00\\nGain −₹3,000\\.00 \\(−5\\.00%\\)\\n${DAY} ₹0\\.00 \\(0\\.00%\\)`,
          ),
        );
        // While the exchange trades the heading is "Today", which leaves room for the second digit.
        assert.match(text, /Zerodha\s+₹33,000\s+\+10\.00%\s+\+3\.13?%/);
        assert.match(text, /Indian Equity 100\.0%/);
      });

      told('/format compact shortens it, and is remembered in this chat', async () => {
        await chat.says('/format compact');
        await chat.reply();
        await chat.says('/complete_status');
        const { text } = await chat.reply();
        assert.match(
          text,
          new RegExp(
            `^Your portfolio\\nValue ₹57,000\\.00\\n${DAY} ₹0\\.00 \\(0\\.00%\\)\\nGain −₹3,000\\.00`,
          ),
        );
        assert.doesNotMatch(text, /Asset classes/);
        await chat.says('/format detailed');
        await chat.reply();
      });

      told('/holding lists all with buttons, shows one in place, and goes back', async () => {
        await chat.says('/holding');
        const list = await chat.reply();
        assert.match(list.text, /Holdings 1 to 2 of 2/);
        assert.deepEqual(labels(list).slice(0, 2), ['INFY', 'TCS']);
        await chat.presses('TCS');
        const one = await chat.edited();
        assert.equal(one.id, list.id);
        assert.match(
          one.text,
          new RegExp(
            `Value ₹33,000\\.00, 57\\.9% of everything\\nGain \\+₹3,000\\.00 \\(\\+10\\.00%\\)\\n${DAY} \\+₹1,000\\.00 \\(\\+3\\.13%\\)\\n.*\\n10 at ₹3,000\\.00 on average`,
          ),
        );
        await chat.presses('All holdings');
        assert.match((await chat.edited()).text, /Holdings 1 to 2 of 2/);
      });

      told('/top_losers names what fell, and switches to the time since it was bought', async () => {
        await chat.says('/top_losers');
        assert.match(
          (await chat.reply()).text,
          new RegExp(`Top losers ${ON_DAY}\\n.*\\nINFY\\s+−4\\.00%\\s+−₹1,000\\s+₹24,000`),
        );
        await chat.presses('Since purchase');
        assert.match((await chat.edited()).text, /Top losers since purchase\n.*\nINFY\s+−20\.00%\s+−₹6,000/);
      });

      told('/chart sends a picture with words under it, and changes it in place', async () => {
        await chat.says('/chart allocation');
        const picture = await chat.reply();
        assert.equal(picture.photo?.subarray(1, 4).toString('latin1'), 'PNG');
        assert.ok(picture.text.length > 10);
        await chat.presses('Movers');
        const moved = await chat.edited();
        assert.equal(moved.id, picture.id);
        assert.notDeepEqual(moved.photo, picture.photo);
      });

      told('/chart value without any history says why there is no picture', async () => {
        await chat.says('/chart');
        const answer = await chat.reply();
        assert.equal(answer.photo, null);
        assert.match(
          answer.text,
          /^Only the .* of \d+ \w+ \d{4} is known\. The line starts with a second day/,
        );
      });

      told('pages through a long list in place', async () => {
        const by = { actor: 'test' };
        for (let at = 0; at < 40; at += 1) {
          const symbol = `SYM${String(at).padStart(2, '0')}`;
          const row = {
            portfolio: 'Many',
            symbol,
            asset_class: 'ETF',
            currency: 'INR',
            quantity: 1,
            avg_buy_price: 1,
            current_price: 2,
          };
          await fixture.core.portfolio.holdings.create(fixture.ownerId, row, by);
        }
        await chat.says('/holding');
        const list = await chat.reply();
        assert.match(list.text, /Holdings 1 to 15 of 42/);
        await chat.presses('Next ▶ (2/3)');
        assert.match((await chat.edited()).text, /Holdings 16 to 30 of 42/);
        await chat.presses('Next ▶ (3/3)');
        const last = await chat.edited();
        assert.match(last.text, /Holdings 31 to 42 of 42/);
        await chat.presses('◀ Back');
        assert.match((await chat.edited()).text, /Holdings 16 to 30 of 42/);
        assert.equal(last.id, list.id);
      });
    });
  });
}
