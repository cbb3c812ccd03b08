import { conflict, type Context, invalid, lockWithin, notFound } from '../platform/index.ts';
import { admittedUsers } from './admission.ts';
import { normalLogin } from './login-code.ts';
import { UserModel } from './models.ts';
import type { UserView } from './view.ts';

export function toUserView(user: UserModel): UserView {
  return { id: user.id, login: user.login, name: user.name };
}

export function createUsers({ config, database, log }: Context) {
  return {
    /**
     * The installation's owner: the first user, created under OWNER_LOGIN by the first start. A later change of
     * OWNER_LOGIN renames nobody; it is only pointed out.
     */
    async ensureOwner(): Promise<UserView> {
      return await database.asSystem('the owner of the installation', async (trx) => {
        // Two first starts must not create two owners.
        await lockWithin(trx, { kind: 'owner' });
        const first = await UserModel.query(trx).orderBy('id').limit(1).first();
        if (first !== undefined) {
          const known =
            first.login === config.OWNER_LOGIN ||
            (await UserModel.query(trx).findOne({ login: config.OWNER_LOGIN }));
          if (!known)
            log.warn(
              { login: first.login },
              `OWNER_LOGIN matches no user; the owner signs in as "${first.login}"`,
            );
          return toUserView(first);
        }
        const name = config.OWNER_LOGIN.charAt(0).toUpperCase() + config.OWNER_LOGIN.slice(1);
        return toUserView(
          await UserModel.query(trx).insert({ login: config.OWNER_LOGIN, name }).returning('*'),
        );
      });
    },

    /** Adds a person. @throws Problem 409 LOGIN_TAKEN, 422 for a login that is not one. */
    async create(login: string, name: string): Promise<UserView> {
      const wanted = normalLogin(login);
      if (!/^[a-z0-9._-]{2,40}$/.test(wanted)) {
        throw invalid([
          { field: 'login', message: 'Use 2 to 40 letters, digits, dots, dashes or underscores.' },
        ]);
      }
      return await database.asSystem('add a person', async (trx) => {
        const { rows } = await trx.raw<{ rows: UserView[] }>(
          'insert into identity.users (login, name) values (?, ?) on conflict (login) do nothing returning id, login, name',
          [wanted, name.trim() || wanted],
        );
        if (rows[0] === undefined)
          throw conflict('LOGIN_TAKEN', `The login "${wanted}" is taken. Choose another.`);
        return rows[0];
      });
    },

    /** Everybody who is not paused, oldest first: what per-person jobs walk over. */
    async list(): Promise<UserView[]> {
      return await database.readAsSystem('list all people', async (trx) =>
        (await admittedUsers(trx).orderBy('id')).map(toUserView),
      );
    },

    /** Number of people who are not paused. */
    async count(): Promise<number> {
      return await database.readAsSystem('count all people', (trx) => admittedUsers(trx).resultSize());
    },

    /** @throws Problem 404 USER_NOT_FOUND */
    async byId(userId: string): Promise<UserView> {
      const user = await database.readAsUser(userId, (trx) => UserModel.query(trx).findById(userId));
      if (user === undefined) throw notFound('USER');
      return toUserView(user);
    },
  };
}

export type Users = ReturnType<typeof createUsers>;
