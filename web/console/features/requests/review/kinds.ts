import type { Endpoint } from '#contract/endpoint.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'
import { requestsApi } from '#contract/requests/requests.ts'

/** What differs between applications and renewals: the calls, and where their list is. */
export const kinds = {
  Registration: {
    read: requestsApi.getMembershipRequest,
    accept: requestsApi.acceptMembershipRequest,
    reject: requestsApi.rejectMembershipRequest,
    list: 'Membership Requests',
    path: 'membership-requests',
  },
  Renewal: {
    read: requestsApi.getRenewalRequest,
    accept: requestsApi.acceptRenewalRequest,
    reject: requestsApi.rejectRenewalRequest,
    list: 'Membership Renewal Requests',
    path: 'membership-renewal-requests',
  },
} as const

/** What a decision makes out of date. */
export const showsRequests: readonly Endpoint[] = [
  requestsApi.getMembershipRequest,
  requestsApi.listMembershipRequests,
  requestsApi.getRenewalRequest,
  requestsApi.listRenewalRequests,
  requestFormsApi.listRequestForms,
]
