import { requestsApi } from '#contract/requests/requests.ts'

/** What differs between applications and renewals: the calls, and where their list is. */
export const kinds = {
  Registration: {
    read: requestsApi.getMembershipRequest,
    accept: requestsApi.acceptMembershipRequest,
    reject: requestsApi.rejectMembershipRequest,
    list: 'Membership Requests',
    listPage: 'membershipRequests',
    page: 'membershipRequest',
  },
  Renewal: {
    read: requestsApi.getRenewalRequest,
    accept: requestsApi.acceptRenewalRequest,
    reject: requestsApi.rejectRenewalRequest,
    list: 'Membership Renewal Requests',
    listPage: 'renewalRequests',
    page: 'renewalRequest',
  },
} as const
