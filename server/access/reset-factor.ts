import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import type { resetFactorApi } from '#contract/access/second-factor.ts'
import { type Asked, beforehand, type Call, type Handlers } from '#platform/call'
import { conflict } from '#platform/refusals'
import type { Identity } from '#server/identity'
import { administratorInTrail, administratorToChange } from './administrators.ts'
import {
  auditRecordOfUser,
  requireNotAboveOneself,
  requireSomeoneElse,
  userToChange,
} from './user-records.ts'

type Rows = typeof resetFactorApi
type Row = Rows['resetUserFactor'] | Rows['resetAdministratorFactor']
type Checked = Awaited<ReturnType<Identity['checkProof']>>
type Resetting = Pick<Identity, 'checkProof' | 'resetFactors'>

/** Takes a lost second factor from somebody: whoever does it shows in the same call that it is them. */
export function resetFactorRoutes(identity: Resetting): Handlers<Rows> {
  // Before the call has a connection: a password takes a while to be looked at, and a wrong one is counted outside.
  const check = ({ who, body, origin }: Asked<Row>) => identity.checkProof(who, body.Proof, origin)
  return {
    resetUserFactor: beforehand<Rows['resetUserFactor'], Checked>(check, async (call, checked) => {
      const user = await userToChange(call, call.params.uid)
      await requireNotAboveOneself(call, user)
      return reset(identity, call, auditRecordOfUser(user), checked)
    }),
    resetAdministratorFactor: beforehand<Rows['resetAdministratorFactor'], Checked>(
      check,
      async (call, checked) => {
        const administrator = await administratorToChange(call.db, call.params.uid)
        return reset(identity, call, administratorInTrail(administrator), checked)
      },
    ),
  }
}

async function reset(
  identity: Resetting,
  { db, who, audit }: Pick<Call<Row>, 'db' | 'who' | 'audit'>,
  record: ReturnType<typeof auditRecordOfUser>,
  checked: () => Checked,
): Promise<undefined> {
  requireSomeoneElse(who, record.id, 'reset your own second factor')
  const { spend, forgive } = checked()
  await spend(db)
  db.afterCommit(() => void forgive().catch(() => undefined))
  if (!(await identity.resetFactors(db, record.id, who.name)))
    throw conflict('no_second_factor', secondFactorWords.nobodyHasOne)
  audit({
    record,
    before: { 'Second factor': 'set' },
    after: { 'Second factor': 'reset' },
  })
}
