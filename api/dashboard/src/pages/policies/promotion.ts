/** What the form of “Use on paper” holds while it is edited, what it sends, and where a refusal belongs. */
import type { FieldError, PromotionInput, Run } from '../../api/types.ts';

/** A number field that is empty, or half typed, is a text. */
type Typed = number | string;

/** As the backtest has it, unless told. */
export type SweepChoice = 'AS_BACKTEST' | 'ON' | 'OFF';

export interface PromotionDraft {
  name: string;
  tag_code: string;
  initial_capital: Typed;
  sweep: SweepChoice;
  liquid_symbol: string;
  liquid_sweep_min: Typed;
  max_order_value: Typed;
  plan_expiry_hours: Typed;
  plan_price_band_pct: Typed;
  min_order_value: Typed;
  /** Ids of AI research that is kept with it. */
  dossiers: readonly string[];
  acknowledged: boolean;
  reason: string;
  another: boolean;
}

/** Letters and digits of the tag code of a policy. */
export const TAG_LENGTH = 8;
/** Characters that are no spaces in the reason for a backtest that was rejected. */
export const SHORTEST_REASON = 20;

/** A tag code out of a name that no other policy has: `MOMENTUM`, then `MOMENTU2`. */
export function suggestTag(name: string, taken: readonly string[]): string {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const base = (letters === '' ? 'POLICY' : letters).slice(0, TAG_LENGTH).padEnd(TAG_LENGTH, '0');
  const used = new Set(taken);
  let tag = base;
  for (let nr = 2; used.has(tag); nr += 1) tag = `${base.slice(0, TAG_LENGTH - String(nr).length)}${nr}`;
  return tag;
}

/** The form as it opens. The tag code follows the name until somebody types one. */
export const promotionDraft = ({
  name,
  initial_capital,
}: Pick<Run, 'name' | 'initial_capital'>): PromotionDraft => ({
  name,
  tag_code: '',
  initial_capital,
  sweep: 'AS_BACKTEST',
  liquid_symbol: '',
  liquid_sweep_min: '',
  max_order_value: '',
  plan_expiry_hours: '',
  plan_price_band_pct: '',
  min_order_value: '',
  dossiers: [],
  acknowledged: false,
  reason: '',
  another: false,
});

/** Characters that one can see: neither spaces nor what has no width. */
export const visibleLength = (text: string): number => text.match(/[^\s\p{C}]/gu)?.length ?? 0;

/** What a promotion has to be told beside its settings. */
export interface Needs {
  isRejected: boolean;
  isLinked: boolean;
}

/** Whether everything was said that this promotion needs. */
export const isConfirmed = (draft: PromotionDraft, { isRejected, isLinked }: Needs): boolean =>
  (!isRejected || (draft.acknowledged && visibleLength(draft.reason) >= SHORTEST_REASON)) &&
  (!isLinked || draft.another);

type Problems = Record<string, string>;

/** What is wrong with the settings and can be told before they are sent. */
export function settingsProblems({ name, tag_code, initial_capital }: PromotionDraft): Problems {
  return {
    ...(name.trim() === '' ? { name: 'Give the policy a name.' } : {}),
    ...(/^[A-Za-z0-9]{8}$/.test(tag_code)
      ? {}
      : { tag_code: `The tag code has ${TAG_LENGTH} letters and digits, such as MOMTOP20.` }),
    ...(initial_capital === '' || Number(initial_capital) > 0
      ? {}
      : { initial_capital: 'The capital must be above 0.' }),
  };
}

const given = <Name extends string>(name: Name, value: Typed) =>
  (value === '' ? {} : { [name]: Number(value) }) as { [key in Name]?: number };

/** The body of the request. */
export function promotionBody(draft: PromotionDraft, { isRejected, isLinked }: Needs): PromotionInput {
  const symbol = draft.liquid_symbol.trim().toUpperCase();
  const policy_overrides = {
    ...(draft.sweep === 'AS_BACKTEST' ? {} : { liquid_sweep_enabled: draft.sweep === 'ON' }),
    ...(symbol === '' ? {} : { liquid_symbol: symbol }),
    ...given('liquid_sweep_min', draft.liquid_sweep_min),
    ...given('max_order_value', draft.max_order_value),
    ...given('plan_expiry_hours', draft.plan_expiry_hours),
    ...given('plan_price_band_pct', draft.plan_price_band_pct),
    ...given('min_order_value', draft.min_order_value),
  };
  return {
    name: draft.name.trim(),
    tag_code: draft.tag_code.toUpperCase(),
    ...given('initial_capital', draft.initial_capital),
    ...(Object.keys(policy_overrides).length === 0 ? {} : { policy_overrides }),
    ...(draft.dossiers.length === 0 ? {} : { ai_research_dossier_ids: [...draft.dossiers] }),
    ...(isLinked && draft.another ? { confirm_additional_policy: true } : {}),
    ...(isRejected
      ? { rejected_confirmation: { acknowledged: draft.acknowledged, reason: draft.reason.trim() } }
      : {}),
  } as PromotionInput;
}

export const STEPS = ['Check the backtest', 'Settings', 'Confirm'] as const;
export const [CHECK, SETTINGS, CONFIRM] = [0, 1, 2] as const;
export type Step = typeof CHECK | typeof SETTINGS | typeof CONFIRM;

/** Where a refusal is to be read: at fields of a step, or as a sentence above the buttons. */
export interface Refusal {
  step: Step;
  fields: Problems;
  message: string | null;
}

/** Refusals in words of the form, where those of the server speak of its request. */
const WORDS: Readonly<Record<string, string>> = {
  IDEMPOTENCY_CONFLICT:
    'This form already created a policy, but the answer did not arrive. Look under Policies. To create another one, close this window and start again.',
  POLICY_DELETED:
    'This form already created a policy, which has since been deleted. To create a new one, close this window and start again.',
  RUN_NOT_COMPLETED: 'This backtest is not finished, so it cannot be used yet.',
  RUN_NOT_FOUND: 'This backtest has been deleted.',
};

const CONFIRM_FIELDS: Readonly<Record<string, string>> = {
  rejected_confirmation:
    'Validation rejected this backtest. Confirm that you know, and say why you use it anyway.',
  'rejected_confirmation.acknowledged': 'Tick this to go on.',
  'rejected_confirmation.reason': `The reason needs at least ${SHORTEST_REASON} characters, not counting spaces.`,
};

/** What `ApiError` tells of a refusal; status 0 is a server that was not reached. */
interface Refused extends Error {
  status: number;
  code: string;
  errors: readonly FieldError[];
}
const isRefused = (error: Error): error is Refused => 'code' in error && 'errors' in error;

/** Sorts a refusal to its place. */
export function refusalOf(error: Error): Refusal {
  const at = (step: Step, fields: Problems, message: string | null = null): Refusal => ({
    step,
    fields,
    message,
  });
  if (!isRefused(error)) return at(CONFIRM, {}, 'Try again. Nothing is created twice.');
  if (error.code === 'TAG_CODE_CONFLICT')
    return at(SETTINGS, { tag_code: 'Another policy has this tag code. Choose a different one.' });
  if (error.code === 'ADDITIONAL_POLICY_CONFIRMATION_REQUIRED')
    return at(CONFIRM, {
      another: 'A policy was already created from this backtest. Tick this to create another one.',
    });
  if (error.errors.length === 0)
    return at(
      CONFIRM,
      {},
      WORDS[error.code] ??
        (error.status === 0 ? `${error.message} Nothing is created twice.` : error.message),
    );
  const settings: Problems = {};
  const confirm: Problems = {};
  for (const { field, message } of error.errors) {
    const own = CONFIRM_FIELDS[field];
    if (own === undefined) settings[field.replace(/^policy_overrides\./, '')] = message;
    else confirm[field === 'rejected_confirmation.reason' ? 'reason' : 'acknowledged'] = own;
  }
  return Object.keys(settings).length > 0 ? at(SETTINGS, settings, error.message) : at(CONFIRM, confirm);
}

/** A key of 32 hexadecimal digits; also where the page came without TLS, which has no randomUUID. */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
