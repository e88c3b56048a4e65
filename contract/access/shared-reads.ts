import { type Access, may, mayAny, mayToMember } from '#contract/endpoint.ts'

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

export const mayImportMembers = mayToMember('Member.Import', 'HubMembership')
export const mayInviteMembers = may('Message.Send')
export const mayMergeMembers = mayToMember('Member.Merge', 'HubMembership')
export const mayCreateMembers = may('Member.Create', 'HubMembership')
export const mayDeleteMembers = mayToMember('Member.Delete', 'HubMembership')

/** Those who decide on requests, or write members' details: at the desk they fill a form in for somebody. */
export const atTheDesk = mayAny(['Request.Decide', 'Member.Edit'], 'HubMembership')
/** Whoever renews for a member has them before their eyes, with what is on file. */
export const mayRenewAtDesk: Access = { ...atTheDesk, also: 'Member.ReadDetails' } as Access
