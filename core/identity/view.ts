import {
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../platform/schema/index.ts';
import { CHAT_ROLES, TOKEN_ACCESS, TRANSPORTS } from './models.ts';
import { DOOR_KINDS } from './doors.ts';
import { PARTS } from './parts.ts';

/** A person. */
const userView = view({ id: text, login: text, name: text });
export type UserView = ViewOf<typeof userView>;

/** The answer to a right code. */
export const signedInView = view({ user: userView });
export type SignedInView = ViewOf<typeof signedInView>;

/** The answer to a request for a code, the same for every login: what to expect, in words. */
export const codeRequestedView = view({ detail: text });

/** Who is signed in. */
export const meView = view({
  user: userView,
  chat_linked: flag,
  /** The owner of the installation, who manages its people. */
  is_owner: flag,
  /** The figures are those of a made-up household. */
  shows_sample: flag,
});
export type MeView = ViewOf<typeof meView>;

/** A linked chat. */
const chatLinkView = view({
  id: text,
  transport: oneOf(...TRANSPORTS),
  chat_id: text,
  /** The person in the chat; null: the chat as a whole. */
  chat_user_id: textOrNull,
  role: oneOf(...CHAT_ROLES),
  title: textOrNull,
  created_at: instant,
});
export type ChatLinkView = ViewOf<typeof chatLinkView>;

export const chatLinksView = view({ items: listOf(chatLinkView) });
export type ChatLinksView = ViewOf<typeof chatLinksView>;

/** A code that links a chat. */
export const linkCodeView = view({
  code: text,
  role: oneOf(...CHAT_ROLES),
  expires_at: instant,
  /** Opens the chat with the code filled in; null until the bot has told its name. */
  deep_link: textOrNull,
  /** Why the code cannot be sent to a bot on Telegram at present; null where it can, or Telegram is off. */
  reason: textOrNull,
});
export type LinkCodeView = ViewOf<typeof linkCodeView>;

const shownOfToken = {
  id: text,
  name: text,
  access: oneOf(...TOKEN_ACCESS),
  last4: text,
  created_at: instant,
  /** To the minute; null until its first use. */
  last_used_at: instantOrNull,
};

/** An API token, without the token itself. */
const apiTokenView = view(shownOfToken);
export type ApiTokenView = ViewOf<typeof apiTokenView>;

export const apiTokensView = view({ items: listOf(apiTokenView) });
export type ApiTokensView = ViewOf<typeof apiTokensView>;

/** The one answer that has the token itself. */
export const newApiTokenView = view({ ...shownOfToken, token: text });
export type NewApiTokenView = ViewOf<typeof newApiTokenView>;

/** One open door of a person: a key in use, or one that can still be used. */
const openDoorView = view({
  kind: oneOf(...DOOR_KINDS),
  /** The kind in words. */
  title: text,
  id: text,
  /** Null without a name. */
  name: textOrNull,
  since: instantOrNull,
  /** Null where it was never used, or where that is not recorded. */
  last_used_at: instantOrNull,
  /** The session that asks. */
  is_current: flag,
  /** Signing out everywhere `ends` it, ends it if it is `offered` and chosen, or leaves it to its own page: `named`. */
  signing_out: oneOf('ends', 'offered', 'named'),
  /** Page of the dashboard where it can be ended alone. */
  page: text,
});
export type OpenDoorView = ViewOf<typeof openDoorView>;

export const openDoorsView = view({ items: listOf(openDoorView) });
export type OpenDoorsView = ViewOf<typeof openDoorsView>;

/** The result of signing out everywhere. */
export const signedOutView = view({ items: listOf(openDoorView), detail: text });
export type SignedOutView = ViewOf<typeof signedOutView>;

/** A person of this installation, as its owner sees them: no figure and no record of theirs. */
export const personView = view({
  id: text,
  login: text,
  name: text,
  is_owner: flag,
  created_at: instant,
  /** Null while they may sign in. */
  paused_at: instantOrNull,
  has_signed_in: flag,
  has_chat: flag,
  /** Whether they let the household see their totals. */
  in_household: flag,
});
export type PersonView = ViewOf<typeof personView>;

export const peopleView = view({ items: listOf(personView) });
export type PeopleView = ViewOf<typeof peopleView>;

/** A code for somebody's first sign-in. */
export const personCodeView = view({ login: text, code: text, expires_at: instant });
export type PersonCodeView = ViewOf<typeof personCodeView>;

/** Somebody who agreed to show their totals to the others who did. */
export interface HouseholdMember {
  id: string;
  name: string;
}

/** The parts of Munim, and which of them a person sees. */
export const partsView = view({
  /** True once the person was asked which parts they use. */
  is_asked: flag,
  parts: listOf(
    view({
      part: oneOf(...PARTS),
      title: text,
      summary: text,
      /** Addresses of its pages in the dashboard; the longest that begins a path decides. */
      pages: listOf(text),
      /** Addresses of its routes; likewise. */
      routes: listOf(text),
      is_shown: flag,
      /** True once it was offered, after the person used it while it was hidden. */
      is_offered: flag,
    }),
  ),
});
export type PartsView = ViewOf<typeof partsView>;
