import * as yup from 'yup';
import {
  flag,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import { brokerField, MODES, strategyField, underlyingField } from '../records/index.ts';
import { reasonView } from '../envelope/index.ts';

/** What a process asks before it enters. `underlying` and `broker` narrow what it is held against. */
export const permissionQuery = yup
  .object({
    strategy: strategyField.required(),
    underlying: underlyingField.optional(),
    broker: brokerField.optional(),
  })
  .noUnknown()
  .required();
export type PermissionQuery = yup.InferType<typeof permissionQuery>;

export const permissionView = view({
  strategy: text,
  mode: oneOf(...MODES),
  may_enter: flag,
  /** Whatever was found, stable codes: what forbids the entry first. */
  reasons: listOf(reasonView),
  limits: view({
    /** 1 where the risk envelope is OPEN, 0.5 where it is THROTTLED, 0 where it is HALTED. */
    size_factor: number,
    /** Rupees that the new trade may lose at most, the factor applied; null where it is not known. */
    max_loss: numberOrNull,
    /** Rupees of margin that the entry may take at most, the buffer and the factor applied; null where it is not known. */
    margin: numberOrNull,
    /** Rupees until the limit of the day. */
    daily_loss_left: number,
    /** When the strategy may enter again after its last entry; null where it need not wait. */
    cooldown_ends_at: instantOrNull,
  }),
});
export type PermissionView = ViewOf<typeof permissionView>;
