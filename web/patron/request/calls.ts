import type { RequestFile } from '#contract/requests/request-files.ts'
import type { Sponsorship } from '#contract/requests/sponsors.ts'
import type { AddressFound, MaskedContact, PatronSession, PublicForm } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { ask } from '#patron/kit/ask.ts'
import type { Club } from '#patron/kit/club.tsx'

type Started = { Secret: string | null; Message: string }
type TestPayment = Club & {
  Description: string
  Amount: number
  IsOpen: boolean
  ReturnUrl: string
}

/** The calls of one form's page. */
export function callsOf(formId: string) {
  const path = `/api/patron/forms/${encodeURIComponent(formId)}`
  return {
    form: () => ask<PublicForm>('GET', path),
    addresses: (q: string) =>
      ask<{ Results: AddressFound[] }>('GET', `${path}/address-suggestions?q=${encodeURIComponent(q)}`),
    start: (Answers: RequestAnswers) => ask<Started>('POST', `${path}/sessions`, { Answers }),
    identify: (who: { MembershipNumber: string; BirthDate: string } | { Secret: string }) =>
      ask<Started>('POST', `${path}/identify`, who),
    sendLink: (MembershipNumber: string) =>
      ask<{ Message: string }>('POST', `${path}/renewal-link`, { MembershipNumber }),
    sendCode: (sessionId: string, Secret: string, By: MaskedContact['By']) =>
      ask<{ Message: string }>('POST', `${path}/sessions/${sessionId}/code`, { Secret, By }),
    prove: (sessionId: string, Secret: string, Code: string) =>
      ask<PatronSession>('POST', `${path}/sessions/${sessionId}/proof`, { Secret, Code }),
    open: (Secret: string) => ask<PatronSession>('POST', `${path}/sessions/open`, { Secret }),
    save: (Secret: string, Answers: RequestAnswers) =>
      ask<PatronSession>('PUT', `${path}/sessions`, { Secret, Answers }),
    // The secret is in the head of the call: without one that is known nobody's file is taken in.
    addFile: (secret: string, questionId: string, FileName: string, Content: string) =>
      ask<RequestFile>(
        'POST',
        `${path}/sessions/files?QuestionId=${encodeURIComponent(questionId)}`,
        { FileName, Content },
        secret,
      ),
    sponsorship: (Secret: string) => ask<Sponsorship>('POST', `${path}/sponsorship/describe`, { Secret }),
    answerSponsorship: (Secret: string, IsConfirmed: boolean) =>
      ask<Sponsorship>('POST', `${path}/sponsorship`, { Secret, IsConfirmed }),
    submit: (Secret: string, seen: { Revision?: number; Total?: number } = {}) =>
      ask<PatronSession>('POST', `${path}/sessions/submit`, { Secret, ...seen }),
    checkPayment: (Secret: string) =>
      ask<PatronSession>('POST', `${path}/sessions/check-payment`, { Secret }),
    stopReminders: (Secret: string) =>
      ask<{ BusinessName: string }>('POST', `${path}/stop-reminders`, { Secret }),
  }
}
export type Calls = ReturnType<typeof callsOf>

/** What every page of a form is given. */
export type FlowProps = { calls: Calls; form: PublicForm }

/** The calls of the demo's payment page. */
export const testPaymentCalls = {
  read: (id: string) => ask<TestPayment>('GET', `/api/patron/test-payments/${encodeURIComponent(id)}`),
  settle: (id: string, IsPaid: boolean) =>
    ask<{ ReturnUrl: string }>('POST', `/api/patron/test-payments/${encodeURIComponent(id)}`, { IsPaid }),
}
