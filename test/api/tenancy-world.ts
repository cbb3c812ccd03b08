import type pg from 'pg';
import { RECORD_KINDS } from '../../core/options/index.ts';
import { TABLES } from '../../core/options/store/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { equityRow, storeResult } from '../support/backtest-rows.ts';
import { share } from '../support/price-panel.ts';
import { furnishResearch } from './tenancy-research.ts';
import { seedContributions, seedEverything, seedTrading, seedRun } from '../support/policies.ts';

/** Stands in everything that is Asha's; nobody else may ever be shown it. */
export const MARK = 'ashaonly';
/** A portfolio name that both of them use. */
export const COMMON = 'Long term';

/** Under which one of her backtests became a policy. */
export const PROMOTION_KEY = `a key of hers: ${MARK}`;

/** Ids of Asha's rows, by what they are. */
export type AshasIds = Record<
  | 'portfolio'
  | 'holding'
  | 'unlisted'
  | 'fund'
  | 'transaction'
  | 'deletedTransaction'
  | 'deletedHolding'
  | 'import'
  | 'finishedImport'
  | 'person'
  | 'notification'
  | 'delivery'
  | 'browser'
  | 'link'
  | 'connection'
  | 'goal'
  | 'goalLink'
  | 'sipPlan'
  | 'watched'
  | 'alert'
  | 'liability'
  | 'action'
  | 'brokerChange'
  | 'attachment'
  | 'policy'
  | 'contribution'
  | 'contributionSchedule'
  | 'plan'
  | 'order'
  | 'difference'
  | 'promotedRun'
  | 'apiToken'
  | 'ingestToken'
  | 'strategy'
  | 'reconciliation'
  | 'backtest'
  | 'research',
  string
> & { button: string };

/** Every table whose rows belong to somebody, found in the database itself. */
export async function ownedTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'owner_user_id' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** One line per table that changes when any of the person's rows does. */
export async function digest(pool: pg.Pool, tables: string[], userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>({
    // Planned once for each session: it is asked after every attempt.
    name: 'digest',
    text: `${tables
      .map(
        (table) =>
          `select concat_ws(' ', '${table}', count(*), md5(string_agg(t::text, '|' order by t::text))) as line from ${table} t where owner_user_id = $1`,
      )
      .join(' union all ')} order by line`,
    values: [userId],
  });
  return rows.map(({ line }) => line);
}

/** Gives Asha a row in every table there is. */
export async function furnish(world: TestApi, userId: string, mark = MARK): Promise<AshasIds> {
  const { core } = world;
  const { portfolio: area, identity, notifications } = core;
  const by = { actor: `api:${mark}` };
  const symbol = mark.toUpperCase();
  const chatId = `4242${userId}`;
  const trade = (date: string) => ({
    portfolio: COMMON,
    symbol,
    date,
    type: 'BUY',
    quantity: 5,
    price: 100,
    currency: 'INR',
    note: mark,
  });
  const unlisted = (name: string) => ({
    portfolio: COMMON,
    symbol: name,
    asset_class: 'Unlisted',
    currency: 'INR',
    quantity: 1,
    avg_buy_price: 10,
  });

  const transaction = await area.transactions.create(userId, trade('2024-01-05'), by);
  const deleted = await area.transactions.create(userId, trade('2024-01-06'), by);
  await area.transactions.remove(userId, deleted.id, by);
  const held = await area.holdings.create(userId, unlisted(`${symbol}U`), by);
  await area.holdings.updatePrice(userId, held.id, { price: 12, note: mark }, by);
  const fund = await area.holdings.create(
    userId,
    { ...unlisted(`${symbol}F`), asset_class: 'Mutual Fund', isin: 'INF879O01027', current_price: 100 },
    by,
  );
  await area.quotes.record(userId, [
    {
      holding_id: fund.id,
      status: 'FAILED',
      reason: 'GUARD_REJECTED',
      tried: [{ source: mark, reason: 'NO_PRICE' }],
      quote: { price: 200, previous_close: null, as_of: '2026-03-02', source: mark },
    },
  ]);
  await area.transactions.create(
    userId,
    { ...trade('2024-01-07'), symbol: `${symbol}S`, type: 'SPLIT', quantity: 2, price: 0 },
    by,
  );
  const action = await core.corporateActions.create(
    userId,
    { portfolio: COMMON, symbol, kind: 'RENAME', ex_date: '2023-01-02', into_symbol: `${symbol}R` },
    by,
  );
  await core.corporateActions.saveSettings(userId, { apply_automatically: false }, by);
  await core.quality.read(userId);
  await core.quality.audit.run(userId);
  await core.database.asSystem('a difference in books for a test', async (trx) => {
    await trx('portfolio.book_audit_findings').insert({
      owner_user_id: userId,
      identity: 'UNITS_OF_LOTS',
      subject: mark,
      left_figure: 1,
      right_figure: 2,
      found_at: core.clock.now(),
      seen_at: core.clock.now(),
    });
  });
  const gone = await area.holdings.create(userId, unlisted(`${symbol}G`), by);
  await area.holdings.remove(userId, gone.id, by);
  await area.portfolios.create(userId, { name: mark }, by);
  const portfolio = (await area.portfolios.list(userId)).find(({ name }) => name === COMMON);
  const holding = (await area.holdings.ofSymbol(userId, symbol))[0];
  await area.snapshots.take(userId);
  const { Readable } = await import('node:stream');
  const csv = `Portfolio,Symbol,Date,Type,Quantity,Price,Currency\n${mark},${symbol},2024-03-05,BUY,1,100,INR\n`;
  const staged = await area.imports.stage(userId, Readable.from([Buffer.from(csv)]), {
    file_name: `${mark}.csv`,
  });

  const overwritten = await area.imports.stage(
    userId,
    Readable.from([
      Buffer.from(
        `Portfolio,Symbol,Quantity,Avg Buy Price,Asset Class,Currency\n${mark},${symbol}H,5,100,Bond,INR\n${mark},${symbol}X,many,100,Bond,INR\n`,
      ),
    ]),
    { file_name: `${mark}-holdings.csv` },
  );
  await area.imports.commit(userId, { import_id: overwritten.import_id, currency: 'INR' }, by);

  await identity.people.agree(userId, true, by);
  await identity.parts.save(userId, { shown: ['options'] });

  const { login } = await identity.users.byId(userId);
  await identity.signIn.issueCode(login);
  await identity.signIn.verify({ login, code: 'wrong', address: '10.0.0.1' }).catch(() => undefined);
  const { code } = await identity.chats.createLinkCode(userId);
  const link = await identity.chats.linkChat({
    transport: 'telegram',
    chatId,
    chatUserId: chatId,
    code,
    title: mark,
  });
  await core.receipts.inTransaction(userId, { idempotencyKey: mark }, async () => ({ mark }));

  await notifications.saveSettings(userId, {
    quiet_hours: { from: '22:00', to: '07:00' },
    modes: { system_notice: 'silent' },
  });
  const notified = await notifications.notify(userId, {
    kind: 'eod_portfolio_report',
    dedupKey: mark,
    title: mark,
    body: mark,
  });

  await area.transactions.create(
    userId,
    { ...trade('2024-02-01'), type: 'DIVIDEND', quantity: 3, price: 7 },
    by,
  );
  await core.income.recompute(userId, by);

  const goal = await core.goals.goals.create(
    userId,
    { name: mark, type: 'INCOME', target_monthly_income: 1 },
    by,
  );
  const plan = { name: mark, amount: 1, frequency: 'monthly', start_date: '2030-01-05' };
  const sipPlan = await core.goals.sips.create(userId, plan, by);
  const goalLink = await core.goals.links.put(
    userId,
    goal.id,
    { link_type: 'SIP', link_id: sipPlan.id, percentage: 50 },
    by,
  );
  await core.goals.goals.takeSnapshots(userId);

  const watched = await core.watchlist.items.create(userId, { symbol, currency: 'INR' }, by);
  const alert = await core.watchlist.alerts.create(
    userId,
    { kind: 'PRICE_ABOVE', symbol, threshold: 999 },
    by,
  );
  const liability = await core.liabilities.create(userId, { name: mark, type: 'LOAN', balance: 1 }, by);
  await core.reports.fundHoldings.replace(
    userId,
    `${symbol}F`,
    { as_of: '2026-01-30', holdings: [{ stock_symbol: symbol, weight_pct: 100 }], source: mark },
    by,
  );

  await core.llm.settings.update(
    userId,
    { gateway_model: mark, api_keys: { gateway: `sk-${mark}-${mark}` } },
    by,
  );
  await core.database.asSystem('a call of a model for a test', async (trx) => {
    const row = { owner_user_id: userId, feature: mark, provider: 'gateway', model: mark };
    await trx('portfolio.llm_usage').insert({ ...row, input_tokens: 7 });
    await trx('portfolio.llm_reservations').insert({
      ...row,
      day: '2026-01-30',
      cost_usd: 1,
      tokens: 7,
      created_at: core.clock.now(),
    });
  });

  const chat = core.chat.local;
  await chat.say(userId, mark);
  await chat.sendFile(userId, { name: `${mark}.csv`, bytes: Buffer.from(mark) });
  const button = `v1:${mark}`;
  const ids = await core.database.asSystem('rows that only the bot writes', async (trx) => {
    const one = async (sql: string, values: unknown[]) =>
      String((await trx.raw<{ rows: { id: string }[] }>(sql, values as never)).rows[0]?.id);
    const markup = JSON.stringify({ inline_keyboard: [[{ text: mark, callback_data: button }]] });
    await trx.raw(
      `insert into chat.message (owner_user_id, direction, text, reply_markup) values (?, 'out', ?, ?)`,
      [userId, mark, markup],
    );
    await trx.raw(
      `insert into chat.chat_setting (owner_user_id, transport, chat_id) values (?, 'local', ?)`,
      [userId, userId],
    );
    await trx.raw(
      `insert into chat.conversation_state (owner_user_id, transport, chat_id, chat_user_id, state) values (?, 'local', ?, ?, '{}')`,
      [userId, userId, userId],
    );
    await trx.raw(
      `insert into chat.secret_drafts (owner_user_id, transport, chat_id, chat_user_id, awaits) values (?, 'local', ?, ?, 'pin')`,
      [userId, userId, userId],
    );
    await trx.raw(
      `insert into chat.callback_record (owner_user_id, transport, chat_id, nonce, actions, receipt_key, expires_at) values (?, 'local', ?, ?, '[]', ?, now() + interval '1 day')`,
      [userId, userId, mark, mark],
    );
    await trx.raw(
      `insert into chat.bot_message (owner_user_id, transport, chat_id, message_id) values (?, 'local', ?, 1)`,
      [userId, userId],
    );
    await trx.raw(
      `insert into chat.plan_cards (owner_user_id, transport, chat_id, message_id, plan_id, view, shown, noted_at)
       values (?, 'local', ?, 1, 1, '{"as":"approve","leftOut":[],"isChoosing":false,"page":0}', ?, now())`,
      [userId, userId, mark],
    );
    await trx.raw(
      `insert into portfolio.kept_values (owner_user_id, portfolio, rests_on, body) values (?, ?, 'x', '')`,
      [userId, mark],
    );
    await trx.raw(
      `insert into chat.ai_chat_messages (owner_user_id, question, state, prompt_version, asked_at) values (?, ?, 'ASKED', 'x', now())`,
      [userId, mark],
    );
    return {
      delivery: await one(
        `update notifications.deliveries set state = 'FAILED', finished_at = now() where owner_user_id = ? returning id`,
        [userId],
      ),
      browser: await one(
        `insert into notifications.push_subscriptions (owner_user_id, session_id, endpoint, p256dh, auth, label, created_at)
         values (?, ?, ?, ?, ?, ?, now()) returning id`,
        [userId, mark, `https://fcm.googleapis.com/${mark}`, mark, mark, mark],
      ),
      connection: await one(
        `insert into broker.connections (owner_user_id, broker, label, role, portfolio_name, credential_names)
         values (?, 'zerodha', ?, 'SYNC', ?, '{api_key}') returning id`,
        [userId, mark, mark],
      ),
      brokerChange: await one(
        `insert into portfolio.broker_changes (owner_user_id, portfolio_id, connection_id, subject, kind, symbol, before, state,
           seen_at)
         select owner_user_id, portfolio_id, 1, 'holding:' || symbol, 'QUANTITY', symbol,
           jsonb_build_object('symbol', symbol, 'quantity', '5'), 'OPEN', now()
         from portfolio.transactions where owner_user_id = ? and id = ? returning id`,
        [userId, transaction.id],
      ),
      attachment: await one('select id from chat.attachment where owner_user_id = ?', [userId]),
    };
  });
  const config = {
    strategy: 'momentum_12_1',
    universe: [symbol],
    top_n: 1,
    rebalance: 'monthly',
    weighting: 'equal',
  };
  const { run_id: backtest } = await core.strategies.runs.create(
    userId,
    { name: mark, config, from: '2024-01-01', to: '2024-06-03', initial_capital: 1000 },
    by,
  );
  await finishBacktest(core, backtest, mark);
  const promotedRun = await seedRun(core, userId);
  const { policy } = await core.policies.promotions.promote(
    userId,
    promotedRun,
    { key: `a key of hers: ${mark}`, body: { name: mark, tag_code: mark } },
    by,
  );
  await seedEverything(core, { userId, policyId: policy.id });
  const { id: apiToken } = await core.identity.tokens.create(
    userId,
    { name: mark, access: 'full' },
    { actor: 'api:asha' },
  );
  const { id: ingestToken } = await core.options.tokens.create(userId, mark);
  await (await core.catchUps.begin(userId))?.end('none');
  await furnishWorkspace(core, userId, mark);
  const money = await seedContributions(core, { userId, policyId: policy.id });
  const trading = await seedTrading(core, { userId, policyId: policy.id, connectionId: ids.connection });
  return {
    ...ids,
    backtest,
    research: await furnishResearch(world, userId, mark),
    policy: policy.id,
    ...trading,
    ...money,
    promotedRun,
    apiToken,
    ingestToken,
    strategy: mark,
    reconciliation: `${mark}-recon-kite-20260518`,
    portfolio: portfolio?.id ?? '',
    holding: holding?.id ?? '',
    unlisted: held.id,
    fund: fund.id,
    transaction: transaction.id,
    deletedTransaction: deleted.id,
    deletedHolding: gone.id,
    import: staged.import_id,
    finishedImport: overwritten.import_id,
    person: userId,
    notification: notified.id ?? '',
    link: link.id,
    goal: goal.id,
    goalLink: goalLink.id,
    sipPlan: sipPlan.id,
    watched: watched.id,
    alert: alert.id,
    liability: liability.id,
    action: action.id,
    button,
  };
}

/** Gives her options workspace a record of each kind. */
async function furnishWorkspace({ options }: TestApi['core'], userId: string, mark: string): Promise<void> {
  const records = RECORD_KINDS.map(({ example }) => ({
    ...example,
    id: `${mark}-${example.id}`,
    ...('strategy' in example ? { strategy: mark } : {}),
    ...('tag' in example ? { tag: mark } : {}),
    ...('name' in example ? { name: mark } : {}),
  }));
  const { accepted, rejected } = await options.ingest(userId, records);
  if (accepted !== records.length) throw new Error(JSON.stringify(rejected));
}

/** All rows of a person's options workspace, as texts. */
export async function workspaceRows({ options }: TestApi['core'], userId: string): Promise<string[]> {
  return await options.store.read(userId, async (workspace) => {
    const lines: string[] = [];
    for (const table of TABLES)
      for (const row of await workspace.rows(table)) lines.push(`${table} ${JSON.stringify(row)}`);
    return lines.toSorted();
  });
}

/** Gives a backtest a row of each kind, as the worker would. */
async function finishBacktest({ database }: TestApi['core'], id: string, mark: string): Promise<void> {
  const date = '2024-01-01';
  const securities = [share(mark, { name: mark })];
  const rows = {
    equity: [equityRow({ date })],
    orders: [
      {
        date,
        side: 'BUY',
        security: 0,
        state: 'FILLED',
        rule: 'ENTRY',
        limited_by: null,
        reason: mark,
        rank: 1,
        wanted_quantity: '1',
        quantity: '1',
        price: '1',
        value: '1',
        charges: null,
        realised_gain: null,
        tax: null,
      } as const,
    ],
    holdings: [
      {
        date,
        security: 0,
        quantity: '1',
        cost: '1',
        close: '1',
        close_date: date,
        market_value: '1',
        held_since: date,
      },
    ],
    events: [{ date, security: 0, kind: 'ENTERED', message: mark, amount: null } as const],
  };
  await database.asSystem('rows that only the worker writes', async (trx) => {
    const run = await trx('strategy.research_runs').where({ id }).first('id', 'owner_user_id');
    await storeResult(trx, run, rows, securities);
    await trx('strategy.research_runs')
      .where({ id })
      .update({ status: 'FAILED', failure: mark, finished_at: trx.fn.now() });
  });
}
