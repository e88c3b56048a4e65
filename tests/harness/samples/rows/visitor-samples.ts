import { usualVisitorRules } from '#contract/visitors/visitor-rules.ts'

/** The part of `samples` that is of the register of visitors. */
export const visitorSamples = {
  getVisitorDesk: {},
  findVisitorHost: { query: { code: 'nobody' } },
  signInVisitor: {
    body: {
      VisitId: 'a-sample-visit',
      Kind: 'TemporaryMember',
      FirstName: 'Sam',
      LastName: 'Sample',
      Address: 'Newtown',
      Signature: 'M1 1L2 2',
      SignedAt: '2026-01-31T10:00:00Z',
    },
  },
  checkOutVisitor: { body: {} },
  getVisitorRules: {},
  saveVisitorRules: { body: usualVisitorRules },
  listVisitors: {},
  getVisitor: {},
  voidVisitor: { body: { Reason: 'A sample' } },
  exportVisitors: { params: { format: 'csv' } },
} as const
