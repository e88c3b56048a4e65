import type { accountApi } from '#contract/access/account.ts'
import { beforehand, type Call } from '#platform/call'
import type { Account } from '#server/identity/accounts'
import {
  type CheckedPassword,
  endOwnOtherSessions,
  endOwnSession,
  mannersOf,
  ownAccount,
  type OwnAccounts,
  setOwnDateLocale,
  withdrawEmail,
} from '#server/identity/own-account'
import { auditRecordOfUser } from './user-records.ts'

/** Gives whoever asks another name: in their account, in their business, and in every token from now on. */
export async function setMyName(
  call: Call<typeof accountApi.setMyName>,
  own: OwnAccounts,
): Promise<undefined> {
  const { db, who } = call
  const account = await ownAccount(db, who)
  const { DisplayName: name } = call.body
  await own.setName(db, account, name)
  call.audit({ record: auditRecordOfUser(who), before: { Name: account.displayName }, after: { Name: name } })
}

/** Has the console write dates in another way for whoever asks. */
export async function setMyDateLocale(call: Call<typeof accountApi.setMyDateLocale>): Promise<undefined> {
  const { db, who } = call
  const { dateLocale: before } = await mannersOf(db, who.uid)
  const { DateLocale: after } = call.body
  await setOwnDateLocale(db, who, after)
  call.audit({
    record: auditRecordOfUser(who),
    before: { 'Language of dates': before },
    after: { 'Language of dates': after },
  })
}

/** Changes the password of whoever asks, if they know the present one; every other session of theirs ends. */
export function changeMyPassword(own: OwnAccounts) {
  return beforehand<typeof accountApi.changeMyPassword, CheckedPassword>(
    ({ who, body }) => own.checkPasswordChange(who, body),
    async (call, checked) => {
      await own.changePassword(call.db, call.who, checked())
      call.audit({ record: auditRecordOfUser(call.who) })
    },
  )
}

/** Has another address wait until the link that is sent there is opened, if whoever asks knows their password. */
export function changeMyEmail(own: OwnAccounts) {
  return beforehand<typeof accountApi.changeMyEmail, Account>(
    ({ who, body }) => own.checkEmailChange(who, body.Password),
    async (call, checked) => {
      const account = checked()
      await own.askForEmail(call.db, account, call.body.NewEmail)
      call.audit({
        record: auditRecordOfUser(call.who),
        before: { Email: account.email },
        after: { 'Email asked for': call.body.NewEmail },
      })
    },
  )
}

/** Takes back an address that waits to be confirmed. */
export async function withdrawMyEmail(call: Call<typeof accountApi.withdrawMyEmail>): Promise<undefined> {
  const email = await withdrawEmail(call.db, call.who)
  call.audit({ record: auditRecordOfUser(call.who), ...(email && { before: { 'Email asked for': email } }) })
}

/** Ends one session of whoever asks, at once and everywhere. */
export async function endMySession(call: Call<typeof accountApi.endMySession>): Promise<undefined> {
  await endOwnSession(call.db, call.who, call.params.accountSessionId)
  call.audit({ record: auditRecordOfUser(call.who) })
}

/** Ends every session of whoever asks but this one, at once and everywhere. */
export async function endMyOtherSessions(
  call: Call<typeof accountApi.endMyOtherSessions>,
): Promise<undefined> {
  await endOwnOtherSessions(call.db, call.who)
  call.audit({ record: auditRecordOfUser(call.who) })
}
