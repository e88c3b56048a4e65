import { may, mayAny, mayToMember } from '#contract/endpoint.ts'

// What several acts have to read: each of their permissions opens it, in the calls and on the console's pages.

/** Those who may do what roles have limits for: each sees what their own permissions are for. */
export const approvalAccess = mayAny([
  'Loyalty.CreditPoints',
  'Cardholder.PointsToMoney',
  'Member.InviteToCard',
])
export const readEvents = mayAny(['Member.ReadDetails', 'Event.Manage', 'Event.Scan'])
export const readCards = mayAny(['Member.InviteToCard', 'Card.Manage'])
export const readRequests = mayAny(['Reporting.Membership', 'Request.Decide', 'Request.Refund'])

// What the list of members offers, without the calls behind it.

export const importMembers = mayToMember('Member.Import', 'HubMembership')
export const inviteMembers = may('Message.Send')
export const mergeMembers = mayToMember('Member.Merge', 'HubMembership')
