import sql from 'sql-template-tag'
import { identityApi, type Proof } from '#contract/access/identity.ts'
import { lockReasons } from '#contract/audit/refused-entries.ts'
import { type Account, type Caller, findByUid, refuse } from '#server/identity/accounts'
import { isPassword } from '#server/identity/passwords'
import { inBusinessOf, recordAccountAudit, type Refused, type Service } from '#server/identity/service'
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
  const account = await checkProof(service, session, proof, caller)
  await inBusinessOf(service, await service.claimsFor(session.uid), async (tx) => {
    // The password may have been changed since it was looked at: then it proves nothing any more.
    const unchanged = await tx.maybe(sql`
      select from identity.account where uid = ${account.uid} and password_hash = ${account.passwordHash}`)
    if (!unchanged) throw refuse('not-signed-in')
    await noteProof(tx, session.sid, service.now())
    await recordAccountAudit(tx, session, caller, action, session)
  })
}

/** The account that the proof is right for; every failure counts towards the lockout of the session. */
async function checkProof(
  service: Service,
  session: Session,
  { password }: Proof,
  caller: Caller,
): Promise<Account> {
  const account = await findByUid(service.db, session.uid)
  if (!account) throw refuse('not-signed-in')
  const refused = { target: { email: account.email, account }, caller }
  return service.refusedEntries.during(refused, () =>
    checkPassword(service, session, account, refused, password),
  )
}

async function checkPassword(
  service: Service,
  session: Session,
  account: Account,
  refused: Refused,
  password: string,
): Promise<Account> {
  if (!account.passwordHash) throw refuse('provider-not-supported')
  const counted = await service.lockout.countProof(session.sid)
  // What we had no time to look at is no failure.
  const isRight = await isPassword(account.uid, account.passwordHash, password).catch(counted.takeBack)
  if (!isRight) {
    if (counted.isLast) service.refusedEntries.lockedOut(refused, lockReasons.password)
    throw refuse('wrong-password')
  }
  await counted.forgive()
  return account
}
