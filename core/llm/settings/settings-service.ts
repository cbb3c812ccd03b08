import { auditedMutation, type AuditedChange } from '../../audit/index.ts';
import { type Actor, type Context, invalid, parseInput } from '../../platform/index.ts';
import { createKeyring } from '../../platform/keyring/index.ts';
import type { ProviderId } from '../port/index.ts';
import { type Choice, seededRow, toChoice } from './choice.ts';
import { settingsErrors, type SettingsInput, settingsInput } from './inputs.ts';
import {
  type ApiKeys,
  HTTP_PROVIDERS,
  type HttpProviderId,
  OPEN_PROVIDERS,
  openKeys,
  sealKeys,
} from './keys.ts';
import { ProviderSettingsModel } from './models.ts';

/** A person's providers of models, kept in one row each. */
export interface ProviderChoices {
  /** @returns the choice with its keys in the clear; the first time, the row is made */
  read(this: void, userId: string): Promise<Choice>;
  /**
   * @param recipientsOf who would get records by a choice, which the person agrees to with `agrees`
   * @throws Problem 422 VALIDATION_ERROR
   */
  update(
    this: void,
    userId: string,
    body: unknown,
    actor: Actor,
    recipientsOf: (choice: Choice) => readonly string[],
  ): Promise<Choice>;
  /** Forgets all that was chosen, keys included. Amounts that are left out stay left out. */
  reset(this: void, userId: string, actor: Actor): Promise<void>;
}

export function createProviderChoices(context: Context): ProviderChoices {
  const { config, database } = context;
  const keyring = createKeyring(config);
  const mutation = auditedMutation(context);

  const read: ProviderChoices['read'] = async (userId) =>
    await toChoice(keyring, await database.asUser(userId, async (trx) => await seededRow(trx, userId)));

  async function locked(change: AuditedChange): Promise<ProviderSettingsModel> {
    await seededRow(change.trx, change.userId);
    // The lock comes before the encryption: a rotation of the key that runs meanwhile is then over.
    return await change.locked('PROVIDER_SETTINGS', ProviderSettingsModel, change.userId);
  }

  const save = mutation('provider_settings.update', {
    topics: ['settings'],
    async run(change, { input, recipientsOf }: Update): Promise<null> {
      const row = await locked(change);
      const before = await openKeys(keyring, change.userId, row.api_keys);
      refuseMovedKeys(row, before, input);
      const keys = keysAfter(before, input);
      const failover = failoverAfter(row, input);
      const urls = merged(row.base_urls, input.base_urls);
      await ProviderSettingsModel.query(change.trx)
        .findById(change.userId)
        .patch({
          preferred_provider: input.preferred_provider ?? row.preferred_provider,
          failover,
          gateway_model: input.gateway_model === undefined ? row.gateway_model : input.gateway_model,
          base_urls: urls,
          models: merged(row.models, input.models),
          ...privacyAfter(row, input),
          // What is let be sent chooses no provider.
          ...(choosesProviders(input) ? { chosen_at: change.now } : {}),
          updated_at: change.now,
          // Keys that cannot be opened stay as they are until one is entered anew.
          ...(input.api_keys === undefined ? {} : { api_keys: await sealKeys(keyring, change.userId, keys) }),
        });
      const after = await toChoice(keyring, await seededRow(change.trx, change.userId));
      const agreed_to =
        input.agrees === undefined ? row.agreed_to : input.agrees ? [...recipientsOf(after)] : [];
      await ProviderSettingsModel.query(change.trx).findById(change.userId).patch({ agreed_to });
      const given = Object.entries(input.api_keys ?? {});
      await change.record('AI_PROVIDERS_CHANGED', change.userId, {
        preferred_provider: input.preferred_provider ?? row.preferred_provider,
        failover,
        keys_set: given.flatMap(([id, key]) => (typeof key === 'string' ? [id] : [])),
        keys_removed: given.flatMap(([id, key]) => (key === null ? [id] : [])),
        gateway_model: input.gateway_model === undefined ? row.gateway_model : input.gateway_model,
        base_urls: urls,
        leave_out_amounts: after.leavesOutAmounts,
        agreed_to,
      });
      return null;
    },
  });

  const reset = mutation('provider_settings.reset', {
    topics: ['settings'],
    async run(change): Promise<null> {
      const { leaves_out_amounts } = await locked(change);
      await ProviderSettingsModel.query(change.trx).deleteById(change.userId);
      if (leaves_out_amounts)
        await ProviderSettingsModel.query(change.trx).insert({
          owner_user_id: change.userId,
          leaves_out_amounts,
        });
      await change.record('AI_PROVIDERS_RESET', change.userId, {});
      return null;
    },
  });

  return {
    read,
    async update(userId, body, actor, recipientsOf) {
      const input = parseInput(settingsInput, body, (given) =>
        settingsErrors(given, config.LLM_PERSON_BASE_URLS),
      );
      await save(userId, { input, recipientsOf }, actor);
      return await read(userId);
    },
    async reset(userId, actor) {
      await reset(userId, actor);
    },
  };
}

interface Update {
  input: SettingsInput;
  recipientsOf: (choice: Choice) => readonly string[];
}

const choosesProviders = ({ leave_out_amounts: _amounts, agrees: _agrees, ...providers }: SettingsInput) =>
  Object.values(providers).some((value) => value !== undefined);

const privacyAfter = (row: ProviderSettingsModel, { leave_out_amounts }: SettingsInput) => ({
  leaves_out_amounts: leave_out_amounts ?? row.leaves_out_amounts,
});

/**
 * A key belongs to the address that it was entered for: whoever gets hold of a session must not have it sent elsewhere. With
 * a new address the key comes again, or goes.
 */
function refuseMovedKeys(row: ProviderSettingsModel, keys: ApiKeys | null, input: SettingsInput): void {
  const moved = OPEN_PROVIDERS.filter((id) => {
    const url = input.base_urls?.[id];
    if (url === undefined || (url ?? undefined) === row.base_urls[id]) return false;
    const hasKey = keys === null || keys[id] !== undefined;
    return hasKey && input.api_keys?.[id] === undefined;
  });
  if (moved.length > 0)
    throw invalid(
      moved.map((id) => ({
        field: `api_keys.${id}`,
        message: 'must be entered again for the new address, or be null to remove it.',
      })),
    );
}

function keysAfter(before: ApiKeys | null, input: SettingsInput): ApiKeys {
  const keys = { ...before };
  for (const id of HTTP_PROVIDERS) {
    const given = input.api_keys?.[id];
    if (given === null) delete keys[id];
    else if (given !== undefined) keys[id] = given;
  }
  return keys;
}

/** A provider whose key is entered joins the end of the order, unless an order comes with it: nobody enters a key for nothing. */
function failoverAfter(row: ProviderSettingsModel, input: SettingsInput): ProviderId[] {
  if (input.failover !== undefined) return [...input.failover];
  const preferred = input.preferred_provider ?? row.preferred_provider;
  const joined = HTTP_PROVIDERS.filter(
    (id: HttpProviderId) =>
      typeof input.api_keys?.[id] === 'string' && id !== preferred && !row.failover.includes(id),
  );
  return [...row.failover, ...joined];
}

function merged(
  before: Record<string, string>,
  given: Record<string, string | null | undefined> | undefined,
): Record<string, string> {
  const after = { ...before };
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === null) delete after[name];
    else if (value !== undefined) after[name] = value;
  }
  return after;
}
