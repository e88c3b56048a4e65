import { ask } from '#e2e/ask-database.ts'

const secret = 'a-secret-of-forty-three-characters-for-test'

/** Has the payment of somebody's application be one that could not be given back; tells the way to their own page. */
export async function failRefund(databaseUrl: string, name: string, failure: string) {
  const [session] = await ask<{ sessionId: string; formId: string }>(
    databaseUrl,
    `update request_session set secret_hash = sha256($2) where business_id = 'harbourside' and display_name = $1
     returning session_id as "sessionId", form_id as "formId"`,
    [name, Buffer.from(secret)],
  )
  await ask(
    databaseUrl,
    `update request_payment set state = 'Refunding', refunded_at = null, refund_failed_at = now(), refund_failure = $2
     where business_id = 'harbourside' and session_id = $1`,
    [session!.sessionId, failure],
  )
  return { ...session!, secret }
}

/** Where the payment of a request is. */
export async function paymentOf(databaseUrl: string, sessionId: string): Promise<string> {
  const [payment] = await ask<{ state: string }>(
    databaseUrl,
    `select state from request_payment where business_id = 'harbourside' and session_id = $1`,
    [sessionId],
  )
  return payment!.state
}
