import { randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { hashOf } from '#platform/secrets'

type DemoPass = {
  design: string
  /** Days since it was sent. */
  sent: number
  /** Days after that until it was claimed; without, nobody has. */
  claimed?: number
  used?: number
  revoked?: { after: number; reason: string }
  /** The code of its invitation, where somebody is to try it. */
  code?: string
  /** Whose it is, of members `m` in the order of their numbers. */
  whose?: Sql
}

const isFinancial = sql`m.date_financial > ${businessToday} + 30`

const harbourside: readonly DemoPass[] = [
  { design: 'member-card', sent: 64, claimed: 1, used: 7 },
  { design: 'member-card', sent: 40, claimed: 0, used: 2 },
  { design: 'member-card', sent: 33, claimed: 6 },
  { design: 'member-card', sent: 12, claimed: 0, used: 1 },
  { design: 'member-card', sent: 5, claimed: 2 },
  { design: 'member-card', sent: 1, code: 'p-your-harbourside-member-card' },
  { design: 'member-card', sent: 3 },
  {
    design: 'member-card',
    sent: 30,
    claimed: 1,
    revoked: { after: 10, reason: 'Lent to somebody at the door.' },
  },
  // Void until the membership is renewed.
  {
    design: 'member-card',
    sent: 90,
    claimed: 2,
    used: 4,
    whose: sql`m.date_financial < ${businessToday} - 10`,
  },
  // Expired, and used up.
  { design: 'visitor-pass', sent: 70, claimed: 0 },
  { design: 'visitor-pass', sent: 8, claimed: 1, used: 1 },
  { design: 'visitor-pass', sent: 2 },
]

const valley: readonly DemoPass[] = [
  { design: 'golf-member', sent: 20, claimed: 1, used: 3 },
  { design: 'golf-member', sent: 2 },
]

/** Passes in every state: invited, active, revoked, expired, void. */
export async function seedIssuedPasses(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', (tx) => seedAll(tx, harbourside))
  await platform.asTenant('valley-golf', (tx) => seedAll(tx, valley))
}

async function seedAll(tx: Transaction, passes: readonly DemoPass[]): Promise<void> {
  for (const pass of passes) await seedPass(tx, pass)
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

async function seedPass(tx: Transaction, pass: DemoPass): Promise<void> {
  const { design, sent, claimed, used = 0, revoked, code, whose = isFinancial } = pass
  const isOpen = claimed === undefined
  await tx.run(sql`
    insert into pass (business_id, pass_configuration_id, member_id, coupon_code, code_hash, holder_hash, usage_count,
      invited_to, invited_at, issued_at, issued_by_id, issued_by_name, created_at, claimed_at, revoked_at,
      revoked_by_name, revoke_reason, changed_at)
    select m.business_id, ${design}, m.member_id, upper(left(md5(m.member_id || ${design}), 12)),
      ${isOpen ? (code ? hashOf(code) : randomBytes(32)) : null}::bytea, ${isOpen ? null : randomBytes(32)}::bytea, ${used},
      coalesce(m.home_contact ->> 'MobileNumber', m.home_contact ->> 'EmailAddress'), ${daysAgo(sent)}, ${daysAgo(sent)},
      'reception@harbourside.example', 'Robin Reception', ${daysAgo(sent)},
      case when not ${isOpen}::boolean then ${daysAgo(sent - (claimed ?? 0))} end,
      case when ${revoked !== undefined}::boolean then ${daysAgo(sent - (revoked?.after ?? 0))} end,
      ${revoked && 'Alex Admin'}, ${revoked?.reason}, ${daysAgo(sent)}
    from member m
    where m.business_id = ${tx.businessId} and m.deleted_at is null and ${whose}
      and coalesce(m.home_contact ->> 'MobileNumber', m.home_contact ->> 'EmailAddress') is not null
      and not exists (select from pass p where p.business_id = m.business_id and p.member_id = m.member_id)
    order by m.membership_number limit 1`)
}
