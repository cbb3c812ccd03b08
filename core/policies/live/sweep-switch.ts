import { raw } from 'objection';
import { auditedMutation } from '../../audit/index.ts';
import { type Actor, conflict, type Context, invalid } from '../../platform/index.ts';
import { configRules, liquidSweepOf, type StrategyConfig } from '../../strategies/index.ts';
import { sweepSwitch } from '../inputs.ts';
import { PolicyModel } from '../models.ts';
import { retired } from '../policy-store.ts';

/**
 * Gives and takes back the one permission by which a policy that trades buys something without asking. Taken back, it holds for
 * what is written and not sent too.
 */
export function createSweepSwitch(context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>) {
  const mutation = auditedMutation(context);

  const write = mutation('policy.switch_sweep', {
    topics: ['policies'],
    input: sweepSwitch,
    isSeen: ({ isChanged }: { isChanged: boolean }) => isChanged,
    async run(change, { enabled }, id: string) {
      const { trx, now } = change;
      const policy = await change.locked('POLICY', PolicyModel, id);
      if (policy.status === 'RETIRED') throw retired('change the sweep of');
      if (policy.mode !== 'LIVE')
        throw conflict(
          'POLICY_IS_PAPER',
          'A policy on paper keeps the sweep setting it was created with. You can change it once the policy is live.',
        );
      const config = { ...policy.config, liquid_sweep_enabled: enabled } as unknown as StrategyConfig;
      const before = liquidSweepOf(policy.config) !== null;
      if (before === enabled) return { isChanged: false };
      const wrong = enabled ? configRules(config).filter(({ field }) => field === 'config.universe') : [];
      if (wrong.length > 0) throw invalid(wrong);
      await PolicyModel.query(trx)
        .findById(id)
        .patch({
          // The rest stays word for word.
          config: raw('config || ?::jsonb', [JSON.stringify({ liquid_sweep_enabled: enabled })]) as never,
          updated_at: now,
        });
      await change.record('POLICY_SWEEP_SWITCHED', id, {
        name: policy.name,
        tag_code: policy.tag_code,
        symbol: liquidSweepOf({ ...config, liquid_sweep_enabled: true })?.symbol ?? null,
        enabled,
      });
      return { isChanged: true };
    },
  });

  return async (userId: string, id: string, body: unknown, actor: Actor): Promise<void> => {
    await write(userId, id, body, actor);
  };
}
