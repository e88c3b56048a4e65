import type { PageName } from '#contract/console-paths.ts'
import type { PageHelp } from './help-words.ts'
import { platformHelp } from './platform-help.ts'

const toReports = { page: 'reports', label: 'All reports' } as const

/** Of every page: one that is new has none and doesn't compile. */
export const pageHelp: Readonly<Record<PageName, PageHelp>> = {
  account: {
    sentences: [
      'Your name, how you sign in, your second factors, and where you are signed in.',
      'End a session you don’t know at once, and change your password.',
    ],
    next: { page: 'home', label: 'Back to the start' },
  },
  ...platformHelp,
  home: {
    sentences: [
      'What waits for you comes first; the products of your business stand below.',
      'Press Ctrl K (⌘ K on a Mac) to go to any member, card, event or page by name.',
    ],
    next: { page: 'account', label: 'My account' },
  },
  members: {
    sentences: [
      'Search by name, number, e-mail or mobile; filters can be combined, and are kept in the address to share or save.',
      'Standing says whether somebody is financial: it follows from the date their membership runs to.',
      'Choose several to invite them, or download the list as you see it.',
    ],
    next: { page: 'memberImports', label: 'Import members from a file' },
  },
  newMember: {
    sentences: [
      'Only what is marked is needed. A membership number is given by itself where your business has it so.',
      'Whoever looks like somebody you have already is shown before you save.',
    ],
    next: { page: 'memberImports', label: 'Many at once? Import them' },
  },
  doubledCodes: {
    sentences: [
      'Members who share a card or bar code: at the door it would be either. Give one of them another.',
    ],
    next: { page: 'members', label: 'Members' },
  },
  memberImports: {
    sentences: [
      'Upload a CSV or Excel file. It is tried first: you see what would be new, changed or wrong before anything is.',
      'An import can be left while it runs, and says here how it went.',
    ],
    next: { page: 'members', label: 'Members' },
  },
  memberImport: {
    sentences: [
      'Match the columns of your file, look at what would happen, then import. Wrong rows can be downloaded, mended and sent again.',
    ],
    next: { page: 'memberImports', label: 'All imports' },
  },
  sendings: {
    sentences: [
      'Every time that many members were written to at once: how far it is, and what became of it.',
    ],
    next: { page: 'members', label: 'Members' },
  },
  sending: {
    sentences: [
      'How far it is, and what became of each. It can be paused, taken up again and stopped; nobody is written to twice.',
    ],
    next: { page: 'members', label: 'Members' },
  },
  mergeMember: {
    sentences: [
      'Two records of one person become one: choose what is kept. Points, cards, visits and requests move along, and it can be undone.',
    ],
    next: { page: 'members', label: 'Members' },
  },
  member: {
    sentences: [
      'Everything about one person: contact, points, cards, passes, visits, notes, and what comes next.',
      'A wrong award is taken back by reversing it; both stay in the history.',
    ],
    next: { page: 'members', label: 'Members' },
  },
  events: {
    sentences: [
      'What is on, what was, and drafts. An event is open to its members once it is published.',
      'At the door any phone, tablet or scanner will do: open the event to find its doors.',
    ],
    next: { page: 'newEvent', label: 'New event' },
  },
  newEvent: {
    sentences: [
      'A name and when it is are enough; sessions, capacity and re-entry rules can follow. It is a draft until it is published.',
    ],
    next: { page: 'events', label: 'Events' },
  },
  event: {
    sentences: [
      'Live attendance, entries, doors and rules. Who is in now is a list to print for the fire brigade.',
      'A door goes on when the network doesn’t, and uploads what it scanned afterwards.',
    ],
    next: { page: 'events', label: 'Events' },
  },
  whoIsIn: {
    sentences: [
      'Who came in and has not gone out again, with visitors who were signed in. It keeps up by itself, and prints on paper.',
    ],
    next: { page: 'events', label: 'Events' },
  },
  visitors: {
    sentences: [
      'The visitors’ book: who came as a guest, with whom, and when. It is kept as long as your settings say.',
    ],
    next: { page: 'events', label: 'Events' },
  },
  visitorsPrint: {
    sentences: ['The visitors’ book on paper, for the days that you choose.'],
    next: { page: 'visitors', label: 'Visitors' },
  },
  cards: {
    sentences: [
      'Gift and reloadable cards: issue, send, reload, stop and replace them.',
      'A card that is lost is stopped at once; its balance can be moved to a new one.',
    ],
    next: { page: 'cardOrders', label: 'Plastic cards' },
  },
  card: {
    sentences: [
      'One card: what is on it, what happened to it, who holds it. What was loaded or spent is never deleted; it is put right by another entry.',
    ],
    next: { page: 'cards', label: 'Cards' },
  },
  orderCard: {
    sentences: ['Choose how many, how they look and where they go. Nothing is ordered before the last step.'],
    next: { page: 'cardOrders', label: 'Card orders' },
  },
  cardOrders: {
    sentences: [
      'Plastic that was ordered, from draft to delivery. Complete an order when the parcel has arrived: its cards can be used from then on.',
    ],
    next: { page: 'cards', label: 'Cards' },
  },
  cardBureau: {
    sentences: ['Where the files of your orders go, and how they look.'],
    next: { page: 'cardOrders', label: 'Card orders' },
  },
  passDesigns: {
    sentences: [
      'How membership cards look in Apple and Google wallets. A change reaches the phones by itself once it is published.',
    ],
    next: { page: 'members', label: 'Invite members to their pass' },
  },
  passDesign: {
    sentences: [
      'Colours, images and fields on the left, the pass on both phones on the right. What members have changes only when you publish.',
    ],
    next: { page: 'passDesigns', label: 'Passes' },
  },
  membershipRequests: {
    sentences: [
      'Applications, the oldest that waits first. Open one to accept or reject it; the next one follows.',
      'At ‘Payment Required’ take the money at the counter, or send the link again.',
    ],
    next: { page: 'requestForms', label: 'Forms' },
  },
  membershipRequest: {
    sentences: [
      'What they answered, what they paid, and what speaks against it. A decision is told to them by e-mail, and can be put back.',
    ],
    next: { page: 'membershipRequests', label: 'Membership requests' },
  },
  renewalRequests: {
    sentences: [
      'Members who renew, and where each of them is. Reminders go out by themselves, as you have set them.',
    ],
    next: { page: 'renewalReminders', label: 'Reminders' },
  },
  renewalReminders: {
    sentences: [
      'When members are reminded, who is next, and what came of it: renewed, opened, unsubscribed.',
    ],
    next: { page: 'renewalRequests', label: 'Renewals' },
  },
  renewalRequest: {
    sentences: [
      'What is to change, what they paid, and until when they would be financial. A decision is told to them by e-mail.',
    ],
    next: { page: 'renewalRequests', label: 'Renewals' },
  },
  requestForms: {
    sentences: [
      'The forms by which people join and renew. Each has its types, prices, questions and rules, and an address to share or print as a QR code.',
    ],
    next: { page: 'membershipRequests', label: 'Membership requests' },
  },
  newRequestForm: {
    sentences: ['Choose what is asked for and offered. Nobody sees it before it is published.'],
    next: { page: 'requestForms', label: 'Forms' },
  },
  requestForm: {
    sentences: [
      'Rules say who may choose which membership; questions may depend on each other, and add to the price.',
    ],
    next: { page: 'requestForms', label: 'Forms' },
  },
  payments: {
    sentences: [
      'Money taken and given back, by every method. The totals are net of refunds, and agree with the close pack.',
    ],
    next: toReports,
  },
  payment: {
    sentences: ['One payment: what for, by whom, how, and what was given back. The receipt can be printed.'],
    next: { page: 'payments', label: 'Payments' },
  },
  reports: {
    sentences: [
      'Every report downloads as CSV or Excel, can be saved with its filters, and sent to colleagues on a schedule.',
    ],
    next: { page: 'payments', label: 'Payments' },
  },
  'passes-by-member': { sentences: ['Who has a pass on which phone, and since when.'], next: toReports },
  'finance-close-pack': {
    sentences: [
      'The figures of a span of time for your books: cards, points, fees, refunds, what is owing. A span that has ended never changes.',
    ],
    next: { page: 'payments', label: 'Payments' },
  },
  'cherrypay-cards-by-member': {
    sentences: ['Which cards members hold, and what is on them.'],
    next: toReports,
  },
  'cherrypay-disbursement-account-transactions': {
    sentences: ['What went into and out of the account that cards are loaded from.'],
    next: toReports,
  },
  'membership-applications': {
    sentences: ['Applications with what was asked, paid and decided.'],
    next: toReports,
  },
  'membership-renewal-applications': {
    sentences: ['Renewals with what was paid and decided.'],
    next: toReports,
  },
  users: {
    sentences: [
      'Your colleagues: invite them, give them a role and venues, see how their invitation fares.',
      'Who leaves is disabled: they are signed out at once, and what they did stays on record.',
    ],
    next: { page: 'roles', label: 'What roles may do' },
  },
  roles: {
    sentences: ['A role is a list of what its users may do. A change holds from their next press.'],
    next: { page: 'users', label: 'Users' },
  },
  approvals: {
    sentences: [
      'Above a limit somebody else has to agree. What waits for you stands first; what you asked for is here, too.',
    ],
    next: { page: 'settings', label: 'Limits' },
  },
  audit: {
    sentences: ['Who did what and when, with what it was before and after. Nothing here can be changed.'],
    next: { page: 'users', label: 'Users' },
  },
  configuration: {
    sentences: ['What the business is made of: venues, licences, points types, card programs, option lists.'],
    next: { page: 'members', label: 'Members' },
  },
  settings: {
    sentences: [
      'Name, logo, time zone, limits, and how long things are kept. Days and months everywhere are those of this time zone.',
    ],
    next: { page: 'users', label: 'Users' },
  },
}
