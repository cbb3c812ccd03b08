import type { Core } from '../../core/assembly/index.ts';
import {
  codeRequestedView,
  codeRequestInput,
  LOGIN_CODE_MINUTES,
  meView,
  SESSION_DAYS,
  signedInId,
  openDoorsView,
  signedInView,
  signedOutView,
  signInInput,
  signOutInput,
} from '../../core/identity/index.ts';
import { ASKER_COOKIE, BROWSER_COOKIE, sessionCookie, signInCookie, signInCookies } from '../auth.ts';
import { type Route, route } from '../route.ts';

const originsOf = ({ config }: Core) => ({ publicUrl: config.PUBLIC_URL, trustProxy: config.TRUST_PROXY });

export const AUTH_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/auth/request-code',
    summary: 'Request a sign-in code',
    description:
      'Always answers 202. A known login gets a six-digit code in its linked chat, or on the server terminal if no chat is linked (twelve digits after too many wrong guesses by others). The code works with the cookie that the response sets, or without a cookie from the same address.',
    tag: 'Sign-in',
    auth: 'none',
    body: codeRequestInput,
    status: 202,
    response: codeRequestedView,
    handler: async ({ core, body, ctx }) => {
      const { signIn } = core.identity;
      const answered = signIn.drawCookie();
      // Refused or not, known login or not: the cookie tells nothing.
      const cookie = signInCookie(ctx.req, originsOf(core), ASKER_COOKIE, answered, LOGIN_CODE_MINUTES * 60);
      ctx.append('Set-Cookie', cookie);
      const { address, isHere } = ctx.state;
      await signIn.requestCode({ ...body, ...signInCookies(ctx.req), address, isHere, answered });
      return {
        detail:
          'If this login exists, a code is on its way to the linked chat, or to the server terminal if no chat is linked.',
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/verify',
    summary: 'Exchange a code for a session',
    description: `Sets the session cookie for ${SESSION_DAYS} days, which is renewed while the session is used, and ends every earlier session of the user. API tokens go on working. A second cookie marks the browser as known, so that other people’s attempts never block its code requests.`,
    tag: 'Sign-in',
    auth: 'none',
    body: signInInput,
    response: signedInView,
    problems: { 401: ['INVALID_CODE'] },
    handler: async ({ core, body, ctx }) => {
      const { address, isHere } = ctx.state;
      const { signIn } = core.identity;
      const signedIn = await signIn.verify({ ...body, ...signInCookies(ctx.req), address, isHere });
      const { token, browser } = signedIn;
      const origins = originsOf(core);
      ctx.append('Set-Cookie', sessionCookie(ctx.req, origins, token, SESSION_DAYS * 86_400));
      ctx.append(
        'Set-Cookie',
        signInCookie(ctx.req, origins, BROWSER_COOKIE, browser.token, browser.seconds),
      );
      return { user: signedIn.user };
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/logout',
    tokens: 'never',
    sample: 'own',
    repeats: 'anew',
    endsSession: true,
    summary: 'End the session',
    tag: 'Sign-in',
    response: null,
    handler: async ({ core, user: principal, ctx }) => {
      await core.identity.signIn.logout(principal);
      ctx.append('Set-Cookie', sessionCookie(ctx.req, originsOf(core), null, 0));
    },
  }),
  route({
    method: 'GET',
    path: '/api/auth/access',
    tokens: 'never',
    sample: 'own',
    summary: 'What has access to your books: browsers, chats, tokens, codes and other keys',
    tag: 'Sign-in',
    response: openDoorsView,
    handler: async ({ core, user }) => await core.identity.doors.list(user.userId, user.sessionId),
  }),
  route({
    method: 'POST',
    path: '/api/auth/sign-out-everywhere',
    tokens: 'never',
    sample: 'own',
    repeats: 'anew',
    endsSession: true,
    summary: 'End everything that has access to your books, and say what was ended',
    description:
      'Without kinds, it ends whatever GET /api/auth/access lists with signing_out ends. The session that asks stays unless here is true. Credentials at brokers and keys of model providers stay; they are ended on their own pages.',
    tag: 'Sign-in',
    body: signOutInput,
    response: signedOutView,
    handler: async ({ core, user, body, actor, ctx }) => {
      const ended = await core.identity.doors.signOut(user, body, actor);
      if (body.here === true) ctx.append('Set-Cookie', sessionCookie(ctx.req, originsOf(core), null, 0));
      return ended;
    },
  }),
  route({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'Who is signed in',
    tag: 'Sign-in',
    response: meView,
    handler: async ({ core, user }) => {
      const id = signedInId(user);
      return {
        user: { id, login: user.login, name: user.name },
        chat_linked: (await core.identity.chats.links(id)).length > 0,
        is_owner: (await core.identity.users.ensureOwner()).id === user.userId,
        shows_sample: user.sampleOf !== undefined,
      };
    },
  }),
];
