import sql from 'sql-template-tag'
import type { PermissionName } from '#contract/access/permissions.ts'
import type { Transaction } from '#platform/database'

type DemoRole = { businessId: string; name: string; description: string; permissions: PermissionName[] }

const roles: DemoRole[] = [
  {
    businessId: 'harbourside',
    name: 'Duty Manager',
    description: 'Runs the floor: looks after members and their points, and sees what the night brings in.',
    permissions: [
      'Member.ReadDetails',
      'Member.Search',
      'Member.Edit',
      'Reporting.Financial',
      'Loyalty.CreditPoints',
      'Event.Scan',
    ],
  },
  {
    businessId: 'harbourside',
    name: 'Membership Officer',
    description: 'Reviews applications and renewals, and invites new members to their card.',
    permissions: [
      'Member.ReadDetails',
      'Member.Search',
      'Member.Create',
      'Member.Edit',
      'Member.InviteToApp',
      'Reporting.Membership',
      'Request.Decide',
    ],
  },
  {
    businessId: 'valley-golf',
    name: 'Pro Shop',
    description: 'Looks members up at the counter.',
    permissions: ['Member.ReadDetails', 'Member.Search'],
  },
]

/** Roles that the businesses of the demo made themselves. */
export async function seedRoles(platform: Transaction): Promise<void> {
  for (const { businessId, name, description, permissions } of roles)
    await platform.asTenant(businessId, (tx) =>
      tx.run(sql`
        insert into role (business_id, name, description, permissions)
        values (${businessId}, ${name}, ${description}, ${permissions})`),
    )
}
