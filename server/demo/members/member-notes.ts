import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'

type DemoNotes = {
  businessId: string
  writer: string
  /** By membership number; the first of a member is the oldest. */
  notes: { number: string; text: string; isPinned?: true }[]
  filters: { name: string; query: string; isShared: boolean }[]
}

const written: readonly DemoNotes[] = [
  {
    businessId: 'harbourside',
    writer: 'reception@harbourside.example',
    notes: [
      { number: '10001', text: 'Lost the old badge; a new one was handed out at the desk.' },
      { number: '10001', text: 'Uses a wheelchair: keep a table by the ramp.', isPinned: true },
      { number: '10002', text: 'Prefers to be called in the afternoon.' },
    ],
    filters: [
      { name: 'Financial gold members', query: 'Financial=true&MemberLevel=Gold', isShared: true },
      { name: 'Social, not financial', query: 'Financial=false&MembershipType=Social', isShared: false },
    ],
  },
  {
    businessId: 'valley-golf',
    writer: 'admin@valley-golf.example',
    notes: [{ number: '10001', text: 'Plays on Tuesdays.' }],
    filters: [{ name: 'Life members', query: 'MembershipType=Life', isShared: true }],
  },
]

/** What the staff of the demo wrote about members, filters they saved, and a change or two. */
export async function seedMemberNotes(platform: Transaction): Promise<void> {
  for (const { businessId, writer, notes, filters } of written)
    await platform.asTenant(businessId, async (tx) => {
      for (const { number, text, isPinned = false } of notes)
        await tx.run(sql`
          insert into member_note (business_id, member_id, text, is_pinned, actor_id, actor_name, at)
          select m.business_id, m.member_id, ${text}, ${isPinned}::boolean, u.uid, u.display_name, now() - interval '9 days'
          from member m join business_user u on u.business_id = m.business_id and u.email = ${writer}
          where m.business_id = ${businessId} and m.membership_number = ${number}`)
      for (const { name, query, isShared } of filters)
        await tx.run(sql`
          insert into saved_filter (business_id, owner_id, owner_name, name, query, is_shared)
          select business_id, uid, display_name, ${name}, ${query}, ${isShared}::boolean
          from business_user where business_id = ${businessId} and email = ${writer}`)
      await tx.run(sql`
        insert into member_change (business_id, member_id, actor_id, actor_name, title, before, after, at)
        select m.business_id, m.member_id, u.uid, u.display_name, 'Change a member',
          jsonb_build_object('MemberLevel', 'Bronze', 'HomeContactDetails', jsonb_build_object('MobileNumber', null)),
          jsonb_build_object('MemberLevel', m.member_level, 'HomeContactDetails',
            jsonb_build_object('MobileNumber', m.home_contact ->> 'MobileNumber')),
          now() - interval '20 days'
        from member m join business_user u on u.business_id = m.business_id and u.email = ${writer}
        where m.business_id = ${businessId} and m.membership_number in ('10001', '10002')`)
    })
}
