import { z } from 'zod'
import { countedPage, countedPaging, endpoint, superAdministrator } from '#contract/endpoint.ts'
import { User, UserPerson } from './users.ts'

const path = '/api/cherrypay/v1/administrators'
const access = superAdministrator

/** Somebody who looks after all businesses. */
export const Administrator = User.pick({
  Uid: true,
  Email: true,
  DisplayName: true,
  IsDisabled: true,
  IsInvited: true,
  SignsInWith: true,
  Invitation: true,
  HasSecondFactor: true,
}).extend({
  /** When they last signed in, or went on in a session that they can still come back to. */
  LastSeen: z.iso.datetime().nullable(),
})
export type Administrator = z.infer<typeof Administrator>

export const administratorsApi = {
  listAdministrators: endpoint({
    method: 'GET',
    path,
    title: 'Super administrators',
    access,
    shows: ['administrator'],
    query: z.object({ ...countedPaging, q: z.string().max(200).optional() }),
    output: countedPage(Administrator),
  }),
  createAdministrator: endpoint({
    method: 'POST',
    path,
    title: 'Invite a super administrator',
    access,
    changes: ['administrator'],
    asksAgain: 'a super administrator is invited',
    body: UserPerson,
    output: Administrator,
  }),
  setAdministratorDisabled: endpoint({
    method: 'PUT',
    path: `${path}/{uid}/disabled`,
    title: 'Disable or enable a super administrator',
    access,
    changes: ['administrator'],
    asksAgain: 'a super administrator is disabled or enabled',
    withoutRevision: 'A switch says outright which way it is to be.',
    body: z.object({ Value: z.boolean() }),
  }),
  inviteAdministrator: endpoint({
    method: 'POST',
    path: `${path}/{uid}/invitation`,
    title: 'Send the invitation of a super administrator again',
    access,
    changes: ['administrator'],
    asksAgain: 'an invitation is sent',
  }),
}

/** What is said of super administrators, by the console. */
export const administratorWords = {
  inviteTitle: 'Invite Administrator',
  inviteHelp: 'Administrators may do everything in every business, and invite and disable each other.',
  factorFirst: 'Before anything else they set up a second factor.',
  invited: 'Administrator invited.',
  inviteFailed: 'The administrator could not be invited.',
  none: 'There are no administrators yet.',
  noneFound: 'No administrators match this search.',
  loadFailed: 'The administrators could not be loaded.',
  disableTitle: 'Disable administrator?',
  disableQuestion: (name: string) =>
    `${name} is signed out everywhere at once, and can’t sign in until somebody enables them again.`,
  disabled: 'Administrator disabled.',
  disableFailed: 'The administrator could not be disabled.',
  enableTitle: 'Enable administrator?',
  enableQuestion: (name: string) => `${name} can sign in again, and may do everything in every business.`,
  enabled: 'Administrator enabled.',
  enableFailed: 'The administrator could not be enabled.',
  resendTitle: 'Resend invitation?',
  resendQuestion: (name: string) => `${name} gets a new link; the former one ends.`,
  enableFirst: 'Enable the administrator first.',
} as const
