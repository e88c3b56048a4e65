import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { api } from '#contract'
import { usualVisitorRules, type VisitorRulesFields } from '#contract/visitors/visitor-rules.ts'
import { type Caller, people, type TestHub } from '#tests/hub.ts'
import { harbourside } from './events.ts'

type Visit = z.input<typeof api.signInVisitor.body>

/** Somebody who signs in now, as a guest of member 10001 unless something else is said. */
export const visitOf = (visit: Partial<Visit> = {}): Visit => ({
  VisitId: randomUUID(),
  Kind: 'Guest',
  FirstName: 'Vera',
  LastName: 'Visitor',
  Address: 'Newtown',
  HostCode: '10001',
  Signature: 'M10 20L30 40L50 60',
  SignedAt: new Date().toISOString(),
  DeviceName: 'Front desk',
  ...visit,
})

/** Saves the rules of Harbourside: the usual ones, but for what is given. */
export async function setVisitorRules(hub: TestHub, rules: Partial<VisitorRulesFields> = {}): Promise<void> {
  const body = { ...usualVisitorRules, ...rules }
  const { status } = await hub.as(people.superAdmin)(api.saveVisitorRules, { params: harbourside, body })
  if (status !== 200) throw new Error('The rules for visitors were not saved.')
}

/** Signs a visitor in at the door of an event. */
export const signIn = (by: Caller, eventId: string, visit: Partial<Visit> = {}) =>
  by(api.signInVisitor, { params: { ...harbourside, eventId }, body: visitOf(visit) })
