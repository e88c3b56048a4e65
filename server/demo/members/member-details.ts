import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'

/** Members of the demo who show what a member page can show: values offered no more, other addresses, an override. */
export async function seedMemberDetails(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    await tx.run(sql`
      update member set member_level = 'Copper', membership_type = 'Staff'
      where business_id = ${tx.businessId} and membership_number = '10003'`)
    await tx.run(sql`
      update member set nationality = 'New Zealand', default_contact = 'Work',
        work_address = ${office}::jsonb, work_contact = ${desk}::jsonb, postal_address = ${postBox}::jsonb
      where business_id = ${tx.businessId} and membership_number = '10001'`)
    // The demo begins with this: nobody is to be told of it.
    await tx.run(sql`delete from contact_change where business_id = ${tx.businessId}`)
    await tx.run(sql`
      insert into member_override (business_id, member_id, key, actor_name, at)
      select m.business_id, m.member_id, 'MemberLevel', u.display_name, now() - interval '20 days'
      from member m join business_user u on u.business_id = m.business_id
      where m.business_id = ${tx.businessId} and m.membership_number = '10001'
        and u.email = 'reception@harbourside.example'`)
  })
}

const office = JSON.stringify({
  AddressLine1: 'Level 4',
  AddressLine2: '20 Bridge Street',
  Suburb: 'Sydney',
  State: 'NSW',
  PostCode: '2000',
  Country: 'Australia',
})
const postBox = JSON.stringify({
  AddressLine1: 'PO Box 118',
  AddressLine2: null,
  Suburb: 'Penrith',
  State: 'NSW',
  PostCode: '2751',
  Country: 'Australia',
})
const desk = JSON.stringify({
  EmailAddress: 'ngaire@bridge-street.example',
  MobileNumber: null,
  PhoneNumber: '02 5550 1180',
  AcceptsPhoneMarketing: true,
  AcceptsMobileMarketing: false,
  AcceptsEmailMarketing: true,
})
