import { type Actor, type Context, Problem } from '../../platform/index.ts';
import type { Mode } from '../records/index.ts';
import { type OptionsStore, type Workspace, writeAudit } from '../store/index.ts';
import { LIVE_MARGIN_BUFFER_PCT, type Limits, limitsOf, usualLimits } from './limits.ts';
import type { SettingsInput, SettingsView } from './settings-shape.ts';

/** The limits of a person's workspace. */
export interface Settings {
  /** @throws Problem 503 OPTIONS_UNAVAILABLE */
  read(userId: string): Promise<SettingsView>;
  /**
   * Sets the limits that are given.
   * @throws Problem 409 MODE_NOT_A_SETTING: it would change the mode of a strategy (portfolio/Go-live state machine)
   */
  update(userId: string, input: SettingsInput, actor: Actor): Promise<SettingsView>;
}

/** @param afterwards what follows from other limits, in the same change */
export function createSettings(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  store: OptionsStore,
  afterwards: (workspace: Workspace, now: Date) => Promise<void>,
): Settings {
  const capital = config.PHASE1_CAPITAL;
  return {
    read: async (userId) => await store.read(userId, async (workspace) => await readView(workspace, capital)),
    update: async (userId, input, actor) =>
      await store.change(userId, async (workspace) => {
        const { dry_run, mode, strategies: given = [], ...limits } = input;
        const modes = await readModes(workspace);
        refuseModes({ dry_run, mode, given }, modes);
        const now = clock.now();
        const before = await readStored(workspace);
        const [was, will] = [limitsOf(before, capital), { ...limitsOf(before, capital), ...limits }];
        const changed = (Object.keys(was) as (keyof Limits)[]).filter((name) => was[name] !== will[name]);
        if (changed.length > 0) {
          const kept = { ...(JSON.parse(before ?? '{}') as object), ...limits };
          await workspace.insert(
            'workspace_settings',
            [{ settings_json: JSON.stringify(kept), updated_at: now.toISOString() }],
            { key: [], columns: ['settings_json', 'updated_at'] },
          );
          const evidence = Object.fromEntries(
            changed.map((name) => [name, { before: was[name], after: will[name] }]),
          );
          await writeAudit(
            workspace,
            { actor: actor.actor, action: 'SETTINGS_CHANGED', subject: 'limits', reason: null, evidence },
            now,
          );
          await afterwards(workspace, now);
        }
        return await readView(workspace, capital);
      }),
  };
}

type ModeRow = { strategy: string; mode: Mode };

const readModes = async (workspace: Workspace): Promise<ModeRow[]> =>
  await workspace.rows<ModeRow>('go_live').orderBy('strategy').select('strategy', 'mode');

async function readStored(workspace: Workspace): Promise<string | null> {
  const row = await workspace
    .rows<{ settings_json: string }>('workspace_settings')
    .first<{ settings_json: string } | undefined>('settings_json');
  return row?.settings_json ?? null;
}

async function readView(workspace: Workspace, capital: number): Promise<SettingsView> {
  const limits = limitsOf(await readStored(workspace), capital);
  const modes = await readModes(workspace);
  // Only what the view has, in its order.
  return {
    ...(Object.fromEntries(
      Object.keys(usualLimits(capital)).map((name) => [name, limits[name as keyof Limits]]),
    ) as unknown as Limits),
    live_margin_buffer_pct: LIVE_MARGIN_BUFFER_PCT,
    capital,
    strategies: modes.map(({ strategy, mode }) => ({ strategy, mode, dry_run: mode === 'DRY_RUN' })),
  };
}

/** A strategy that has no row is in its dry run. */
function refuseModes(
  {
    dry_run,
    mode,
    given,
  }: { dry_run?: boolean; mode?: Mode; given: NonNullable<SettingsInput['strategies']> },
  known: readonly ModeRow[],
): void {
  const modeOf = (strategy: string): Mode =>
    known.find((one) => one.strategy === strategy)?.mode ?? 'DRY_RUN';
  for (const one of given) refuseMode(one.strategy, modeOf(one.strategy), one);
  // What names no strategy is about all of them, those of tomorrow too.
  for (const { strategy, mode: now } of [...known, { strategy: 'any strategy', mode: 'DRY_RUN' as const }])
    refuseMode(strategy, now, { dry_run, mode });
}

function refuseMode(strategy: string, now: Mode, wanted: { dry_run?: boolean; mode?: Mode }): void {
  const isLeaving =
    (wanted.dry_run === false && now === 'DRY_RUN') || (wanted.mode !== undefined && wanted.mode !== now);
  const isReturning = wanted.dry_run === true && now !== 'DRY_RUN';
  if (!isLeaving && !isReturning) return;
  throw new Problem(
    409,
    'MODE_NOT_A_SETTING',
    `A setting cannot change the mode of a strategy (${strategy} is in ${now}), and nothing was saved. Promote it step by step with /promote, or take it back to its dry run with /revert.`,
  );
}
