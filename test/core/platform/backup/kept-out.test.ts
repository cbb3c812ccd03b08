import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { signBrowserToken } from '../../../../core/identity/known-browser.ts';
import { signSessionToken } from '../../../../core/identity/session-token.ts';
import { type Core, createCore } from '../../../../core/assembly/index.ts';
import { backup, restore } from '../../../../core/platform/backup/backup.ts';
import {
  EXCLUDED_TABLES,
  includedRows,
  readSequences,
  readTables,
} from '../../../../core/platform/backup/catalogue.ts';
import { encode, FORMAT } from '../../../../core/platform/backup/format.ts';
import { createLog, parseConfig, readSecret } from '../../../../core/platform/index.ts';
import { NOBODY_OUTSIDE, TEST_KEY } from '../../../support/outside.ts';
import { migrateUpTo, query } from '../../../support/plain-database.ts';
import { emptyDatabase, testDatabase } from '../../../support/postgres.ts';
import { testCore } from '../../../support/core.ts';

/** The level of the last release whose backups held everything. */
const OLD_LEVEL = 21;
/** Columns of tables in a backup that sound like secrets, each with why they may stand there. */
const LOOKED_AT: Record<string, string> = {
  'policy.account_differences.code': 'the name of a check',
  'broker.connections.secrets': 'encrypted; the key is not in the database',
  'broker.connections.token_issued_at': 'a time',
  'broker.connections.token_expires_at': 'a time',
  'broker.connections.token_due_at': 'a time',
  'broker.connections.token_failures': 'a count',
  'broker.connections.reason_code': 'why a sync failed',
  'chat.ai_chat_messages.pack_hash': 'a digest of what a question was answered from',
  'chat.callback_record.nonce': 'under a button of a chat, and worth nothing outside that chat',
  'chat.callback_record.receipt_key': 'the name of a message',
  'identity.command_receipts.key': 'the name of a message',
  'market.latest_quotes.instrument_key': 'the name of an instrument',
  'notifications.outbox.dedup_key': 'the name of a notice',
  'portfolio.list_counts.key': 'the kind of counted rows',
  'policy.policy_contribution_application_batch.fallback_code': 'why money waits',
  'policy.policy_positions.missed_sessions': 'a count',
  'policy.policy_promotions.idempotency_key': 'the name of a request',
  'portfolio.llm_reservations.tokens': 'a count',
  'portfolio.llm_usage.input_tokens': 'a count',
  'portfolio.llm_usage.output_tokens': 'a count',
  'portfolio.llm_usage.cached_tokens': 'a count',
  'portfolio.skipped_rows.code': 'why a row is left out',
  'research.ai_research_evaluation_cases.inputs_hash': 'a digest of two reports',
  'research.ai_research_evaluation_judgements.input_tokens': 'a count',
  'research.ai_research_evaluation_judgements.output_tokens': 'a count',
  'research.ai_research_evaluation_judgements.prompt_hash': 'a digest of a prompt',
  'research.ai_research_evidence_sources.source_key': 'the name of a source',
  'research.ai_research_packets.evidence_hash': 'a digest of evidence',
  'research.ai_research_reports.payload_hash': 'a digest of a report',
  'research.ai_research_runs.hash_mismatch': 'a count',
  'research.ai_research_stage_calls.counted_tokens': 'a count',
  'research.ai_research_stage_calls.input_tokens': 'a count',
  'research.ai_research_stage_calls.output_tokens': 'a count',
  'research.ai_research_stage_cache.input_hash': 'a digest of what went into a stage',
  'research.ai_research_stages.code': 'why a stage did not come to its end',
  'research.ai_research_stages.input_hash': 'a digest of what went into a stage',
  'research.ai_research_stages.input_tokens': 'a count',
  'research.ai_research_stages.output_tokens': 'a count',
};

describe('a backup', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  let dir: string;
  let file: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-backup-test-'));
    file = path.join(dir, 'munim.backup');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('holds no session, no key, no code, and nothing that was said in confidence', async () => {
    const world = await testCore({
      environment: {
        PORTFOLIO_CHAT_ENABLED: '1',
        PORTFOLIO_CHAT_BOT_TOKEN: '123456:abcdefghijklmnopqrstuvwxyz',
      },
    });
    const { core, owner } = world;
    const { signIn, chats } = core.identity;
    const secrets = new Map<string, string>();
    const address = '203.0.113.77';
    const place = { transport: 'local' as const, chatId: owner, chatUserId: owner };
    try {
      const { code: linkCode } = await chats.createLinkCode(owner);
      await chats.linkChat({ code: linkCode, transport: 'telegram', chatId: '4242', chatUserId: '4242' });
      const { code } = await signIn.issueCode('owner');
      const { token } = await signIn.verify({ login: 'owner', code, address });
      secrets.set('the session', decodeJwt(token).jti ?? '');
      secrets.set('the key that signs sessions', await readSecret(core.database, 'session_key'));
      await signIn.requestCode({ login: 'owner', address, answered: 'a'.repeat(22) });
      await signIn.settled();
      secrets.set('the key of notices in browsers', await readSecret(core.database, 'web_push_key'));
      secrets.set('an address that tried to sign in', address);
      await core.identity.tokens.create(owner, { name: 'a script', access: 'full' }, { actor: 'api:owner' });
      await chats.createLinkCode(owner);
      await core.chat.drafts.begin(owner, place);
      await core.chat.drafts.expect(owner, place, 'pin', true);
      await core.chat.drafts.take(owner, place, 'update 1', '0451');
      await core.chat.local.say(owner, 'correct horse battery staple');
      secrets.set('a password the bot has not taken out yet', 'correct horse');
      await query(
        core.config.DATABASE_URL ?? '',
        `insert into chat.conversation_state (owner_user_id, transport, chat_id, chat_user_id, state)
         values (${owner}, 'local', '1', '1', '{"halfway": "through a dialogue"}')`,
      );
      await query(
        core.config.DATABASE_URL ?? '',
        `insert into notifications.push_subscriptions (owner_user_id, session_id, endpoint, p256dh, auth, label, created_at)
         values (${owner}, '1', 'https://fcm.googleapis.com/one', 'a point', 'a shared secret', 'Firefox', now())`,
      );
      secrets.set('the address of a browser', 'fcm.googleapis.com/one');
      secrets.set('the secret of a browser', 'a shared secret');
      secrets.set('a dialogue', 'through a dialogue');
      for (const [name, sql] of [
        ['the code in a message', `select split_part(body, e'\\n', 1) as v from notifications.outbox`],
        ['the hash of a sign-in code', 'select code_hash as v from identity.login_codes'],
        ['the hash of a link code', 'select code_hash as v from identity.link_codes where used_at is null'],
        ['the hash of an API token', 'select token_hash as v from identity.api_tokens'],
        ['a draft', 'select sealed as v from chat.secret_drafts'],
        ['a rate limit', 'select key as v from platform.rate_limits'],
      ] as const)
        secrets.set(name, String((await query(core.config.DATABASE_URL ?? '', sql))[0]?.['v']));
      await backup({ url: core.config.DATABASE_URL ?? '', file });
      await writeOldBackup(core.config.DATABASE_URL ?? '', `${file}.old`);
    } finally {
      await world.close();
    }
    const text = gunzipSync(await readFile(file)).toString('utf8');
    const everything = gunzipSync(await readFile(`${file}.old`)).toString('utf8');
    assert.match(text, /\n1\towner\tOwner\t/, 'it holds the owner');
    assert.match(text, /\ttelegram\t4242\t4242\t/, 'and the linked chat');
    for (const [name, secret] of secrets) {
      assert.ok(secret.length >= 6, `${name} is ${secret}`);
      assert.ok(everything.includes(secret), `${name} is in the database`);
      // A code of six digits may be part of a time or of a hash.
      const found = new RegExp(`(?<![\\w.])${secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).test(text);
      assert.ok(!found, `${name} is in the backup`);
    }
  });

  it('that an older Munim made brings back no session, no code and no key: what is forged with it is refused', async () => {
    const old = await emptyDatabase();
    const target = await testDatabase();
    let core: Core | null = null;
    try {
      await migrateUpTo(old.url, OLD_LEVEL);
      await query(
        old.url,
        `insert into identity.users (login, name) values ('owner', 'Owner');
         insert into platform.server_secrets values ('session_key', 'the old key'), ('telegram_bot_name', 'old_bot');
         insert into identity.sessions (id, owner_user_id, expires_at) values ('5e551011', 1, now() + interval '9 hours');
         insert into identity.login_codes (owner_user_id, code_hash, expires_at) values (1, 'hash', now() + interval '5 minutes');
         insert into identity.link_codes (code_hash, owner_user_id, role, expires_at)
           values ('hash', 1, 'owner', now() + interval '5 minutes');
         insert into notifications.outbox (owner_user_id, kind, dedup_key, title, body, silent, created_at)
           values (1, 'login_code', 'a', 'Sign-in code', '123456', false, now()), (1, 'evening_report', 'b', 'Report', 'Kept', false, now());
         insert into notifications.deliveries (owner_user_id, notification_id, channel, chat_id, next_attempt_at)
           select 1, id, 'telegram', '42', now() from notifications.outbox;
         insert into chat.message (owner_user_id, direction, text) values (1, 'in', 'kept'), (1, 'in', 'a password');
         insert into chat.local_update (owner_user_id, body, handled_at)
           select 1, json_build_object('message_id', id::text), case text when 'kept' then now() end from chat.message`,
      );
      await writeOldBackup(old.url, file);
      const { rows, tables } = await restore({ url: target.url, file });
      const config = parseConfig({
        DATABASE_APP_URL: target.appUrl,
        BROKER_SECRET_KEY: TEST_KEY,
        ...NOBODY_OUTSIDE,
      });
      core = await createCore({ config, ownerUrl: target.url, log: createLog('silent') });
      const { signIn } = core.identity;
      const key = new TextEncoder().encode('the old key');
      const session = { userId: '1', sessionId: '5e551011', expiresAt: new Date(Date.now() + 3_600_000) };
      const forged = await signSessionToken(key, session);
      assert.equal(await signIn.authenticate(forged), null);
      assert.equal(
        await signIn.browserOf(await signBrowserToken(key, { userId: '1', id: 'b' }, new Date())),
        null,
      );
      assert.notEqual(await readSecret(core.database, 'session_key'), 'the old key');
      await assert.rejects(signIn.verify({ login: 'owner', code: '123456', address: '10.0.0.1' }));
      const left = await query(
        target.url,
        `select (select count(*)::int from identity.sessions) as sessions,
                (select count(*)::int from identity.login_codes) + (select count(*)::int from identity.link_codes) as codes,
                (select array_agg(body) from notifications.outbox) as notices,
                (select count(*)::int from notifications.deliveries) as deliveries,
                (select array_agg(text) from chat.message) as messages`,
      );
      assert.deepEqual(left, [
        { sessions: 0, codes: 0, notices: ['Kept'], deliveries: 1, messages: ['kept'] },
      ]);
      assert.equal(rows, 4, 'the owner, a notice, its delivery and a message were restored');
      assert.ok(tables > 30);
    } finally {
      await core?.close();
      await Promise.all([old.drop(), target.drop()]);
    }
  });

  it('is asked of every column that sounds like a secret', async () => {
    const database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const tables = await readTables(client);
      const names = tables.map(({ name }) => name);
      for (const { table } of EXCLUDED_TABLES) assert.ok(names.includes(table), `there is no table ${table}`);
      const suspects = tables
        .filter(({ name }) => includedRows(name) !== null)
        .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
        .filter((column) =>
          /secret|password|token|session|otp|pin$|nonce|hash|sealed|credential_value|[._]key$|[._]code$/.test(
            column.slice(column.indexOf('.') + 1),
          ),
        )
        .filter((column) => !/(tag|country|currency|exchange)_code$/.test(column));
      assert.deepEqual(
        suspects.filter((column) => LOOKED_AT[column] === undefined),
        [],
        'say in KEPT_OUT or in LOOKED_AT whether a backup may hold these',
      );
      assert.deepEqual(
        Object.keys(LOOKED_AT).filter((column) => !suspects.includes(column)),
        [],
        'there are no such columns any more',
      );
    } finally {
      await client.end();
      await database.drop();
    }
  });
});

/** A backup as it was made before anything was kept out of it. */
async function writeOldBackup(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select name from public.schema_migration order by id',
    );
    const header = {
      munim_backup: FORMAT,
      created_at: new Date().toISOString(),
      migrations: rows.map(({ name }) => name),
      tables: await readTables(client),
      sequences: await readSequences(client),
    };
    const parts: Buffer[] = [];
    const all = encode(
      header,
      ({ name, columns }) =>
        client.query(
          copyTo(`copy (select ${columns.map((column) => pg.escapeIdentifier(column)).join()} from ${name}
            ${name === 'platform.server_secrets' ? `where name not in ('app_role', 'app_password')` : ''}) to stdout`),
        ),
      () => undefined,
    );
    for await (const bytes of all) parts.push(bytes);
    await writeFile(file, gzipSync(Buffer.concat(parts)));
  } finally {
    await client.end();
  }
}
