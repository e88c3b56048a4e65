import { z } from 'zod'
import { endpoint, page, paging, superAdministrator } from '#contract/endpoint.ts'
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
    query: z.object({ ...paging, q: z.string().max(200).optional() }),
    output: page(Administrator),
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
