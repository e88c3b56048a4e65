import { identityApi, type Proof } from '#contract/access/identity.ts'
import { lockReasons } from '#contract/audit/refused-entries.ts'
import { type Account, type Caller, findByUid, keepsPassword, refuse } from '#server/identity/accounts'
import { type CheckedAnswer, checkAnswer } from '#server/identity/factors'
import { isPassword } from '#server/identity/passwords'
import {
  inBusinessOf,
  recordAccountAudit,
  type Refused,
  requireOpenPlace,
  type Service,
} from '#server/identity/service'
import { noteProof, type Session } from '#server/identity/sessions'
import { currentSession } from './sign-in.ts'

const action = { name: 'prove', title: identityApi.prove.title }

/** Notes on the session behind a cookie that its user has shown again who they are. */
export async function prove(
  service: Service,
  secrets: readonly string[],
  proof: Proof,
  caller: Caller,
): Promise<void> {
  const session = await currentSession(service, secrets, caller)
  const claims = await service.claimsFor(session.uid)
  await requireOpenPlace(service, claims)
  const { spend, forgive } = await check(service, session, proof, caller)
  await inBusinessOf(service, claims, async (tx) => {
    await spend(tx)
    await noteProof(tx, session.sid, service.now())
    await recordAccountAudit(tx, session, caller, action, session)
  })
  await forgive()
}

async function check(
  service: Service,
  session: Session,
  proof: Proof,
  caller: Caller,
): Promise<CheckedAnswer> {
  const account = await findByUid(service.db, session.uid)
  if (!account) throw refuse('not-signed-in')
  const refused = { target: { email: account.email, account }, caller }
  return service.refusedEntries.during(refused, () =>
    proof.kind === 'password'
      ? checkPassword(service, session, account, refused, proof.password)
      : checkAnswer(service, account, proof, { purpose: 'prove' }, caller),
  )
}

/** Every failure counts towards the lockout of the session. */
async function checkPassword(
  service: Service,
  session: Session,
  account: Account,
  refused: Refused,
  password: string,
): Promise<CheckedAnswer> {
  const { uid, passwordHash } = account
  if (!passwordHash) throw refuse('provider-not-supported')
  const counted = await service.lockout.countProof(session.sid)
  // What we had no time to look at is no failure.
  const isRight = await isPassword(uid, passwordHash, password).catch(counted.takeBack)
  if (!isRight) {
    if (counted.isLast) service.refusedEntries.lockedOut(refused, lockReasons.password)
    throw refuse('wrong-password')
  }
  return {
    spend: async (tx) => {
      if (!(await keepsPassword(tx, account))) throw refuse('not-signed-in')
    },
    forgive: counted.forgive,
  }
}
