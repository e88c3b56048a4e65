import sql from 'sql-template-tag'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import type { secondFactorApi } from '#contract/access/second-factor.ts'
import type { Call, Handlers } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { conflict, invalid, notSignedIn } from '#platform/refusals'
import { type Account, findByUid } from '#server/identity/accounts'
import type { Service } from '#server/identity/service'
import { endOtherSessions } from '#server/identity/sessions'
import { methodsOf } from './answers.ts'
import { newAuthenticator, stepOfCode } from './authenticator.ts'
import { issueChallenge, type Purpose, readChallenge, spendChallenge } from './challenges.ts'
import {
  deleteFactor,
  factorsOf,
  insertFactor,
  lockFactors,
  passkeysOf,
  requireFactor,
} from './factor-rows.ts'
import { type FactorNews, tellOwner } from './notices.ts'
import { challengeIn, creationOf, madePasskey, requestOf } from './passkeys.ts'
import { codesLeft, makeCodes } from './recovery-codes.ts'
import { type RelyingParty, relyingPartyAt } from './relying-party.ts'

type Rows = typeof secondFactorApi

/** What the signed-in person does with their own second factors. */
export function ownFactorRoutes(service: Service): Handlers<Rows> {
  return {
    listOwnFactors: (call) => listOwnFactors(service, call),
    beginPasskey: (call) => beginPasskey(service, call),
    addPasskey: (call) => addPasskey(service, call),
    beginAuthenticator: (call) => beginAuthenticator(service, call),
    addAuthenticator: (call) => addAuthenticator(service, call),
    renameFactor,
    removeFactor: (call) => removeFactor(service, call),
    makeRecoveryCodes: (call) => makeRecoveryCodes(service, call),
    askForProof: (call) => askForProof(service, call),
  }
}

async function listOwnFactors(service: Service, { db, who }: Call<Rows['listOwnFactors']>) {
  const { microsoftKey } = await ownAccount(db, who.uid)
  return {
    Factors: await factorsOf(db, who.uid),
    RecoveryCodesLeft: await codesLeft(db, who.uid),
    PasskeysAt: relyingPartyAt(service.publicUrl())?.origin ?? null,
    UsesMicrosoft: microsoftKey !== null,
  }
}

async function beginPasskey(service: Service, { db, who }: Call<Rows['beginPasskey']>) {
  const party = requireParty(service)
  const account = await accountToGuard(db, who.uid)
  const challenge = await issueChallenge(db, 'add-passkey', { uid: who.uid }, service.now())
  return creationOf(party, service.brand, account, await passkeysOf(db, who.uid), challenge)
}

async function addPasskey(service: Service, call: Call<Rows['addPasskey']>) {
  const { db, who, body } = call
  const party = requireParty(service)
  const account = await heldAccount(call)
  const challenge = challengeIn(body.Passkey)
  await takeChallenge(service, db, 'add-passkey', challenge, who.uid)
  const made = await madePasskey(party, body.Passkey, challenge!)
  if (!made) throw invalid(secondFactorWords.passkeyRefused)
  const factor = await insertFactor(db, {
    kind: 'passkey',
    uid: who.uid,
    name: body.Name,
    now: service.now(),
    ...made,
  })
  await note(service, call, account, { what: 'added', kind: 'passkey', name: body.Name })
  return factor
}

/** The account, held: whoever has just ended the session that this comes from, as with another password, did so first. */
async function heldAccount({ db, who }: Pick<Call<Rows['addPasskey']>, 'db' | 'who'>): Promise<Account> {
  await lockFactors(db, who.uid)
  const session = await db.maybe(sql`
    select from identity.session where sid = ${who.sessionId} and uid = ${who.uid}`)
  if (!session) throw notSignedIn()
  return accountToGuard(db, who.uid)
}

async function beginAuthenticator(service: Service, { db, who }: Call<Rows['beginAuthenticator']>) {
  const account = await accountToGuard(db, who.uid)
  const { sealed, ...shown } = newAuthenticator(service.factorVault, account, service.brand)
  const Challenge = await issueChallenge(db, 'add-authenticator', { uid: who.uid, sealed }, service.now())
  return { Challenge, ...shown }
}

async function addAuthenticator(service: Service, call: Call<Rows['addAuthenticator']>) {
  const { db, who, body } = call
  const account = await heldAccount(call)
  const sealed = await takeChallenge(service, db, 'add-authenticator', body.Challenge, who.uid)
  const now = service.now()
  const secret = sealed!
  const lastStep = stepOfCode(service.factorVault, { uid: who.uid, secret }, body.Code, now)
  // Undoes that the challenge is used: whoever mistyped tries again.
  if (lastStep === null) throw invalid(secondFactorWords.wrongCode, { Code: secondFactorWords.wrongCode })
  const factor = await insertFactor(db, {
    kind: 'authenticator',
    uid: who.uid,
    name: body.Name,
    now,
    secret,
    lastStep,
  })
  await note(service, call, account, { what: 'added', kind: 'authenticator', name: body.Name })
  return factor
}

async function renameFactor(call: Call<Rows['renameFactor']>) {
  const { db, who, params, body } = call
  const former = await requireFactor(db, who.uid, params.factorId)
  await db.run(sql`
    update identity.factor set name = ${body.Name} where uid = ${who.uid} and factor_id = ${params.factorId}`)
  call.audit({
    record: ownRecord(who),
    before: { [words[former.Kind]]: former.Name },
    after: { [words[former.Kind]]: body.Name },
  })
  return { ...former, Name: body.Name }
}

async function removeFactor(service: Service, call: Call<Rows['removeFactor']>): Promise<undefined> {
  const { db, who, params } = call
  const count = await lockFactors(db, who.uid)
  const { Kind: kind, Name: name } = await requireFactor(db, who.uid, params.factorId)
  if (count === 1 && who.secondFactor?.isRequired)
    throw conflict('second_factor_required', secondFactorWords.lastIsRequired)
  const account = await ownAccount(db, who.uid)
  if (kind === 'passkey' && isWayIn(account) && (await passkeysOf(db, who.uid)).length === 1)
    throw conflict('last_way_in', secondFactorWords.lastIsTheWayIn)
  await deleteFactor(db, who.uid, params.factorId)
  await note(service, call, account, { what: 'removed', kind, name })
}

/** Who accepted the invitation with a passkey has nothing else to sign in with. */
const isWayIn = ({ passwordHash, microsoftKey }: Account) => passwordHash === null && microsoftKey === null

async function makeRecoveryCodes(service: Service, call: Call<Rows['makeRecoveryCodes']>) {
  const { db, who } = call
  const account = await accountToGuard(db, who.uid)
  if ((await lockFactors(db, who.uid)) === 0) throw conflict('no_second_factor', secondFactorWords.noneYet)
  const Codes = await makeCodes(db, who.uid)
  await note(service, call, account, { what: 'recovery codes made' })
  return { Codes }
}

async function askForProof(service: Service, { db, who }: Call<Rows['askForProof']>) {
  const { passwordHash } = await ownAccount(db, who.uid)
  const Methods = await methodsOf(service, db, who.uid)
  const party = relyingPartyAt(service.publicUrl())
  const isByPasskey = party !== null && Methods.includes('passkey')
  const Passkey = isByPasskey
    ? await requestOf(
        party,
        await passkeysOf(db, who.uid),
        await issueChallenge(db, 'prove', { uid: who.uid }, service.now()),
      )
    : null
  return { HasPassword: passwordHash !== null, Methods, Passkey }
}

/** Uses up a challenge of the signed-in person, and tells what was sealed with it. */
async function takeChallenge(
  service: Service,
  tx: Transaction,
  purpose: Purpose,
  secret: string | null,
  uid: string,
): Promise<Buffer | null> {
  const asked = secret ? await readChallenge(tx, purpose, secret, service.now()) : null
  if (asked?.uid !== uid || !(await spendChallenge(tx, secret!)))
    throw conflict('challenge_over', secondFactorWords.tookTooLong)
  return asked.sealed ?? null
}

/** On record, and by e-mail. */
async function note(service: Service, call: NotedCall, account: Account, news: FactorNews): Promise<void> {
  await tellOwner(service, call.db, account, news)
  const record = ownRecord(call.who)
  // Whoever is in by the password alone would stay so, and could take it away again.
  if (news.what === 'added') await endOtherSessions(call.db, { uid: call.who.uid, sid: call.who.sessionId })
  if (news.what === 'added') call.audit({ record, after: { [words[news.kind]]: news.name } })
  else if (news.what === 'removed') call.audit({ record, before: { [words[news.kind]]: news.name } })
  else call.audit({ record })
}

type NotedCall = Pick<Call<Rows['addPasskey']>, 'db' | 'who' | 'audit'>

const words = { passkey: 'Passkey', authenticator: 'Authenticator app' }

const ownRecord = ({ uid, email }: Call['who']) => ({ kind: 'account', id: uid, name: email })

function requireParty(service: Service): RelyingParty {
  const party = relyingPartyAt(service.publicUrl())
  if (!party) throw conflict('passkeys_need_a_name', secondFactorWords.notByAddress)
  return party
}

async function ownAccount(db: Queries, uid: string): Promise<Account> {
  const account = await findByUid(db, uid)
  if (!account) throw notSignedIn()
  return account
}

/** Who signs in with Microsoft is asked there, and would never be asked for what they set up here. */
async function accountToGuard(db: Queries, uid: string): Promise<Account> {
  const account = await ownAccount(db, uid)
  if (account.microsoftKey) throw conflict('uses_microsoft', secondFactorWords.byMicrosoft)
  return account
}
