import type { Notifications } from '../notifications/index.ts';
import { auditedMutation } from '../audit/index.ts';
import {
  conflict,
  type Context,
  invalid,
  type DbTransaction,
  unlessReferenced,
  unlessUnique,
} from '../platform/index.ts';
import type { Vault } from './accounts/vault.ts';
import type { BrokerAdapter, Secrets } from './adapter.ts';
import type { BrokerTable } from './broker-table.ts';
import { checkedChange, checkedInput, knownBroker, rolesOf } from './connection-rules.ts';
import {
  connectionInto,
  takenAway,
  listConnections,
  readConnection,
  writeTransition,
} from './connection-store.ts';
import { type ConnectionRow, toConnectionView, usualPortfolio } from './connection-view.ts';
import { ConnectionModel } from './models.ts';
import type { PortfolioSync } from './sync/portfolio-sync.ts';
import { askedKey } from './trade-names.ts';
import type { ConnectionChange, ConnectionInput, ConnectionRole } from './inputs.ts';
import type { BrokerView, ConnectionView } from './view.ts';

/** Use-cases of connections as records: nothing here asks a broker (spec: routes of connections). */
export function createConnectionsService(
  context: Context,
  parts: {
    table: BrokerTable;
    vault: Vault;
    portfolioSync: Pick<PortfolioSync, 'nameFault' | 'forgetAsked'>;
    notifications: Pick<Notifications, 'withdrawWithin'>;
  },
) {
  const { table, vault, portfolioSync, notifications } = parts;
  const { clock, database } = context;
  const mutation = auditedMutation(context);

  async function viewOf(row: ConnectionRow): Promise<ConnectionView> {
    return toConnectionView(row, table.adapter(row.broker), await vault.openOrNull(row));
  }

  const read = async (trx: DbTransaction, id: string): Promise<ConnectionView> =>
    await viewOf(await readConnection(trx, id));

  const stateOf = ({ broker, label, role }: Pick<ConnectionModel, 'broker' | 'label' | 'role'>) => ({
    broker,
    label,
    role,
  });

  /** What is due of a connection that was just made or edited. */
  const dueNow = (adapter: BrokerAdapter, role: ConnectionRole) => ({
    next_due_at: role === 'TRADING' ? null : clock.now(),
    // A sync logs in by itself; where there is none, the maintenance loop does.
    token_due_at: role === 'TRADING' && adapter.renewal !== 'none' ? clock.now() : null,
  });

  function checkedConnection(body: unknown) {
    const input = body as ConnectionInput;
    const adapter = knownBroker(table, input.broker);
    return { ...checkedInput(adapter, input, portfolioSync), adapter, broker: input.broker };
  }

  return {
    /** What can be connected, and what each broker asks for. */
    brokers(): BrokerView[] {
      return table.all().map(({ adapter, isOn, switchedOnBy }) => ({
        broker: adapter.broker,
        title: adapter.title,
        is_on: isOn,
        switched_on_by: switchedOnBy,
        roles: rolesOf(adapter),
        fields: adapter.fields.map(({ name, label, hint, secret, required }) => ({
          name,
          label,
          hint,
          secret,
          required,
        })),
        needs_login: adapter.renewal === 'login',
        rhythm: adapter.rhythm.kind === 'daily' ? 'once a day' : `every ${adapter.rhythm.minutes} minutes`,
      }));
    },

    async list(userId: string): Promise<ConnectionView[]> {
      const rows = await database.readAsUser(userId, (trx) => listConnections(trx));
      return await Promise.all(rows.map(viewOf));
    },

    /** Connections as doors: Munim signs in at a broker by their credentials. */
    door: {
      list: async (userId: string) =>
        (await database.readAsUser(userId, (trx) => listConnections(trx))).map(
          ({ id, broker, label, created_at, last_success_at }) => ({
            id,
            name: `${label} (${table.adapter(broker).title})`,
            since: created_at,
            lastUsedAt: last_success_at,
          }),
        ),
    },

    /** @throws 404 CONNECTION_NOT_FOUND */
    async get(userId: string, id: string): Promise<ConnectionView> {
      return await database.readAsUser(userId, (trx) => read(trx, id));
    },

    /** Whether the broker asked to be left alone, and that is not over yet. */
    async isQuiet(userId: string, id: string): Promise<boolean> {
      const { quiet_until } = await database.readAsUser(userId, (trx) => readConnection(trx, id));
      return quiet_until !== null && quiet_until > clock.now();
    },

    /**
     * Keeps a new connection; nothing is asked of the broker yet, and the first sync is due at once.
     * @throws 422 VALIDATION_ERROR, 409 CONNECTION_EXISTS
     */
    create: mutation('connection.create', {
      input: checkedConnection,
      topics: ['connections'],
      async run(change, { adapter, broker, label, role, credentials, portfolio }) {
        const { now, trx, userId } = change;
        const account = adapter.account(credentials);
        const name = portfolio || usualPortfolio(adapter, account ?? label);
        const row = await taken(label, () =>
          ConnectionModel.query(trx)
            .insert({
              owner_user_id: userId,
              broker,
              label,
              role,
              account,
              portfolio_name: name,
              credential_names: Object.keys(credentials).sort(),
              state: 'PENDING',
              created_at: now,
              updated_at: now,
              ...dueNow(adapter, role),
            })
            .returning('*'),
        );
        const rival = await connectionInto(trx, name, row.id);
        if (rival !== undefined)
          throw invalid([
            {
              field: 'portfolio',
              message: `${rival.label} already syncs into ${name}. Choose another portfolio, so that the two do not overwrite each other.`,
            },
          ]);
        // The ciphertext is bound to the id, which is known only now.
        const secrets = await vault.seal(row, { credentials, session: null, _otp_session: null });
        await ConnectionModel.query(trx).findById(row.id).patch({ secrets });
        await change.record('CONNECTION_CREATED', row.id, stateOf(row));
        return await read(trx, row.id);
      },
    }),

    /**
     * Changes what is given. Other credentials end the session, and whatever is being read with the old ones is dropped.
     * @throws 404 CONNECTION_NOT_FOUND, 422 VALIDATION_ERROR, 409 CONNECTION_EXISTS
     */
    update: mutation('connection.update', {
      topics: ['connections'],
      async run(change, id: string, asked: ConnectionChange) {
        const { now, trx } = change;
        const row = await change.locked('CONNECTION', ConnectionModel, id);
        const adapter = table.adapter(row.broker);
        const before = await vault.openOrNull(row);
        const wanted = checkedChange(adapter, before?.credentials ?? null, asked);
        const label = wanted.label ?? row.label;
        const role = wanted.role ?? row.role;
        const { credentials } = wanted;
        const isReset = credentials !== undefined && !isSame(credentials, before?.credentials ?? null);
        if (label === row.label && role === row.role && !isReset) return await read(trx, id);
        const patch = { label, role, updated_at: now };
        if (role !== row.role) Object.assign(patch, dueNow(adapter, role));
        if (isReset) {
          const account = adapter.account(credentials);
          refuseOther(row, account);
          const wasUsual = row.portfolio_name === usualPortfolio(adapter, row.account ?? row.label);
          Object.assign(patch, {
            secrets: await vault.seal(row, { credentials, session: null, _otp_session: null }),
            credential_names: Object.keys(credentials).sort(),
            // One that was mistyped has no history yet.
            ...(account === row.account
              ? {}
              : {
                  account,
                  synced_until: null,
                  trades_until: null,
                  portfolio_question: null,
                  portfolio_answer: null,
                  trade_names: {},
                }),
            ...(wasUsual && row.portfolio_id === null && account !== null
              ? { portfolio_name: usualPortfolio(adapter, account) }
              : {}),
            ...afreshOf(row),
            ...dueNow(adapter, role),
          });
        }
        if ('trade_names' in patch) await portfolioSync.forgetAsked(trx, askedKey(id));
        await taken(label, async () =>
          isReset
            ? await writeTransition(trx, row, 'RENEWED', patch)
            : await ConnectionModel.query(trx).findById(id).patch(patch),
        );
        await change.record('CONNECTION_UPDATED', id, {
          ...stateOf({ broker: row.broker, label, role }),
          credentials_changed: isReset ? Object.keys(asked.credentials ?? {}).sort() : [],
        });
        return await read(trx, id);
      },
    }),

    /** Forgets the connection and its credentials; portfolios, holdings and transactions stay. @throws 404, 409 CONNECTION_IN_USE */
    remove: mutation('connection.remove', {
      topics: ['connections'],
      async run(change, id: string): Promise<void> {
        const row = await change.locked('CONNECTION', ConnectionModel, id);
        await unlessReferenced(
          () => ConnectionModel.query(change.trx).deleteById(id),
          () =>
            conflict(
              'CONNECTION_IN_USE',
              `A live policy trades over ${row.label}, so you cannot delete the connection: the policy’s books need it.`,
            ),
        );
        await portfolioSync.forgetAsked(change.trx, askedKey(id));
        // What it asked for, nobody can do any more.
        await notifications.withdrawWithin(change.trx, change.userId, 'connection_attention', {
          connection_id: id,
        });
        await change.record('CONNECTION_DELETED', id, stateOf(row));
      },
    }),
  };

  async function taken<T>(label: string, write: () => PromiseLike<T>): Promise<T> {
    return await unlessUnique(write, () =>
      conflict(
        'CONNECTION_EXISTS',
        `A connection named ${label}, or one to the same account, already exists. Edit it, or choose another name.`,
      ),
    );
  }
}

/** @throws 422 for credentials of another account than the one whose holdings are here already. */
function refuseOther(row: ConnectionModel, account: string | null): void {
  if (row.last_success_at === null || row.account === null || account === null || account === row.account)
    return;
  throw invalid([
    {
      field: 'credentials',
      message: `are for account ${account}, but this connection has synced ${row.account}. Add a separate connection for the other account.`,
    },
  ]);
}

/** As if never tried; a process that is reading with the old credentials is fenced off. */
function afreshOf(row: Pick<ConnectionModel, 'epoch'>) {
  return {
    ...takenAway(row),
    reason_code: null,
    quiet_until: null,
    quotes_refused_until: null,
    failures: 0,
    token_issued_at: null,
    token_expires_at: null,
    token_failures: 0,
  };
}

function isSame(one: Secrets, other: Secrets | null): boolean {
  const names = Object.keys(one);
  return (
    other !== null &&
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name])
  );
}

/** @throws 422 naming the field. */
export function checkedText(field: string, text: string, longest: number): string {
  const word = text.trim();
  if (word === '' || word.length > longest)
    throw invalid([{ field, message: `must have 1 to ${longest} characters.` }]);
  return word;
}
