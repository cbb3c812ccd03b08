import type { IncomingHttpHeaders } from 'node:http';
import type { NewOrder, PracticeAccount } from './account.ts';
import type { PracticeOrder } from './practice-order.ts';

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer: JSON, but for text with a type of its own. */
export interface Reply {
  status: number;
  body: unknown;
  type?: string;
}

/** One broker's way to say things about the practice account. */
export interface Wire {
  broker: 'zerodha' | 'dhan';
  /** Whether this is a request to make an order. */
  isOrder(asked: Asked): boolean;
  /** The token that a request was made with; null where there is none. */
  token(asked: Asked): string | null;
  /** The order that is asked for, or the refusal of what cannot be one. */
  parse(asked: Asked): { order: NewOrder } | { refusal: Reply };
  /** Every other request. */
  answer(asked: Asked, account: PracticeAccount): Reply;
  accepted(order: PracticeOrder): Reply;
  sliced(made: readonly PracticeOrder[]): Reply;
  refusedFor(shortage: NonNullable<ReturnType<PracticeAccount['shortage']>>): Reply;
  unknownShare(): Reply;
  timedOut(): Reply;
  tooMany(): Reply;
  serverError(): Reply;
  sessionEnded(): Reply;
}

/** JSON numbers of exact text. */
export const number = (text: string): number => Number(text);

/** A text parsed as JSON; null for other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
