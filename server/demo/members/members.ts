import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'

const firstNames =
  'Olivia Noah Charlotte Jack Amelia William Isla Leo Mia Oliver Grace Henry Ava Thomas Zoë Chloé José Renée Matilda Lachlan Ruby Hamish Sienna Angus Freya Mohammed Priya Wei Linh Kiri Tane Aroha Giulia Dimitri Yasmin Björn Saoirse Łukasz Ngaire Declan'.split(
    ' ',
  )
const lastNames =
  "Smith Jones Williams Brown Wilson Taylor Nguyen Johnson Martin White Anderson Walker Thompson Thomas Lee Harris Ryan Robinson Kelly King Davis Wright Evans Roberts Green Hall Wood Jackson Clarke Patel Singh Chen O'Brien McDonald Papadopoulos Müller Kowalski Fernández Nakamura Te-Rangi".split(
    ' ',
  )
// Of many members few share a surname.
const surnameStarts =
  'Ash Barn Black Brad Brook Burn Cal Chal Clay Cole Dal Den Eld Fair Farn Glen Gold Har Hart Hazel Hol Kel Lang Lin Marsh Mel Mill Mor Nor Oak Pem Rad Red Rose Sand Shel Stan Sut Thorn Wake Wal Wark West Whit Win Wood'.split(
    ' ',
  )
const surnameEnds =
  'bank berry bourne bridge brook burn by combe cott croft dale den don ell ford gate grove ham hill holm house hurst land ley low man mere mond more ridge shaw son stead stone thorpe ton wall ward well wick wood worth'.split(
    ' ',
  )
const suburbs =
  'Balmain|2041,Manly|2095,Parramatta|2150,Newtown|2042,Bondi|2026,Penrith|2750,Cronulla|2230,Hornsby|2077'.split(
    ',',
  )

const demoMembers = 2000
// Whose applications are accepted: they come with those.
const applicants = 4

/** The members of the demo: 2,000 at Harbourside, with the applicants who become some, and 200 at Valley Golf. */
export async function seedMembers(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', (tx) => insertMembers(tx, demoMembers - applicants))
  await platform.asTenant('valley-golf', (tx) => insertMembers(tx, 200))
}

/** Makes members who look like a club's, the same ones every time, with numbers from 10001 on, or after that many. */
export async function insertMembers(tx: Transaction, count: number, after = 0): Promise<void> {
  // A number of 0 to 2^31 that is always the same for a member and a purpose.
  const dice = (purpose: number) => sql`(hashtextextended(n::text, ${purpose}::bigint) & 2147483647)`
  const pick = (from: string[], purpose: number) =>
    sql`(${from}::text[])[1 + ${dice(purpose)} % ${from.length}]`
  await tx.run(sql`
    with venues as (
      select array_agg(venue_no order by venue_no) as nos from venue
      where business_id = ${tx.businessId} and deleted_at is null
    ), people as (
      select n, ${pick(firstNames, 1)} as first, 
        case when n > ${demoMembers} and ${dice(15)} % 10 < 8 then ${pick(surnameStarts, 16)} || ${pick(surnameEnds, 17)}
          else ${pick(lastNames, 2)} end as last, ${pick(suburbs, 3)} as place,
        ${businessToday} - (18 * 365 + (${dice(4)} % (65 * 365)))::int as born,
        ${businessToday} - (30 + ${dice(5)} % 5000)::int as joined
      from generate_series(${after}::int + 1, ${after + count}::int) n
    )
    insert into member (business_id, venue_no, member_key, membership_number, badge_number, title, first_name, preferred_name,
      last_name, birth_date, gender, occupation, date_joined, date_renewed, date_financial, status, member_level,
      membership_type, home_address, home_contact)
    select ${tx.businessId}, nos[1 + ${dice(6)} % array_length(nos, 1)], md5(${tx.businessId} || n),
      (10000 + n)::text, case when n % 9 = 0 then 'B' || n end, ${pick(['Mr', 'Mrs', 'Ms', 'Miss', 'Dr'], 7)},
      first, case when n % 11 = 0 then left(first, 3) end, last, born,
      ${pick(['Male', 'Female', 'Other'], 8)}, ${pick(['Teacher', 'Nurse', 'Retired', 'Electrician', 'Student', 'Chef'], 9)},
      joined, joined + 365, ${businessToday} + (-200 + ${dice(10)} % 600)::int,
      case when n % 13 = 0 then 'Inactive' when n % 97 = 0 then 'Suspended' else 'Active' end,
      ${pick(['Bronze', 'Silver', 'Gold'], 11)},
      case when n % 50 = 0 then 'Life' when n % 4 = 0 then 'Social' else 'Ordinary' end,
      jsonb_build_object('AddressLine1', (1 + ${dice(12)} % 200) || ' ' || ${pick(['George', 'King', 'Park', 'Victoria', 'Church'], 13)} || ' Street',
        'AddressLine2', null, 'Suburb', split_part(place, '|', 1), 'State', 'NSW',
        'PostCode', split_part(place, '|', 2), 'Country', 'Australia'),
      jsonb_build_object('EmailAddress', plain(regexp_replace(first || '.' || last, '[^[:alpha:].]', '', 'g')) || n || '@example.com',
        'MobileNumber', '+614' || lpad((${dice(14)} % 100000000)::text, 8, '0'), 'PhoneNumber', null,
        'AcceptsPhoneMarketing', false, 'AcceptsMobileMarketing', n % 2 = 0, 'AcceptsEmailMarketing', n % 3 = 0)
    from people cross join venues`)
  await tx.run(sql`
    insert into member_counter (business_id, next_number) values (${tx.businessId}, ${10_001 + after + count})
    on conflict (business_id) do update set next_number = greatest(member_counter.next_number, excluded.next_number)`)
}
