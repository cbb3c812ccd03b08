import { address, http, type Progress } from '../client.ts';
import type {
  ApiTokens,
  Backups,
  Calendars,
  Capacity,
  CheckUp,
  BrokerChoices,
  Browser,
  BrowserInput,
  BrowserPush,
  Browsers,
  BrowserTest,
  ChatCommands,
  ChatLinks,
  ChatMessages,
  ChatRole,
  ChatSettings,
  Connection,
  ConnectionChange,
  ConnectionInput,
  Household,
  LinkCode,
  Me,
  NewApiToken,
  NotificationPage,
  NotificationQuery,
  NotificationSettings,
  NotificationSettingsInput,
  OpenDoor,
  OpenDoors,
  OtpResend,
  People,
  Person,
  PersonCode,
  SignedIn,
  SignedOut,
  SyncOutcome,
  TokenAccess,
} from '../types.ts';
import { at, rows } from './rows.ts';

/** Who is signed in, and the ways in and out of Munim. */
export const ACCOUNT = {
  auth: {
    requestCode: (login: string) => http.post<void>('/api/auth/request-code', { login }),
    verify: (login: string, code: string) => http.post<SignedIn>('/api/auth/verify', { login, code }),
    logout: () => http.post<void>('/api/auth/logout'),
    access: () => http.get<OpenDoors>('/api/auth/access'),
    signOutEverywhere: (body: { kinds: OpenDoor['kind'][]; here: boolean }) =>
      http.post<SignedOut>('/api/auth/sign-out-everywhere', body),
    me: () => http.get<Me>('/api/auth/me'),
  },
  tokens: {
    list: () => http.get<ApiTokens>('/api/tokens'),
    create: (body: { name: string; access: TokenAccess }) => http.post<NewApiToken>('/api/tokens', body),
    revoke: (id: string) => http.delete(at`/api/tokens/${id}`),
  },
  people: {
    list: () => http.get<People>('/api/people'),
    add: (body: { login: string; name?: string }) => http.post<Person>('/api/people', body),
    code: (id: string) => http.post<PersonCode>(at`/api/people/${id}/code`),
    pause: (id: string) => http.post<Person>(at`/api/people/${id}/pause`),
    resume: (id: string) => http.post<Person>(at`/api/people/${id}/resume`),
    remove: (id: string, login: string) => http.post<void>(at`/api/people/${id}/remove`, { login }),
    household: () => http.get<Household>('/api/household'),
    agree: (agreed: boolean) => http.put<Household>('/api/household', { agreed }),
  },
  sample: {
    show: () => http.post<void>('/api/sample'),
    /** @param entries `remove` deletes the person's own entries in it as well */
    remove: (entries?: 'remove') => http.delete(address('/api/sample', { entries })),
  },
  connections: {
    ...rows<Connection, ConnectionInput, ConnectionChange>('/api/portfolio/connections'),
    brokers: () => http.get<BrokerChoices>('/api/portfolio/connections/brokers'),
    sync: (id: string) => http.post<SyncOutcome>(at`/api/portfolio/connections/${id}/sync`),
    login: (id: string, request_token: string) =>
      http.post<Connection>(at`/api/portfolio/connections/${id}/login`, { request_token }),
    verifyOtp: (id: string, otp: string) =>
      http.post<Connection>(at`/api/portfolio/connections/${id}/otp`, { otp }),
    choosePortfolio: (id: string, portfolio_id: string | null) =>
      http.post<Connection>(at`/api/portfolio/connections/${id}/portfolio`, { portfolio_id }),
    answerTradeName: (id: string, body: { name: string; symbol: string | null }) =>
      http.post<Connection>(at`/api/portfolio/connections/${id}/trade-names`, body),
    resendOtp: (id: string) => http.post<OtpResend>(at`/api/portfolio/connections/${id}/otp/resend`),
  },
  backups: { read: () => http.get<Backups>('/api/backups') },
  calendars: { read: () => http.get<Calendars>('/api/portfolio/market-data/calendars') },
  checkUp: { read: () => http.get<CheckUp>('/api/server/check-up') },
  capacity: { read: () => http.get<Capacity>('/api/server/capacity') },
  notifications: {
    list: (query: NotificationQuery) => http.get<NotificationPage>('/api/notifications', query),
    markRead: (id: string) => http.post<void>(at`/api/notifications/${id}/read`),
    markAllRead: () => http.post<void>('/api/notifications/read-all'),
    settings: () => http.get<NotificationSettings>('/api/notifications/settings'),
    saveSettings: (body: NotificationSettingsInput) =>
      http.put<NotificationSettings>('/api/notifications/settings', body),
    webPush: () => http.get<BrowserPush>('/api/notifications/web-push'),
    browsers: () => http.get<Browsers>('/api/notifications/browsers'),
    addBrowser: (body: BrowserInput) => http.post<Browser>('/api/notifications/browsers', body),
    removeBrowser: (id: string) => http.delete(at`/api/notifications/browsers/${id}`),
    testBrowser: (id: string) => http.post<BrowserTest>(at`/api/notifications/browsers/${id}/test`),
  },
  chat: {
    messages: (before?: string) => http.get<ChatMessages>('/api/chat/messages', { before, limit: 50 }),
    say: (text: string) => http.post<void>('/api/chat/messages', { text }),
    press: (data: string) => http.post<void>('/api/chat/callbacks', { data }),
    commands: () => http.get<ChatCommands>('/api/chat/commands'),
    sendFile: (form: FormData, progress: Progress) =>
      http.upload<void>('/api/chat/attachments', form, progress),
    attachment: (id: string) => at`/api/chat/attachments/${id}`,
    linkCode: (role: ChatRole) => http.post<LinkCode>('/api/chat/link-codes', { role }),
    links: () => http.get<ChatLinks>('/api/chat/links'),
    revokeLink: (id: string) => http.delete(at`/api/chat/links/${id}`),
    settings: () => http.get<ChatSettings>('/api/chat/settings'),
    saveSettings: (body: ChatSettings) => http.put<ChatSettings>('/api/chat/settings', body),
  },
};
