/** Who is signed in, and the people, chats and tokens around them. */
export type {
  ApiTokensView as ApiTokens,
  ApiTokenView as ApiToken,
  ChatLinksView as ChatLinks,
  ChatLinkView as ChatLink,
  ChatRole,
  LinkCodeView as LinkCode,
  MeView as Me,
  PartsView as Parts,
  PeopleView as People,
  PersonCodeView as PersonCode,
  PersonView as Person,
  SignedInView as SignedIn,
  NewApiTokenView as NewApiToken,
  TokenAccess,
} from '../../../../core/identity/index.ts';
export type { HouseholdView as Household } from '../../../../core/reports/index.ts';
