/** Who is signed in, and the people, chats and tokens around them. */
export type {
  ApiTokensView as ApiTokens,
  ApiTokenView as ApiToken,
  ChatLinksView as ChatLinks,
  ChatLinkView as ChatLink,
  ChatRole,
  LinkCodeView as LinkCode,
  MeView as Me,
  OpenDoorsView as OpenDoors,
  OpenDoorView as OpenDoor,
  PartsView as Parts,
  PeopleView as People,
  PersonCodeView as PersonCode,
  PersonView as Person,
  SignedInView as SignedIn,
  NewApiTokenView as NewApiToken,
  SignedOutView as SignedOut,
  TokenAccess,
} from '../../../../core/identity/index.ts';
export type { HouseholdView as Household } from '../../../../core/reports/index.ts';
