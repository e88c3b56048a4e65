/** Every permission a role can grant: those of the specification, and one for each act. The order is that of the roles page. */
export const permissions = [
  {
    name: 'Member.ReadDetails',
    displayName: 'View Member Details',
    description: 'Open members, with what they have and did, and see the events.',
  },
  {
    name: 'Member.Search',
    displayName: 'Search Members',
    description: 'List and search the members of the business.',
  },
  {
    name: 'Member.Create',
    displayName: 'Create Members',
    description: 'Add members one by one.',
  },
  {
    name: 'Member.Edit',
    displayName: 'Edit Members',
    description:
      "Change members' details and contacts, override what a system says, and remove others' notes.",
  },
  {
    name: 'Member.Delete',
    displayName: 'Delete Members',
    description: 'Delete members, and restore those who were deleted.',
  },
  {
    name: 'Member.Import',
    displayName: 'Import Members',
    description: 'Add and change many members at once from a file.',
  },
  {
    name: 'Member.Merge',
    displayName: 'Merge Members',
    description: 'Make one member of two, and take that back.',
  },
  {
    name: 'Member.Export',
    displayName: 'Export Members',
    description: 'Download the members of the business as a file.',
  },
  {
    name: 'Member.InviteToApp',
    displayName: 'Invite To Digital Membership',
    description: 'Send a member the invitation to their digital membership card, and revoke it.',
  },
  {
    name: 'Member.InviteToCard',
    displayName: 'Invite To Card',
    description: 'Send prepaid cards to members and others, and order plastic cards.',
  },
  {
    name: 'Reporting.Financial',
    displayName: 'Financial Reports',
    description: 'See the summary figures, the disbursement account, and card and pass reports.',
  },
  {
    name: 'Reporting.Membership',
    displayName: 'Membership Reports',
    description: 'Read membership applications and renewals, and report on them.',
  },
  {
    name: 'User.Management',
    displayName: 'Manage Users',
    description:
      'Add and remove users, give them what one has oneself, read the audit trail, and remove what others have saved for all.',
  },
  {
    name: 'Loyalty.CreditPoints',
    displayName: 'Award Points',
    description: 'Add points to a member.',
  },
  {
    name: 'Cardholder.PointsToMoney',
    displayName: 'Transfer Points',
    description: "Turn a member's points into money on a card.",
  },
  {
    name: 'Loyalty.Reverse',
    displayName: 'Reverse Points',
    description: "Take back an entry of a member's points, with the money that it became.",
  },
  {
    name: 'Card.Manage',
    displayName: 'Manage Cards',
    description: 'Suspend, close and reopen prepaid cards, and cancel those nobody has claimed.',
  },
  {
    name: 'Event.Manage',
    displayName: 'Manage Events',
    description: 'Create and change events, see who came, and let people in against the rules.',
  },
  {
    name: 'Event.Scan',
    displayName: 'Scan At The Door',
    description: 'Check people in at the doors of events.',
  },
  {
    name: 'Pass.Design',
    displayName: 'Design Passes',
    description: 'Make and change the passes of the wallets.',
  },
  {
    name: 'Form.Manage',
    displayName: 'Manage Forms',
    description: 'Make and change the forms to apply and to renew, and their prices.',
  },
  {
    name: 'Request.Decide',
    displayName: 'Decide Requests',
    description:
      'Accept and reject membership applications and renewals, and take what they cost at the counter.',
  },
  {
    name: 'Request.Refund',
    displayName: 'Refund Payments',
    description:
      'Give back what a rejected request or somebody at the counter paid, try again where that failed, or say that it was done by hand.',
  },
  {
    name: 'Message.Send',
    displayName: 'Message Many',
    description: 'Send invitations to many members at once.',
  },
] as const

export type PermissionName = (typeof permissions)[number]['name']

export const permissionNames = permissions.map((permission) => permission.name)

/** The heading a permission stands under on the roles page, decided by its name alone. */
export function permissionGroup(name: string): string {
  const lower = name.toLowerCase()
  if (lower.startsWith('member.invite')) return 'Member Invitations'
  if (lower.startsWith('member.')) return 'Members'
  if (lower.startsWith('reporting.')) return 'Reports'
  if (lower.endsWith('.management')) return 'Administration'
  return 'Other'
}

/** What people call a permission. */
export function permissionDisplayName(name: PermissionName): string {
  return permissions.find((permission) => permission.name === name)?.displayName ?? name
}

/** The role that every business has for those who may do everything in it. */
export const adminRole = 'Admin'

/** The roles every business has from its first day; they can't be edited or removed. */
export const defaultRoles: readonly {
  name: string
  description: string
  permissions: readonly PermissionName[]
}[] = [
  { name: adminRole, description: 'Everything in this business.', permissions: permissionNames },
  {
    name: 'Reception',
    description: 'Adds and edits members, decides their requests, invites them and checks them in.',
    permissions: [
      'Member.Search',
      'Member.ReadDetails',
      'Member.Create',
      'Member.Edit',
      'Member.InviteToApp',
      'Event.Scan',
      'Request.Decide',
    ],
  },
  {
    name: 'Promotions',
    description: 'Awards points, and sends and manages cards.',
    permissions: [
      'Member.Search',
      'Member.ReadDetails',
      'Member.InviteToCard',
      'Loyalty.CreditPoints',
      'Cardholder.PointsToMoney',
      'Card.Manage',
    ],
  },
  {
    name: 'Finance',
    description: 'Reads the financial and membership reports, exports members and gives refunds.',
    permissions: ['Reporting.Financial', 'Reporting.Membership', 'Member.Export', 'Request.Refund'],
  },
  {
    name: 'Door',
    description: 'Looks members up and checks people in at events.',
    permissions: ['Member.ReadDetails', 'Event.Scan'],
  },
]
