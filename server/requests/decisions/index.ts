export { acceptMembershipRequest, acceptRenewalRequest, reject } from './decisions.ts'
export { finishRenewal } from './renewals.ts'
export { firstPayment, listMembershipRequests, listRenewalRequests } from './request-lists.ts'
export { requestDetail } from './request-page.ts'
