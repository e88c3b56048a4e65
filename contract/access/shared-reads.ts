import { mayAny } from '#contract/endpoint.ts'

// What several acts have to read: each of their permissions opens it, in the calls and on the console's pages.

export const readEvents = mayAny(['Member.ReadDetails', 'Event.Manage', 'Event.Scan'])
export const readCards = mayAny(['Member.InviteToCard', 'Card.Manage'])
export const readRequests = mayAny(['Reporting.Membership', 'Request.Decide', 'Request.Refund'])
