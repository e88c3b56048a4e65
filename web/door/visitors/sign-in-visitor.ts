import { formObjections } from '#contract/visitors/form-objections.ts'
import {
  type NewVisit,
  type VisitorDesk,
  visitorDeskApi,
  VisitorFields,
} from '#contract/visitors/visitor-desk.ts'
import type { Desk } from '#door/desk/desk.ts'
import { isOffline } from './hand-in.ts'

/** What came of it: signed in, kept on the device until there is a connection, or what is wrong, by field. */
export type Outcome =
  | { readonly kind: 'in' | 'kept' }
  | { readonly kind: 'wrong'; readonly errors: Readonly<Record<string, string>>; readonly message: string }

/** Signs a visitor in, or keeps the entry on this device where there is no connection. */
export async function signInVisitor(
  desk: Desk,
  rules: VisitorDesk,
  filled: unknown,
  visitId: string,
): Promise<Outcome> {
  const read = VisitorFields.safeParse(filled)
  if (!read.success) {
    const errors = read.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
    return { kind: 'wrong', errors: Object.fromEntries(errors), message: '' }
  }
  const objections = formObjections(read.data, rules)
  if (objections.length > 0) {
    const errors = Object.fromEntries(objections.map(({ field, sentence }) => [field, sentence]))
    return { kind: 'wrong', errors, message: '' }
  }
  const { sessionId } = desk.state
  const visit = {
    ...read.data,
    VisitId: visitId,
    SignedAt: new Date().toISOString(),
    DeviceName: '',
    ...(sessionId !== null && { SessionId: sessionId }),
  }
  const answer = await desk.call(visitorDeskApi.signInVisitor, { body: visit })
  if (answer.ok) return { kind: 'in' }
  if (!isOffline(answer.status)) return { kind: 'wrong', errors: answer.errors, message: answer.message }
  return keep(desk, { ...visit, IsLate: true })
}

async function keep(desk: Desk, visit: NewVisit): Promise<Outcome> {
  try {
    await desk.storage.keepVisit({ VisitId: visit.VisitId, key: desk.key, visit, refusal: null })
    return { kind: 'kept' }
  } catch {
    const message = 'No connection, and this device can’t keep the entry: write it in the paper book.'
    return { kind: 'wrong', errors: {}, message }
  }
}
