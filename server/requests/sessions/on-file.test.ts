import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { incompleteLink } from '#contract/words/link-words.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { memberOf, type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  patron = patronOf(hub)
})
afterAll(() => hub.close())

const save = (Secret: string, answers: object) =>
  patron.call(api.saveSession, {
    params: renewalForm,
    body: { Secret, Answers: { MembershipType: 'Life', HasAcceptedTerms: true, ...answers } },
  })
async function read(number: string) {
  const params = { businessId: 'harbourside', memberId: (await memberOf(hub, number)).id }
  const { body } = await hub.as(people.admin)(api.getMember, { params })
  return body.Results[0]!
}

describe('who has shown who they are', () => {
  const proven = async (number: string, chosen: object | null = null) => {
    const secret = await patron.identify(number)
    if (chosen) await save(secret, chosen)
    const { body } = await patron.enter(secret, await patron.codeFor(secret, number))
    return { secret, session: body }
  }
  const ask = (fields: object) =>
    hub.owner.query(
      `update request_form set config = jsonb_set(config, '{Fields}', config -> 'Fields' || $1) where form_id = $2`,
      [JSON.stringify(fields), renewalForm.form],
    )

  test('begins with the membership they have, unless they have chosen another', async () => {
    await hub.owner.query(
      `update member set membership_type = 'Social' where business_id = 'harbourside' and membership_number = any('{10129, 10130}')`,
    )
    expect((await proven('10129')).session.Answers.MembershipType).toBe('Social')
    expect((await proven('10130', { MembershipType: 'Life' })).session.Answers.MembershipType).toBe('Life')
  })

  test('sees what is on file, and leaves empty what is right, required or not', async () => {
    await ask({ Occupation: 'Required', Nationality: 'Off' })
    await hub.owner.query(
      `update member set membership_type = 'Life', occupation = 'Baker', nationality = 'Dutch'
       where business_id = 'harbourside' and membership_number = any('{10131, 10132}')`,
    )
    const { secret, session } = await proven('10131')
    expect(session.OnFile).toMatchObject({ Occupation: 'Baker', Nationality: null })
    await save(secret, { Occupation: null })
    const done = await patron.submit(secret, renewalForm)
    expect(done).toMatchObject({ IsRenewed: true, OnFile: null })
    expect((await read('10131')).Occupation).toBe('Baker')

    await hub.owner.query(
      `update member set occupation = null where business_id = 'harbourside' and membership_number = '10132'`,
    )
    const other = await proven('10132')
    await save(other.secret, { Occupation: null })
    const { error } = await patron.call(api.submitSession, {
      params: renewalForm,
      body: { Secret: other.secret },
    })
    expect(error.Errors).toEqual({ Occupation: 'Occupation is required.' })
    await ask({ Occupation: 'Off' })
  })

  test('is let in whatever came into the record from elsewhere', async () => {
    await ask({ Occupation: 'Optional', Address: 'Optional' })
    await hub.owner.query(
      `update member set occupation = repeat('x', 300), home_address = '{"Suburb": 5}',
         home_contact = home_contact || '{"AcceptsEmailMarketing": null}'
       where business_id = 'harbourside' and membership_number = '10133'`,
    )
    const { session } = await proven('10133')
    expect(session.OnFile).toMatchObject({ Occupation: null, Address: null, AcceptsEmailMarketing: false })
    await ask({ Occupation: 'Off', Address: 'Off' })
  })
})

test.each([
  ['a session', api.openSession],
  ['a renewal', api.identifyMember],
  ['reminders', api.stopReminders],
] as const)('half of a link to %s is told to be that', async (_, endpoint) => {
  const { status, error } = await patron.call(endpoint, { params: renewalForm, body: { Secret: 'abc' } })
  expect([status, error.ErrorMessage]).toEqual([400, incompleteLink])
})
