import * as yup from 'yup';
import { amountField, dayField, type FieldError, pageQuery, Problem } from '../platform/index.ts';
import { allocationMode, configRules, strategyConfig } from '../strategies/index.ts';
import { POLICY_ORDER_STATES, type PolicyOrderState } from './order-states.ts';
import { MODES, type Mode } from './states.ts';

/** Eight letters and digits, as the broker is sent them with every order. Small letters are made large. */
const tagCode = yup
  .string()
  .matches(/^[A-Za-z0-9]{8}$/, 'tag_code must be 8 letters and digits, such as MOMTOP20.');
const name = yup
  .string()
  .matches(/\S/, 'name must not be blank.')
  .max(80, 'name may have at most 80 characters.');
const capital = amountField('initial_capital')
  .moreThan(0, 'initial_capital must be above 0.')
  .max(1e12, 'initial_capital must be 1,000,000,000,000 or less.');

/** Refuses the whole body, whatever else is wrong with it: what is thrown here is no wrong field among others. */
const noSourceRun = yup
  .mixed()
  .nullable()
  .optional()
  .test('source_run_id', (value) => {
    if (value === undefined) return true;
    throw new Problem(
      422,
      'SOURCE_RUN_REQUIRES_PROMOTION_ENDPOINT',
      'To make a policy from a backtest, use POST /api/research/runs/{run_id}/promote-to-paper. Otherwise omit source_run_id.',
    );
  })
  .meta({
    json: { not: {}, description: 'Always refused: a backtest is promoted at its own address.' },
  } as never);

/** Body of a policy on paper. */
export const policyInput = yup
  .object({
    name: name.required('name is required.'),
    tag_code: tagCode.required('tag_code is required: 8 letters and digits of your choice.'),
    initial_capital: capital.required('initial_capital is required: rupees to begin with.'),
    config: strategyConfig.required('config is required: the strategy and what it trades in.'),
    allocation_mode: allocationMode.optional(),
    /** Every policy begins on paper. */
    mode: yup
      .mixed<'PAPER'>()
      .oneOf(['PAPER'], 'mode must be PAPER: every policy begins on paper.')
      .optional(),
    source_run_id: noSourceRun,
  })
  .noUnknown();
export type PolicyInput = yup.InferType<typeof policyInput>;

export function policyRules({ config }: PolicyInput): FieldError[] {
  return configRules(config);
}

/** What a promotion may change of the stored config. */
const policyOverrides = yup
  .object({
    liquid_sweep_enabled: yup.boolean().optional(),
    liquid_symbol: yup
      .string()
      .matches(/^[A-Z0-9][A-Z0-9&.:_^-]{0,63}$/, 'liquid_symbol must be a symbol such as LIQUIDCASE.')
      .optional(),
    liquid_sweep_min: amountField('liquid_sweep_min')
      .min(0, 'liquid_sweep_min must be 0 or more.')
      .optional(),
    max_order_value: amountField('max_order_value')
      .moreThan(0, 'max_order_value must be above 0.')
      .optional(),
    plan_expiry_hours: yup
      .number()
      .typeError('plan_expiry_hours must be a number of hours.')
      .moreThan(0, 'plan_expiry_hours must be above 0.')
      .max(720, 'plan_expiry_hours must be 720 or less.')
      .optional(),
    plan_price_band_pct: yup
      .number()
      .typeError('plan_price_band_pct must be a number of percentage points.')
      .moreThan(0, 'plan_price_band_pct must be above 0.')
      .max(100, 'plan_price_band_pct must be 100 or less.')
      .optional(),
    min_order_value: amountField('min_order_value').min(0, 'min_order_value must be 0 or more.').optional(),
  })
  .noUnknown();
export type PolicyOverrides = yup.InferType<typeof policyOverrides>;

/** So many characters that are no spaces a person gives for promoting what validation rejected. */
export const SHORTEST_REASON = 20;

const MOST_DOSSIERS = 20;

/** Dossiers of AI research that a person puts beside a promotion: provenance alone, which decides nothing. */
const dossierIds = yup
  .array()
  .of(
    yup
      .string()
      .matches(/^ai-\d{1,18}$/, 'ai_research_dossier_ids must be ids of AI research, such as ai-12.')
      .required('ai_research_dossier_ids must not hold empty ids.'),
  )
  .max(MOST_DOSSIERS, `ai_research_dossier_ids may name at most ${MOST_DOSSIERS} dossiers.`)
  .test(
    'unique',
    'ai_research_dossier_ids must name each dossier once.',
    (ids) => ids === undefined || new Set(ids).size === ids.length,
  );

/** Body of a promotion (spec: promote-to-paper). */
export const promotionInput = yup
  .object({
    tag_code: tagCode.required('tag_code is required: 8 letters and digits of your choice.'),
    name: name.required('name is required.'),
    initial_capital: capital.optional(),
    policy_overrides: policyOverrides.optional().default(undefined),
    allocation_mode: allocationMode.optional(),
    confirm_additional_policy: yup.boolean().optional(),
    ai_research_dossier_ids: dossierIds.optional(),
    rejected_confirmation: yup
      .object({
        acknowledged: yup.boolean().required('acknowledged is required.'),
        reason: yup
          .string()
          .max(2000, 'reason may have at most 2000 characters.')
          .required('reason is required.'),
      })
      .noUnknown()
      .optional()
      .default(undefined),
  })
  .noUnknown();
export type PromotionInput = yup.InferType<typeof promotionInput>;

const mode = yup.mixed<Mode>().oneOf([...MODES], `mode must be one of ${MODES.join(', ')}.`);
/** PAPER unless told, as every read of a policy's books. */
export const modeQuery = yup.object({ mode: mode.optional() }).noUnknown();
export type ModeQuery = yup.InferType<typeof modeQuery>;
export const ledgerPageQuery = yup.object({ ...pageQuery, mode: mode.optional() }).noUnknown();
export type LedgerPageQuery = yup.InferType<typeof ledgerPageQuery>;
export const policyOrdersQuery = yup
  .object({
    ...pageQuery,
    mode: mode.optional(),
    /** Those of the cycle of this day. */
    date: dayField.optional(),
    state: yup
      .mixed<PolicyOrderState>()
      .oneOf([...POLICY_ORDER_STATES])
      .optional(),
  })
  .noUnknown();
export type PolicyOrdersQuery = yup.InferType<typeof policyOrdersQuery>;
export const signalsQuery = yup
  .object({ ...pageQuery, mode: mode.optional(), date: dayField.optional() })
  .noUnknown();
export type SignalsQuery = yup.InferType<typeof signalsQuery>;
export const policyHoldingsQuery = yup
  .object({ ...pageQuery, mode: mode.optional(), date: dayField.optional(), live: yup.boolean().optional() })
  .noUnknown();
export type PolicyHoldingsQuery = yup.InferType<typeof policyHoldingsQuery>;

const reason = yup.string().max(500, 'reason may have at most 500 characters.');
/** Body of an approval; without a digest it is of the plan as it is. */
export const planApproval = yup
  .object({
    digest: yup
      .string()
      .matches(/^[0-9a-f]{64}$/, 'digest must be the digest of the plan that you looked at.')
      .optional(),
    excluded_order_ids: yup
      .array(yup.string().required())
      .max(1000, 'excluded_order_ids may have at most 1000 orders.')
      .optional(),
    /** The words of the plan's `confirmation`, typed by the person. */
    confirmation: yup.string().max(50, 'confirmation may have at most 50 characters.').optional(),
  })
  .noUnknown();
export type PlanApproval = yup.InferType<typeof planApproval>;
export const planRejection = yup.object({ reason: reason.optional() }).noUnknown();

/** Body of going live: over which connection, and with how many rupees of its own. */
export const goLiveInput = yup
  .object({
    broker_connection_id: yup
      .string()
      .required('broker_connection_id is required: the connection to trade over.'),
    capital: amountField('capital')
      .moreThan(0, 'capital must be above 0.')
      .max(1e12, 'capital must be 1,000,000,000,000 or less.')
      .required('capital is required: rupees that the policy may use.'),
    /** LIMIT within a band around the last close unless told. */
    order_kind: yup
      .mixed<'LIMIT' | 'MARKET'>()
      .oneOf(['LIMIT', 'MARKET'], 'order_kind must be LIMIT or MARKET.')
      .optional(),
  })
  .noUnknown();
export type GoLiveInput = yup.InferType<typeof goLiveInput>;

/** What is typed before orders are sent again. */
export const RESUME_WORDS = 'resume trading';
export const resumeInput = yup
  .object({ confirmation: yup.string().required(`confirmation is required: type "${RESUME_WORDS}".`) })
  .noUnknown();

/** Rupees of purchases and sales above which a plan is approved by typing; 0 for every plan. */
export const approvalLimitInput = yup
  .object({
    confirm_above: amountField('confirm_above')
      .min(0, 'confirm_above must be 0 or more.')
      .max(1e12, 'confirm_above must be 1,000,000,000,000 or less.')
      .required('confirm_above is required: rupees above which the tag code of a policy is typed.'),
  })
  .noUnknown();

/** What a person found out about an order that the broker's book did not show. */
export const settlementInput = yup
  .object({
    settlement: yup
      .mixed<'ADOPTED' | 'MARKED_ABSENT' | 'SENT_AGAIN'>()
      .oneOf(
        ['ADOPTED', 'MARKED_ABSENT', 'SENT_AGAIN'],
        'settlement must be ADOPTED, MARKED_ABSENT or SENT_AGAIN.',
      )
      .required('settlement is required: ADOPTED, MARKED_ABSENT or SENT_AGAIN.'),
    /** Of ADOPTED: what was filled, as the broker's contract note says. */
    filled_quantity: amountField('filled_quantity')
      .moreThan(0, 'filled_quantity must be above 0.')
      .optional(),
    average_price: amountField('average_price').moreThan(0, 'average_price must be above 0.').optional(),
    reason: reason
      .required('reason is required: what you found out.')
      .matches(/\S/, 'reason must not be blank.'),
  })
  .noUnknown();
export type SettlementInput = yup.InferType<typeof settlementInput>;
/** Whether a policy that trades may buy its liquid fund with spare cash without asking. */
export const sweepSwitch = yup
  .object({
    enabled: yup
      .boolean()
      .typeError('enabled must be true or false.')
      .required('enabled is required: true or false.'),
  })
  .noUnknown();
export const differenceSettlement = yup
  .object({
    reason: reason
      .required('reason is required: what you found out.')
      .matches(/\S/, 'reason must not be blank.'),
  })
  .noUnknown();
export const differencesQuery = yup.object({ ...pageQuery, open: yup.boolean().optional() }).noUnknown();
/** Which plans: those of one policy, and with `open` those that wait for a person or are not over yet. */
export const plansQuery = yup
  .object({
    ...pageQuery,
    policy_id: yup.string().max(20, 'policy_id must be the id of a policy.').optional(),
    open: yup.boolean().optional(),
  })
  .noUnknown();
export type PlansQuery = yup.InferType<typeof plansQuery>;
const planOnly = { plan_id: yup.string().max(20, 'plan_id must be the id of a plan.').optional() };
export const orderEventsQuery = yup.object({ ...pageQuery, ...planOnly }).noUnknown();
export const orderEventsFileQuery = yup.object(planOnly).noUnknown();
