import type { DbTransaction } from '../platform/index.ts';
import type { ChatLinkView, UserView } from './view.ts';

/** A code on its way to a person. */
export interface IssuedCode {
  login: string;
  code: string;
  expires_at: string;
  /** Twelve digits instead of six, since strangers have guessed at codes of this login too often. */
  is_long: boolean;
  /** When it was asked for, and where; null where the shell asked. */
  asked: { at: string; from: string } | null;
}

export interface CodeDelivery extends IssuedCode {
  userId: string;
  /** The person's own private chats with the role owner: a code must reach nobody else. */
  chats: ChatLinkView[];
}

/** Ports that signing in and out needs of other areas. */
export interface SignInPorts {
  /** Ends the notices of the browser of a session, in the transaction that signs it out. */
  endNotices(trx: DbTransaction, userId: string, sessionId: string): Promise<void>;
  /** Queues the code for the chats; false when nothing can be sent there. */
  deliverCode(delivery: CodeDelivery): Promise<boolean>;
  /** Shows it on the server's own terminal. */
  printCode(code: IssuedCode): void;
}

/** What a client shows of itself when it signs in. */
export interface SignInClient {
  /** Where it is, as limits count it. */
  address: string;
  /** A program of this machine, through no proxy: no stranger uses up what it may ask for. */
  isHere?: boolean;
  /** Value of the cookie that the last request for a code was answered with. */
  cookie?: string | null;
  /** Token of a browser in which somebody has signed in before. */
  browser?: string | null;
}

export interface SignedIn {
  user: UserView;
  token: string;
  expiresAt: Date;
  /** By which this browser is known from now on, and for how many seconds. */
  browser: { token: string; seconds: number };
}
