export { type Identity, createIdentity } from './identity-area.ts';
export { admittedUsers, PAUSED_PEOPLE, pausedPerson, SAMPLE_PEOPLE } from './admission.ts';
export { API_TOKEN_PREFIX } from './api-token-service.ts';
export {
  apiTokenInput,
  codeRequestInput,
  householdInput,
  linkCodeInput,
  partsInput,
  personInput,
  removePersonInput,
  signInInput,
  signOutInput,
} from './inputs.ts';
export { createDoors, type Door, type Doors, type DoorsService } from './doors-service.ts';
export { createPeople, type People } from './people-service.ts';
export type { ChatRole, TokenAccess } from './models.ts';
export { endAnnounced, type Principal, SAMPLE_SHOWN, signedInId } from './session-cache.ts';
export { LOGIN_CODE_MINUTES, WHY_LONG } from './login-code.ts';
export { SESSION_DAYS } from './session-token.ts';
export type { CodeDelivery, IssuedCode } from './sign-in-port.ts';
export {
  type ApiTokensView,
  apiTokensView,
  type ApiTokenView,
  type ChatLinksView,
  chatLinksView,
  type ChatLinkView,
  codeRequestedView,
  type LinkCodeView,
  linkCodeView,
  type HouseholdMember,
  partsView,
  type PartsView,
  type PeopleView,
  peopleView,
  type PersonCodeView,
  personCodeView,
  type PersonView,
  personView,
  type OpenDoorsView,
  openDoorsView,
  type OpenDoorView,
  type SignedOutView,
  signedOutView,
  type MeView,
  meView,
  type NewApiTokenView,
  newApiTokenView,
  type SignedInView,
  signedInView,
} from './view.ts';
export { createParts, type Parts } from './parts-service.ts';
export {
  OPTIONAL_PARTS,
  type OptionalPart,
  type Part,
  PART_TABLE,
  PARTS,
  partOfCommand,
  type PartUse,
} from './parts.ts';
