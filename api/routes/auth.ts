import * as yup from 'yup';
import { SESSION_HOURS } from '../../core/identity/index.ts';
import { sessionCookie } from '../auth.ts';
import { type Route, route } from '../route.ts';
import { exactly, flag, text } from './schemas.ts';

const login = yup.string().trim().min(1).max(60).required('login is required.');
const user = exactly({ id: text, login: text, name: text });

export const AUTH_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/auth/request-code',
    summary: 'Ask for a sign-in code',
    description:
      'Always answers 202. A known login gets a six-digit code in its linked chat, or on the terminal of the server where no chat is linked.',
    tag: 'Sign-in',
    auth: 'none',
    body: yup.object({ login }).noUnknown(),
    status: 202,
    response: exactly({ detail: text }),
    handler: async ({ core, body, ctx }) => {
      await core.identity.signIn.requestCode({ login: body.login, address: ctx.state.address });
      return {
        detail:
          'If somebody signs in by that name, a code is on its way: to the linked chat, or to the terminal of the server where none is linked.',
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/verify',
    summary: 'Exchange a code for a session',
    description: `Sets the session cookie for ${SESSION_HOURS} hours and ends every earlier session of the user.`,
    tag: 'Sign-in',
    auth: 'none',
    body: yup.object({ login, code: yup.string().min(1).max(40).required('code is required.') }).noUnknown(),
    response: exactly({ user }),
    problems: { 401: ['INVALID_CODE'] },
    handler: async ({ core, body, ctx }) => {
      const signedIn = await core.identity.signIn.verify({ ...body, address: ctx.state.address });
      const { PUBLIC_URL: publicUrl, TRUST_PROXY: trustProxy } = core.config;
      ctx.append(
        'Set-Cookie',
        sessionCookie(ctx.req, { publicUrl, trustProxy }, signedIn.token, SESSION_HOURS * 3600),
      );
      return { user: signedIn.user };
    },
  }),
  route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End the session',
    tag: 'Sign-in',
    response: null,
    handler: async ({ core, user: principal, ctx }) => {
      await core.identity.signIn.logout(principal);
      const { PUBLIC_URL: publicUrl, TRUST_PROXY: trustProxy } = core.config;
      ctx.append('Set-Cookie', sessionCookie(ctx.req, { publicUrl, trustProxy }, null, 0));
    },
  }),
  route({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'Who is signed in',
    tag: 'Sign-in',
    response: exactly({ user, chat_linked: flag }),
    handler: async ({ core, user: { userId, login: name, name: called } }) => ({
      user: { id: userId, login: name, name: called },
      chat_linked: (await core.identity.chats.links(userId)).length > 0,
    }),
  }),
];
