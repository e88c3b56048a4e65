import type { FastifyInstance, FastifyError } from 'fastify'
import type { SecondFactorNeeded } from '#contract/access/factor-answers.ts'
import { IdentityCode } from '#contract/access/identity.ts'
import { Refusal } from '#platform/refusals'

const statuses: Record<IdentityCode, number> = {
  'invalid-email': 400,
  'user-not-found': 404,
  'user-disabled': 403,
  'business-suspended': 403,
  'business-ended': 403,
  'wrong-password': 401,
  'too-many-attempts': 429,
  'provider-not-supported': 409,
  'account-exists': 409,
  'microsoft-not-set-up': 404,
  'microsoft-failed': 400,
  'microsoft-in-use': 409,
  'use-microsoft': 409,
  'use-passkey': 409,
  'invalid-password': 400,
  'guessable-password': 400,
  'invalid-ticket': 400,
  'invalid-request': 400,
  'not-signed-in': 401,
  'second-factor-needed': 401,
  'wrong-code': 401,
  'passkey-refused': 401,
  'passkeys-need-a-name': 409,
  'invalid-challenge': 400,
}

/** The password was right, and a second factor is to be shown: says which, and what to answer with it. */
class SecondFactorRefusal extends Refusal {
  readonly needed: SecondFactorNeeded

  constructor(needed: SecondFactorNeeded) {
    super(statuses[needed.code], needed.code, needed.code)
    this.needed = needed
  }
}

/** A refusal that asks for a second factor. */
export function askForFactor(needed: Omit<SecondFactorNeeded, 'code'>): Refusal {
  return new SecondFactorRefusal({ code: 'second-factor-needed', ...needed })
}

/** A refusal of the identity service; thrown anywhere, it undoes the call's transaction and becomes `{ code }`. */
export function refuse(code: IdentityCode): Refusal {
  return new Refusal(statuses[code], code, code)
}

/** Answers what is refused below /identity with `{ code }`; what nobody foresaw is the platform's to answer. */
export function answerWithCodes(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, _request, reply) => {
    const status = 'status' in error ? error.status : (error.statusCode ?? 500)
    if (status >= 500) throw error
    const known = IdentityCode.safeParse(error.code)
    const code = known.data ?? (status === 429 ? 'too-many-attempts' : 'invalid-request')
    return reply.code(status).send(error instanceof SecondFactorRefusal ? error.needed : { code })
  })
}
