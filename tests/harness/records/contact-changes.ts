import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { RequestAnswers } from '#contract/requests/request-answers.ts'
import { people, type TestHub } from '#tests/hub.ts'
import { importsBy } from './imports.ts'
import { placeOrder, saveDetails, startOrder } from './orders.ts'
import { readOutbox } from './outbox.ts'
import { inviteToPass } from './passes.ts'

const businessId = 'harbourside'
let made = 0

/** A member of Harbourside with an e-mail address and a mobile number that nobody else has, and another for them to get. */
export async function memberToChange(hub: TestHub, fields: object = {}) {
  const n = 80_000_000 + ++made
  const contact = { EmailAddress: `old${n}@example.org`, MobileNumber: `+614${n}` }
  const { body } = await hub.as(people.admin)(api.createMember, {
    params: { businessId },
    query: { venueId: '1' },
    body: {
      FirstName: 'Olive',
      LastName: `Owner${n}`,
      MembershipType: 'Ordinary',
      DateFinancial: '2099-06-30',
      HomeContactDetails: contact,
      ...fields,
    },
  })
  return { memberId: body.data.id, ...contact, newEmail: `new${n}@elsewhere.example` }
}
export type Changeable = Awaited<ReturnType<typeof memberToChange>>

/** The member as the console has it. */
export async function readMember(hub: TestHub, memberId: string) {
  const { body } = await hub.as(people.admin)(api.getMember, { params: { businessId, memberId } })
  return body.Results[0]!
}

/** Gives a member another e-mail address at home, on the member page. */
export async function changeEmail(hub: TestHub, memberId: string, EmailAddress: string | null) {
  const member = await readMember(hub, memberId)
  const HomeContactDetails = { ...member.HomeContactDetails, EmailAddress }
  return hub.as(people.admin)(api.updateMember, {
    params: { businessId, memberId },
    query: { revision: member.Revision },
    body: { ...MemberFields.parse(member), HomeContactDetails },
  })
}

/** Puts a request for a decision, as if it had been sent, and accepts it. */
async function accept(hub: TestHub, kind: 'Renewal' | 'Registration', memberId: string, answers: object) {
  const { rows } = await hub.owner.query<{ id: string }>(
    `insert into request_session (business_id, form_id, kind, venue_no, secret_hash, next_step, answers, member_id, display_name,
       submitted_at, proven_at)
     select business_id, form_id, kind, '1', sha256(gen_random_uuid()::text::bytea), 'User Completed', $1, $2, 'Olive Owner', now(), now()
     from request_form where business_id = 'harbourside' and kind = $3 order by form_id limit 1
     returning session_id as id`,
    [RequestAnswers.parse(answers), kind === 'Renewal' ? memberId : null, kind],
  )
  const params = { businessId, sessionId: rows[0]!.id }
  const admin = hub.as(people.admin)
  if (kind === 'Renewal') return admin(api.acceptRenewalRequest, { params, body: { NotifyBy: 'none' } })
  return admin(api.acceptMembershipRequest, {
    params,
    body: {
      MemberId: memberId,
      MembershipNumber: null,
      MembershipType: 'Ordinary',
      MemberLevel: null,
      VenueNo: '1',
      NotifyBy: 'none',
    },
  })
}

async function merge(hub: TestHub, survivorId: string, otherId: string) {
  const [survivor, other] = [await readMember(hub, survivorId), await readMember(hub, otherId)]
  return hub.as(people.admin)(api.mergeMembers, {
    params: { businessId, memberId: survivorId },
    body: {
      OtherId: otherId,
      Revision: survivor.Revision,
      OtherRevision: other.Revision,
      Fields: {
        ...MemberFields.parse(survivor),
        HomeContactDetails: {
          ...survivor.HomeContactDetails,
          EmailAddress: other.HomeContactDetails!.EmailAddress,
        },
      },
    },
  })
}

/** Every way that a member's e-mail address comes to be another; a new one is a line here. */
export const waysToChange: Record<
  string,
  (hub: TestHub, member: Changeable) => Promise<{ status: number } | void>
> = {
  'an edit': (hub, { memberId, newEmail }) => changeEmail(hub, memberId, newEmail),
  'an invitation to a digital card': (hub, { memberId, newEmail }) =>
    inviteToPass(hub, memberId, { EmailAddress: newEmail }),
  'a card that is sent': (hub, { memberId, newEmail }) =>
    hub.as(people.admin)(api.issueMemberCard, {
      params: { businessId, memberId, cardType: 'instantgift' },
      body: { InitialCardValue: 20, EmailAddress: newEmail },
    }),
  'a card that is ordered': async (hub, { memberId, MobileNumber, newEmail }) => {
    const { body: order } = await startOrder(hub, memberId)
    await saveDetails(hub, order, { MobileNumber, EmailAddress: newEmail })
    return placeOrder(hub, order)
  },
  'a renewal': (hub, { memberId, newEmail }) => accept(hub, 'Renewal', memberId, { EmailAddress: newEmail }),
  'an application that is attached': async (hub, { memberId, newEmail }) => {
    const { status } = await accept(hub, 'Registration', memberId, {
      FirstName: 'Olive',
      LastName: 'Owner',
      EmailAddress: newEmail,
      HasAcceptedTerms: true,
    })
    return { status }
  },
  'a merge': async (hub, { memberId, newEmail }) => {
    const other = await memberToChange(hub)
    await changeEmail(hub, other.memberId, newEmail)
    return merge(hub, memberId, other.memberId)
  },
  'an import': async (hub, { memberId, newEmail }) => {
    const { MembershipNumber } = await readMember(hub, memberId)
    const imports = importsBy(hub, people.admin)
    const file = `Number,Email\n${MembershipNumber},${newEmail}\n`
    const { ImportId } = await imports.check(file)
    const { Outcome } = await imports.run(ImportId, { Number: 'update' })
    return { status: Outcome.Updated === 1 ? 200 : 500 }
  },
  'a statement of the database’s owner': async (hub, { memberId, newEmail }) => {
    await hub.owner.query(
      `update member set home_contact = jsonb_set(home_contact, '{EmailAddress}', to_jsonb($2::text)) where member_id = $1`,
      [memberId, newEmail],
    )
  },
}

/** Carries out what is waiting to be told; tells how many jobs there were. */
export async function tellContacts(hub: TestHub): Promise<number> {
  const { rows } = await hub.owner.query<{ payload: object }>(`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'tell_contact_changes' returning j.payload`)
  for (const { payload } of rows) await hub.tasks.tell_contact_changes!(payload as never, { isLast: false })
  return rows.length
}

/** The newest message to a contact about its change, and the secret in it. */
export async function newsTo(hub: TestHub, contact: string) {
  const letters = await readOutbox(hub.owner, hub.secret, contact)
  const { body = '', subject = null } = letters.find(({ kind }) => kind === 'contact change') ?? {}
  return { subject, body, secret: /\/contact-change#(\S+)/.exec(body)?.[1] ?? null }
}
