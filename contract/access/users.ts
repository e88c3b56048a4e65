import { z } from 'zod'
import { countedPage, countedPaging, endpoint, may } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { revision } from '#contract/revisions.ts'
import { needed } from '#contract/words/needed.ts'
import { isOneLine, nameInOneLine } from '#contract/words/one-line.ts'

const access = may('User.Management')
const path = '/api/cherrypay/v1/{businessId}/user'

/**
 * Queued: on its way. Kept: no way of sending e-mails is set up. Opened: its link was followed, but nothing done with it yet.
 * Late: its link has ended.
 */
export const Invitation = z.object({
  State: z.enum(['Queued', 'Sent', 'Kept', 'Failed', 'Opened', 'Late']),
  /** Why it failed, or was not delivered so far. */
  Reason: z.string().nullable(),
  SentDate: z.iso.datetime().nullable(),
  ExpiryDate: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

export const User = z.object({
  Uid: z.string(),
  Email: z.string(),
  DisplayName: z.string(),
  CustomClaims: z.object({
    cherryPayRole: z.string().nullable(),
    /** Venue numbers, comma-separated; empty means all venues. */
    cherryPayAuthorisedVenues: z.string(),
  }),
  IsDisabled: z.boolean(),
  /** True until the user has set a password or linked an account. */
  IsInvited: z.boolean(),
  LastSignIn: z.iso.datetime().nullable(),
  SignsInWith: z.enum(['Password', 'Microsoft', 'Passkey', 'Invited']),
  /** How the invitation fares, while the user is invited; null also where that is not known. */
  Invitation: Invitation.nullable(),
  /** Whether the user is signed out 8 hours after they signed in. */
  AutoLogOut: z.boolean(),
  /** Whether they show a passkey or a code beside the password. */
  HasSecondFactor: z.boolean(),
  /** Of what is saved each by itself: another one, once somebody has changed it. */
  Revisions: z.object({ Role: z.string(), Venues: z.string(), Person: z.string() }),
})
export type User = z.infer<typeof User>

/** The e-mail is lowercased before it is checked and sent. */
export const UserPerson = z.object({
  DisplayName: z
    .string(needed(messages.users.nameRequired))
    .trim()
    .min(1, messages.users.nameRequired)
    .max(100, 'Name can have 100 characters at the most.')
    // It goes into letters, to whichever address.
    .refine(isOneLine, nameInOneLine),
  Username: z
    .string(needed(messages.users.emailRequired))
    .trim()
    .toLowerCase()
    .min(1, messages.users.emailRequired)
    .pipe(z.email(messages.users.invalidEmail).max(320, messages.users.invalidEmail)),
})

const VenueNos = z.array(z.string().max(20)).max(500)

/** With a role, the invitation says it; both can be given later, too. */
export const NewUser = UserPerson.extend({
  Role: z.string().trim().max(100).optional(),
  /** None named means all venues. */
  Venues: VenueNos.optional(),
})

/** The numbers of the venues that a user restricted to some may see; all of them where none is named. */
export function authorisedVenues(user: User): string[] {
  return user.CustomClaims.cherryPayAuthorisedVenues.split(',').filter((venueNo) => venueNo !== '')
}

export const usersApi = {
  listUsers: endpoint({
    method: 'GET',
    path,
    title: 'Users of the business',
    access,
    shows: ['user'],
    query: z.object({ ...countedPaging, q: z.string().max(200).optional() }),
    output: countedPage(User),
  }),
  createUser: endpoint({
    method: 'POST',
    path,
    title: 'Create a user',
    access,
    changes: ['user'],
    asksAgain: {
      before: 'a role is given',
      when: ({ body }) => Boolean((body as z.infer<typeof NewUser>).Role),
    },
    body: NewUser,
    output: User,
  }),
  setUserRole: endpoint({
    method: 'PUT',
    path: `${path}/{uid}/role`,
    title: "Change a user's role",
    access,
    changes: ['user'],
    asksAgain: 'a role is given',
    query: z.object({ revision }),
    /** An empty role is refused in other words where the user has one already. */
    body: z.object({ Value: z.string(needed(messages.users.roleRequired)).trim().max(100) }),
  }),
  setUserVenues: endpoint({
    method: 'PUT',
    path: `${path}/{uid}/authorised-venue`,
    title: "Change a user's venues",
    access,
    changes: ['user'],
    asksAgain: 'venues are opened to a user',
    query: z.object({ revision }),
    body: VenueNos,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: `${path}/{uid}`,
    title: "Change a user's name or e-mail address",
    access,
    changes: ['user'],
    // Where the mail goes, a new password goes.
    asksAgain: "a user's name or e-mail address is changed",
    query: z.object({ revision }),
    body: UserPerson,
    output: User,
  }),
  setUserAutoLogOut: endpoint({
    method: 'PUT',
    path: `${path}/{uid}/auto-log-out`,
    title: 'Have a user signed out after 8 hours, or not',
    access,
    changes: ['user'],
    asksAgain: 'the sign-out is changed',
    withoutRevision: 'A switch says outright which way it is to be.',
    body: z.object({ Value: z.boolean() }),
  }),
  setUserDisabled: endpoint({
    method: 'PUT',
    path: `${path}/{uid}/disabled`,
    title: 'Disable or enable a user',
    access,
    changes: ['user'],
    withoutRevision: 'A switch says outright which way it is to be.',
    body: z.object({ Value: z.boolean() }),
  }),
  inviteUser: endpoint({
    method: 'POST',
    path: `${path}/{uid}/invitation`,
    title: 'Send the invitation again',
    access,
    changes: ['user'],
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: `${path}/{uid}`,
    title: 'Delete a user',
    access,
    changes: ['user'],
    query: z.object({ email: z.string().trim().toLowerCase().min(1, messages.users.emailRequired) }),
  }),
}
