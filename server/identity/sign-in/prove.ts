import { identityApi, type Proof } from '#contract/access/identity.ts'
import { type Caller, findByUid, refuse } from '#server/identity/accounts'
import { inBusinessOf, recordAccountAudit, requireOpenPlace, type Service } from '#server/identity/service'
import { noteProof } from '#server/identity/sessions'
import { checkShown } from './proof.ts'
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
  const account = await findByUid(service.db, session.uid)
  if (!account) throw refuse('not-signed-in')
  const { spend, forgive } = await checkShown(service, session.sid, account, proof, caller)
  await inBusinessOf(service, claims, async (tx) => {
    await spend(tx)
    await noteProof(tx, session.sid, service.now())
    await recordAccountAudit(tx, session, caller, action, session)
  })
  await forgive()
}
