/** Every permission a role can grant. The order is the order of the roles page. */
export const permissions = [
  {
    name: 'Member.ReadDetails',
    displayName: 'View Member Details',
    description: 'Open members and events, and check people in at the door.',
  },
  {
    name: 'Member.Search',
    displayName: 'Search Members',
    description: 'List and search the members of the business.',
  },
  {
    name: 'Member.InviteToApp',
    displayName: 'Invite To Digital Membership',
    description: 'Send a member the invitation to their digital membership card.',
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
    description: 'Review membership applications and renewals, and report on them.',
  },
  {
    name: 'User.Management',
    displayName: 'Manage Users',
    description: 'Add and remove users, change what each may do, and read the audit trail.',
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

/** The role that may do everything in its business. */
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
    description: 'Looks members up and invites them to their digital card.',
    permissions: ['Member.Search', 'Member.ReadDetails', 'Member.InviteToApp'],
  },
  {
    name: 'Promotions',
    description: 'Awards points and sends cards.',
    permissions: [
      'Member.Search',
      'Member.ReadDetails',
      'Member.InviteToCard',
      'Loyalty.CreditPoints',
      'Cardholder.PointsToMoney',
    ],
  },
  {
    name: 'Finance',
    description: 'Reads the financial and membership reports.',
    permissions: ['Reporting.Financial', 'Reporting.Membership'],
  },
  { name: 'Door', description: 'Checks people in at events.', permissions: ['Member.ReadDetails'] },
]
