import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { isRevised } from '#contract/revisions.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { recordIds } from '#tests/samples/record-ids.ts'

const businessId = 'harbourside'
let hub: TestHub
let ids: Record<string, string>
beforeAll(async () => {
  hub = await startTestHub()
  ids = await recordIds(hub.owner, businessId)
  // A colleague of the super administrator.
  await hub.owner.query(`
    insert into super_administrator (uid, email, display_name)
    select uid, email, display_name from business_user where email = '${people.finance}'`)
  // Before anything is changed: what the others do from now on, nobody has seen.
  await hub.as(me)(api.listVenues, { params: { businessId } })
  await hub.as(colleague)(api.listVenues, { params: { businessId } })
})
afterAll(() => hub.close())

const me = people.superAdmin
const colleague = people.finance

type Saved = { revision: string | number; value: unknown }

/** How a row is saved: what is read of the record, and a call with another value of one of its fields. */
type Case = {
  read: () => Promise<Saved>
  save: (as: string, value: string, revision?: string | number) => Promise<{ status: number; error: unknown }>
  values: readonly [theirs: string, mine: string]
  field: string
}

const one = <Row>(results: readonly Row[], isIt: (row: Row) => boolean): Row => results.find(isIt)!
const named = (revision: string | number | undefined) =>
  revision === undefined ? {} : { query: { revision: revision as never } }

const cases: Readonly<Record<string, Case>> = {
  updateVenue: {
    read: async () => {
      const { body } = await hub.as(me)(api.listVenues, { params: { businessId } })
      const { Revision, DisplayName } = one(body.Results, ({ id }) => id === '1')
      return { revision: Revision, value: DisplayName }
    },
    save: (as, DisplayName, revision) =>
      hub.as(as)(api.updateVenue, {
        params: { businessId, venueId: '1' },
        ...named(revision),
        body: { DisplayName },
      }),
    values: ['Their Venue', 'My Venue'],
    field: 'Name',
  },
  updateOption: {
    read: async () => {
      const { body } = await hub.as(me)(api.listOptionLists, { params: { businessId } })
      const { Options } = one(body.Results, ({ Name }) => Name === 'Title')
      const { Revision, Value } = one(Options, ({ Key }) => Key === 'Dr')
      return { revision: Revision, value: Value }
    },
    save: (as, Value, revision) =>
      hub.as(as)(api.updateOption, {
        params: { businessId, list: 'Title', key: 'Dr' },
        ...named(revision),
        body: { Value },
      }),
    values: ['Doctor', 'Doc'],
    field: 'Name',
  },
  setTimeZone: {
    read: async () => {
      const { body } = await hub.as(me)(api.listBusinesses, { query: { businessId } })
      return { revision: body.Results[0]!.Revision, value: body.Results[0]!.TimeZone }
    },
    save: (as, TimeZone, revision) =>
      hub.as(as)(api.setTimeZone, { params: { businessId }, ...named(revision), body: { TimeZone } }),
    values: ['Australia/Perth', 'Australia/Hobart'],
    field: 'Time zone',
  },
  setUserRole: {
    read: async () => {
      const { Revisions, CustomClaims } = await user()
      return { revision: Revisions.Role, value: CustomClaims.cherryPayRole }
    },
    save: async (as, Value, revision) =>
      hub.as(as)(api.setUserRole, {
        params: { businessId, uid: (await user()).Uid },
        ...named(revision),
        body: { Value },
      }),
    values: ['Reception', 'Promotions'],
    field: 'Role',
  },
  setUserVenues: {
    read: async () => {
      const { Revisions, CustomClaims } = await user()
      return { revision: Revisions.Venues, value: CustomClaims.cherryPayAuthorisedVenues }
    },
    save: async (as, venueNo, revision) =>
      hub.as(as)(api.setUserVenues, {
        params: { businessId, uid: (await user()).Uid },
        ...named(revision),
        body: [venueNo],
      }),
    values: ['2', '1'],
    field: 'Venues',
  },
  updateCardProgram: {
    read: async () => {
      const { Revision, Description } = await program()
      return { revision: Revision, value: Description }
    },
    save: async (as, Description, revision) =>
      hub.as(as)(api.updateCardProgram, {
        params: { businessId, cardProgramId: ids.cardProgramId! },
        ...named(revision),
        body: { ...(await program()), Description },
      }),
    values: ['Their program', 'My program'],
    field: 'Description',
  },
  setLowBalanceNotice: {
    read: async () => {
      const { body } = await hub.as(me)(api.getDisbursementAccount, { params: { businessId } })
      return { revision: body.Revision, value: body.LowBalanceNotice?.EmailAddress }
    },
    save: (as, EmailAddress, revision) =>
      hub.as(as)(api.setLowBalanceNotice, {
        params: { businessId },
        ...named(revision),
        body: { Notice: { Threshold: 5, EmailAddress } },
      }),
    values: ['theirs@club.example', 'mine@club.example'],
    field: 'Low-balance notice',
  },
  updateEvent: {
    read: async () => {
      const { Revision, EventName } = await event()
      return { revision: Revision, value: EventName }
    },
    save: async (as, EventName, revision) => {
      const { MemberFilterQuery, ...rest } = await event()
      return hub.as(as)(api.updateEvent, {
        params: { businessId, eventId: rest.id },
        ...named(revision),
        body: { ...rest, MemberFilterQuery, EventName } as never,
      })
    },
    values: ['Their Night', 'My Night'],
    field: 'Name',
  },
  saveRoles: {
    read: async () => {
      const { body } = await hub.as(me)(api.listRoles, { params: { businessId } })
      return {
        revision: body.Version,
        value: body.Results.find(({ Name }) => Name === 'Cellar')?.Description,
      }
    },
    save: async (as, Description, revision) => {
      const { body } = await hub.as(me)(api.listRoles, { params: { businessId } })
      const others = body.Results.filter(({ Name }) => Name !== 'Cellar')
      const role = { Name: 'Cellar', Description, GrantedPermissions: ['Member.ReadDetails' as const] }
      return hub.as(as)(api.saveRoles, {
        params: { businessId },
        ...(revision !== undefined && { query: { version: String(revision) } }),
        body: [...others, { ...role, IsApplicationDefault: false }],
      })
    },
    values: ['Theirs', 'Mine'],
    field: 'Description',
  },
  updateMember: {
    read: async () => {
      const { Revision, PreferredName } = await member()
      return { revision: Revision, value: PreferredName }
    },
    save: async (as, PreferredName, revision) =>
      hub.as(as)(api.updateMember, {
        params: { businessId, memberId: ids.memberId! },
        ...named(revision),
        body: { ...(await member()), PreferredName } as never,
      }),
    values: ['Theirs', 'Mine'],
    field: 'Preferred Name',
  },
  updateRequestForm: {
    read: async () => {
      const { Revision, DisplayName } = await form()
      return { revision: Revision, value: DisplayName }
    },
    save: async (as, DisplayName, revision) =>
      hub.as(as)(api.updateRequestForm, {
        params: { businessId, formId: ids.formId! },
        query: { revision: revision as number },
        body: { ...(await form()), DisplayName },
      }),
    values: ['Their form', 'My form'],
    field: 'Name',
  },
  updatePassConfiguration: {
    read: async () => {
      const { Version, iOSLogoText } = await pass()
      return { revision: Version, value: iOSLogoText }
    },
    save: async (as, iOSLogoText, revision) =>
      hub.as(as)(api.updatePassConfiguration, {
        params: { businessId, passConfigurationId: ids.passConfigurationId! },
        body: { ...(await pass()), iOSLogoText, IsProcessed: false, Version: revision as number },
      }),
    values: ['Theirs', 'Mine'],
    field: 'Logo text',
  },
}

async function user() {
  const { body } = await hub.as(me)(api.listUsers, { params: { businessId } })
  return one(body.Results, ({ Email }) => Email === people.door)
}

async function program() {
  const { body } = await hub.as(me)(api.listCardPrograms, { params: { businessId } })
  return one(body.Results, ({ CardProgramId }) => CardProgramId === ids.cardProgramId)
}

async function event() {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select event_id as id from event where business_id = $1 and status = 'Published' order by event_id limit 1`,
    [businessId],
  )
  return (await hub.as(me)(api.getEvent, { params: { businessId, eventId: rows[0]!.id } })).body
}

async function member() {
  const { body } = await hub.as(me)(api.getMember, { params: { businessId, memberId: ids.memberId! } })
  return body.Results[0]!
}

const form = async () =>
  (await hub.as(me)(api.getRequestForm, { params: { businessId, formId: ids.formId! } })).body

const pass = async () =>
  (
    await hub.as(me)(passConfigurationsApi.getPassConfiguration, {
      params: { businessId, passConfigurationId: ids.passConfigurationId! },
    })
  ).body

const revised = Object.entries(api as Record<string, Endpoint>).filter(([, row]) => isRevised(row))

test('every save that takes a revision is tried', () => {
  expect(Object.keys(cases).toSorted()).toEqual(revised.map(([name]) => name).toSorted())
})

/** Those that can't be called without one. */
const isRequired = (name: string) => name === 'updateRequestForm' || name === 'updatePassConfiguration'

describe.each(Object.entries(cases))('%s', (name, { read, save, values: [theirs, mine], field }) => {
  test('undoes nothing that its caller has not seen', async () => {
    const started = await read()
    expect((await save(colleague, theirs, started.revision)).status).toBeLessThan(300)
    const { value, revision } = await read()
    expect(value).not.toEqual(started.value)

    const late = await save(me, mine, started.revision)
    expect(late.status).toBe(409)
    const whose = name === 'saveRoles' ? {} : { Differences: [{ Field: field }] }
    expect(late.error).toMatchObject({
      ErrorCode: name === 'saveRoles' ? 'roles_changed' : 'record_changed',
      ErrorMessage: expect.stringMatching(/meanwhile/),
      ...whose,
    })
    expect(await read()).toEqual({ value, revision })

    if (!isRequired(name)) {
      const unsaid = await save(me, mine)
      expect(unsaid.error).toMatchObject({ ErrorCode: 'record_changed', Differences: [{ Field: field }] })
      expect(await read()).toEqual({ value, revision })
    }

    expect((await save(me, mine, revision)).status).toBeLessThan(300)
    expect((await read()).value).not.toEqual(value)
  })
})

describe('a save that names no revision', () => {
  const params = { businessId, venueId: '2' }
  const venue = async () => {
    const { body } = await hub.as(me)(api.listVenues, { params: { businessId } })
    return one(body.Results, ({ id }) => id === '2')
  }

  test('keeps what others have changed of its other fields', async () => {
    await hub.as(colleague)(api.updateVenue, { params, body: { DisplayName: 'The Boatshed' } })
    const answer = await hub.as(me)(api.updateVenue, { params, body: { DefaultGamingIntegrationId: 'g1' } })
    expect(answer.body).toMatchObject({ DisplayName: 'The Boatshed', DefaultGamingIntegrationId: 'g1' })
  })

  test('may set again what oneself has set', async () => {
    for (const DefaultLoyaltyIntegrationId of ['l1', 'l2'])
      expect(
        (await hub.as(me)(api.updateVenue, { params, body: { DefaultLoyaltyIntegrationId } })).status,
      ).toBe(200)
  })

  test('may change what was changed before one signed in', async () => {
    await hub.as(colleague)(api.updateVenue, { params, body: { DefaultMembershipIntegrationId: 'm1' } })
    await hub.owner.query(`alter table audit_entry disable trigger all`)
    await hub.owner.query(
      `update audit_entry set at = now() - interval '1 day' where record_kind = 'Venue' and record_id = '2'`,
    )
    const answer = await hub.as(me)(api.updateVenue, {
      params,
      body: { DefaultMembershipIntegrationId: 'm2' },
    })
    expect(answer.status).toBe(200)
  })

  test('may change what somebody else has made', async () => {
    const { body } = await hub.as(colleague)(api.duplicateEvent, {
      params: { businessId, eventId: (await event()).id },
    })
    const answer = await hub.as(me)(api.updateEvent, {
      params: { businessId, eventId: body.id },
      body: { ...body, EventName: 'Renamed' } as never,
    })
    expect(answer.body).toMatchObject({ EventName: 'Renamed' })
  })

  test('lets one of many through', async () => {
    const { DisplayName } = await venue()
    await hub.owner.query(`update audit_entry set at = now() - interval '1 day' where record_kind = 'Venue'`)
    const names = Array.from({ length: 24 }, (_, index) => `Venue ${index}`)
    const answers = await Promise.all(
      names.map((name, index) =>
        hub.as(index % 2 ? me : colleague)(api.updateVenue, { params, body: { DisplayName: name } }),
      ),
    )
    const saved = answers.flatMap(({ status }, index) => (status === 200 ? [index % 2] : []))
    // Whoever was first may go on; the other has seen none of it.
    expect(new Set(saved).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await venue()).DisplayName).not.toBe(DisplayName)
  })
})

test('a list of roles alone takes away no role that somebody else has added, and adds none that they took', async () => {
  const params = { businessId }
  const read = async () => (await hub.as(me)(api.listRoles, { params })).body.Results
  const mine = await read()
  const added = {
    Name: 'Greens',
    Description: '',
    GrantedPermissions: ['Member.ReadDetails' as const],
    IsApplicationDefault: false,
  }
  expect((await hub.as(colleague)(api.saveRoles, { params, body: [...mine, added] })).status).toBe(200)
  expect((await hub.as(me)(api.saveRoles, { params, body: mine })).error).toMatchObject({
    ErrorCode: 'record_changed',
    ErrorMessage: expect.stringMatching(/^Fran Finance saved this role meanwhile\. /),
  })
  expect((await read()).map(({ Name }) => Name)).toContain('Greens')

  const withIt = await read()
  expect((await hub.as(colleague)(api.saveRoles, { params, body: mine })).status).toBe(200)
  expect((await hub.as(me)(api.saveRoles, { params, body: withIt })).error.ErrorCode).toBe('record_changed')
})
