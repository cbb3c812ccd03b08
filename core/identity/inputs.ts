import * as yup from 'yup';
import { CLOSABLE_KINDS } from './doors.ts';
import { CHAT_ROLES, TOKEN_ACCESS } from './models.ts';
import { OPTIONAL_PARTS } from './parts.ts';

const login = yup.string().trim().min(1).max(60).required('login is required.');

/** Asks for a sign-in code. */
export const codeRequestInput = yup.object({ login }).noUnknown();

/** Exchanges a sign-in code for a session. */
export const signInInput = yup
  .object({ login, code: yup.string().min(1).max(40).required('code is required.') })
  .noUnknown();

/** Signs out everywhere: the kinds to end, by default all that signing out ends, and whether here as well. */
export const signOutInput = yup
  .object({
    kinds: yup.array(yup.string().oneOf(CLOSABLE_KINDS).required()).max(CLOSABLE_KINDS.length).optional(),
    here: yup.boolean().optional(),
  })
  .noUnknown();

/** Asks for a code that links a chat; by default an owner's. */
export const linkCodeInput = yup.object({ role: yup.string().oneOf(CHAT_ROLES).optional() }).noUnknown();

/** Asks for an API token. */
export const apiTokenInput = yup
  .object({
    /** By which the person knows it again: the script that has it. */
    name: yup.string().trim().min(1).max(60).required(),
    access: yup.string().oneOf(TOKEN_ACCESS).required(),
  })
  .noUnknown();

/** Adds a person. */
export const personInput = yup
  .object({ login, name: yup.string().trim().min(1).max(60).optional() })
  .noUnknown();

/** Removes a person; the login is typed, so that it is certainly them. */
export const removePersonInput = yup.object({ login }).noUnknown();

/** Shows one's totals to the household, or no more. */
export const householdInput = yup.object({ agreed: yup.boolean().required() }).noUnknown();

const optionalParts = yup.array(yup.string().oneOf(OPTIONAL_PARTS).required());

/** Parts to show, or parts that were just offered. With neither, the question was skipped. */
export const partsInput = yup
  .object({ shown: optionalParts.optional(), offered: optionalParts.optional() })
  .noUnknown();
export type PartsInput = yup.InferType<typeof partsInput>;
