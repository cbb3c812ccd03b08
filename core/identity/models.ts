import { Model } from 'objection';

/** A person who can sign in. */
export class UserModel extends Model {
  static override tableName = 'identity.users';
  declare id: string;
  declare login: string;
  declare name: string;
  declare created_at: Date;
  /** Neither signs in nor is answered while it is set. */
  declare paused_at: Date | null;
  /** The real person to whom this made-up one is shown; null for real people. */
  declare sample_of: string | null;
  /** Null until a made-up person has all their records. */
  declare sample_ready_at: Date | null;
}

/** A sign-in code that was asked for, and may still be valid. */
export class LoginCodeModel extends Model {
  static override tableName = 'identity.login_codes';
  static override jsonAttributes = ['tries'];
  declare id: string;
  declare owner_user_id: string;
  declare asker: string;
  declare address: string | null;
  declare code_hash: string;
  declare is_long: boolean;
  declare expires_at: Date;
  declare tries: Record<string, number>;
  declare used_at: Date | null;
  declare created_at: Date;
}

/** A signed-in browser; its id is the `jti` of the token. */
export class SessionModel extends Model {
  static override tableName = 'identity.sessions';
  declare id: string;
  declare owner_user_id: string;
  declare created_at: Date;
  declare expires_at: Date;
  declare ended_at: Date | null;
  declare ended_reason: string | null;
}

/** What a token may do: read, or also change what no person has to decide on. */
export const TOKEN_ACCESS = ['read_only', 'full'] as const;
export type TokenAccess = (typeof TOKEN_ACCESS)[number];

/** A token of a person's scripts. One that is revoked has no row. */
export class ApiTokenModel extends Model {
  static override tableName = 'identity.api_tokens';
  declare id: string;
  declare owner_user_id: string;
  declare name: string;
  declare access: TokenAccess;
  declare token_hash: string;
  declare last4: string;
  declare created_at: Date;
  declare last_used_at: Date | null;
}

export const TRANSPORTS = ['telegram', 'local'] as const;
export type Transport = (typeof TRANSPORTS)[number];
/** Everything; reading and answering plans; reading. */
export const CHAT_ROLES = ['owner', 'approver', 'viewer'] as const;
export type ChatRole = (typeof CHAT_ROLES)[number];

/** A chat, and a person in it, that belong to a user. */
export class ChatLinkModel extends Model {
  static override tableName = 'identity.chat_links';
  declare id: string;
  declare owner_user_id: string;
  declare transport: Transport;
  declare chat_id: string;
  declare chat_user_id: string | null;
  declare role: ChatRole;
  declare title: string | null;
  /** True for a link that the settings made at a start. */
  declare is_configured: boolean;
  declare created_at: Date;
  declare revoked_at: Date | null;
}

/** A code that links a chat to the user who drew it. */
export class LinkCodeModel extends Model {
  static override tableName = 'identity.link_codes';
  static override idColumn = 'code_hash';
  declare code_hash: string;
  declare owner_user_id: string;
  declare role: ChatRole;
  declare expires_at: Date;
  declare used_at: Date | null;
}
