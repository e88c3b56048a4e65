import type { AddressFound, PatronSession, PublicForm, RequestAnswers } from '#contract/patron.ts'

/** What a call answered. A refusal has a sentence, and may have one for each field. */
export type Answer<Data> =
  | { ok: true; data: Data }
  | { ok: false; status: number; message: string; errors: Record<string, string> }

type Started = { Secret: string | null; Message: string }
type TestPayment = {
  Description: string
  BusinessName: string
  Amount: number
  IsOpen: boolean
  ReturnUrl: string
}

async function ask<Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer<Data>> {
  try {
    const response = await fetch(`/api/patron/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const content = (await response.json()) as unknown
    if (response.ok) return { ok: true, data: content as Data }
    const { ErrorMessage = 'Something went wrong. Try again.', Errors = {} } = content as {
      ErrorMessage?: string
      Errors?: Record<string, string>
    }
    return { ok: false, status: response.status, message: ErrorMessage, errors: Errors }
  } catch {
    const message = 'There is no connection at the moment. What you filled in is still here: try again.'
    return { ok: false, status: 0, message, errors: {} }
  }
}

/** The calls of one form's page. */
export function callsOf(formId: string) {
  const path = `forms/${encodeURIComponent(formId)}`
  return {
    form: () => ask<PublicForm>('GET', path),
    addresses: (q: string) =>
      ask<{ Results: AddressFound[] }>('GET', `${path}/address-suggestions?q=${encodeURIComponent(q)}`),
    start: (Answers: RequestAnswers) => ask<Started>('POST', `${path}/sessions`, { Answers }),
    identify: (who: { MembershipNumber: string; BirthDate: string } | { Secret: string }) =>
      ask<Started>('POST', `${path}/identify`, who),
    sendLink: (MembershipNumber: string) =>
      ask<{ Message: string }>('POST', `${path}/renewal-link`, { MembershipNumber }),
    open: (Secret: string) => ask<PatronSession>('POST', `${path}/sessions/open`, { Secret }),
    save: (Secret: string, Answers: RequestAnswers) =>
      ask<PatronSession>('PUT', `${path}/sessions`, { Secret, Answers }),
    submit: (Secret: string) => ask<PatronSession>('POST', `${path}/sessions/submit`, { Secret }),
    checkPayment: (Secret: string) =>
      ask<PatronSession>('POST', `${path}/sessions/check-payment`, { Secret }),
    stopReminders: (Secret: string) =>
      ask<{ BusinessName: string }>('POST', `${path}/stop-reminders`, { Secret }),
  }
}
export type Calls = ReturnType<typeof callsOf>

/** The calls of the demo's payment page. */
export const testPaymentCalls = {
  read: (id: string) => ask<TestPayment>('GET', `test-payments/${encodeURIComponent(id)}`),
  settle: (id: string, IsPaid: boolean) =>
    ask<{ ReturnUrl: string }>('POST', `test-payments/${encodeURIComponent(id)}`, { IsPaid }),
}
