import type { approvalsApi } from '#contract/approvals/approvals.ts'
import type { Handlers } from '#platform/call'
import type { Acts } from './acts.ts'
import { askForApproval } from './ask.ts'
import { approveRequest, refuseRequest, withdrawRequest } from './decide.ts'
import { countApprovals, listApprovals } from './requests.ts'

export { notingActs } from './acts.ts'

/** The queue of what is above somebody's limit. */
export function approvalRoutes(acts: Acts): Handlers<typeof approvalsApi> {
  return {
    askForApproval: (call) => askForApproval(call, acts),
    listApprovals,
    countApprovals,
    approveRequest: (call) => approveRequest(call, acts),
    refuseRequest,
    withdrawRequest,
  }
}
