import type { visitorDeskApi } from '#contract/visitors/visitor-desk.ts'
import type { visitorRulesApi } from '#contract/visitors/visitor-rules.ts'
import type { visitorsApi } from '#contract/visitors/visitors.ts'
import type { Handlers } from '#platform/call'
import { checkOutVisitor, findVisitorHost, getVisitorDesk, signInVisitor } from '#server/visitors/desk'
import { exportVisitors, getVisitor, listVisitors, voidVisitor } from '#server/visitors/register'
import { getVisitorRules, saveVisitorRules } from '#server/visitors/rules'

type Visiting = typeof visitorDeskApi & typeof visitorRulesApi & typeof visitorsApi

/** The register of visitors: what doors write into it, what is read of it, and by which rules. */
export const visitorRoutes: Handlers<Visiting> = {
  getVisitorDesk,
  findVisitorHost,
  signInVisitor,
  checkOutVisitor,
  getVisitorRules,
  saveVisitorRules,
  listVisitors,
  getVisitor,
  voidVisitor,
  exportVisitors,
}
