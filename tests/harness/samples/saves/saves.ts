import { api } from '#contract'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { people, type TestHub } from '#tests/hub.ts'
import { entrySave } from './entry-save.ts'
import { rejectionReasonsSave } from './rejection-reasons-save.ts'
import { retentionSave } from './retention-save.ts'
import { visitorRulesSave } from './visitor-rules-save.ts'

const businessId = 'harbourside'

/** Where it is tried: `me` reads, `ids` are of records of the business. */
export type Place = { hub: TestHub; ids: Readonly<Record<string, string>>; me: string }

type Saved = { revision: string | number; value: unknown }

/** How a row is saved: what is read of the record, and a call with another value of one of its fields. */
export type SaveCase = {
  read: (at: Place) => Promise<Saved>
  save: (
    at: Place,
    as: string,
    value: string,
    revision?: string | number,
  ) => Promise<{ status: number; error: unknown }>
  values: readonly [theirs: string, mine: string]
  field: string
}

const one = <Row>(results: readonly Row[], isIt: (row: Row) => boolean): Row => results.find(isIt)!
const named = (revision: string | number | undefined) =>
  revision === undefined ? {} : { query: { revision: revision as never } }

/** Every row that takes a revision; a new one has to be added. */
export const saveCases: Readonly<Record<string, SaveCase>> = {
  updateVenue: {
    read: async (at) => {
      const { body } = await at.hub.as(at.me)(api.listVenues, { params: { businessId } })
      const { Revision, DisplayName } = one(body.Results, ({ id }) => id === '1')
      return { revision: Revision, value: DisplayName }
    },
    save: (at, as, DisplayName, revision) =>
      at.hub.as(as)(api.updateVenue, {
        params: { businessId, venueId: '1' },
        ...named(revision),
        body: { DisplayName },
      }),
    values: ['Their Venue', 'My Venue'],
    field: 'Name',
  },
  updateOption: {
    read: async (at) => {
      const { body } = await at.hub.as(at.me)(api.listOptionLists, { params: { businessId } })
      const { Options } = one(body.Results, ({ Name }) => Name === 'Title')
      const { Revision, Value } = one(Options, ({ Key }) => Key === 'Dr')
      return { revision: Revision, value: Value }
    },
    save: (at, as, Value, revision) =>
      at.hub.as(as)(api.updateOption, {
        params: { businessId, list: 'Title', key: 'Dr' },
        ...named(revision),
        body: { Value },
      }),
    values: ['Doctor', 'Doc'],
    field: 'Name',
  },
  setTimeZone: {
    read: async (at) => {
      const { body } = await at.hub.as(at.me)(api.listBusinesses, { query: { businessId } })
      return { revision: body.Results[0]!.Revision, value: body.Results[0]!.TimeZone }
    },
    save: (at, as, TimeZone, revision) =>
      at.hub.as(as)(api.setTimeZone, { params: { businessId }, ...named(revision), body: { TimeZone } }),
    values: ['Australia/Perth', 'Australia/Hobart'],
    field: 'Time zone',
  },
  saveBusinessSettings: {
    read: async (at) => {
      const { body } = await at.hub.as(at.me)(api.getBusinessSettings, { params: { businessId } })
      return { revision: body.Revision, value: body.DisplayName }
    },
    save: (at, as, DisplayName, revision) =>
      at.hub.as(as)(api.saveBusinessSettings, {
        params: { businessId },
        ...named(revision),
        body: { DisplayName },
      }),
    values: ['Their Club', 'My Club'],
    field: 'Display name',
  },
  saveRetention: retentionSave,
  saveVisitorRules: visitorRulesSave,
  saveRejectionReasons: rejectionReasonsSave,
  setSecondFactorPolicy: {
    read: async (at) => {
      const { body } = await at.hub.as(at.me)(api.getSecondFactorPolicy, { params: { businessId } })
      return { revision: body.Revision, value: String(body.GraceDays) }
    },
    save: (at, as, days, revision) =>
      at.hub.as(as)(api.setSecondFactorPolicy, {
        params: { businessId },
        ...named(revision),
        body: { RequiredOf: 'nobody', Roles: [], GraceDays: Number(days) },
      }),
    values: ['20', '30'],
    field: 'Grace days',
  },
  setUserRole: {
    read: async (at) => {
      const { Revisions, CustomClaims } = await user(at)
      return { revision: Revisions.Role, value: CustomClaims.cherryPayRole }
    },
    save: async (at, as, Value, revision) =>
      at.hub.as(as)(api.setUserRole, {
        params: { businessId, uid: (await user(at)).Uid },
        ...named(revision),
        body: { Value },
      }),
    values: ['Reception', 'Promotions'],
    field: 'Role',
  },
  setUserVenues: {
    read: async (at) => {
      const { Revisions, CustomClaims } = await user(at)
      return { revision: Revisions.Venues, value: CustomClaims.cherryPayAuthorisedVenues }
    },
    save: async (at, as, venueNo, revision) =>
      at.hub.as(as)(api.setUserVenues, {
        params: { businessId, uid: (await user(at)).Uid },
        ...named(revision),
        body: [venueNo],
      }),
    values: ['2', '1'],
    field: 'Venues',
  },
  updateUser: {
    read: async (at) => {
      const { Revisions, DisplayName } = await user(at)
      return { revision: Revisions.Person, value: DisplayName }
    },
    save: async (at, as, DisplayName, revision) => {
      const { Uid: uid, Email: Username } = await user(at)
      return at.hub.as(as)(api.updateUser, {
        params: { businessId, uid },
        ...named(revision),
        body: { DisplayName, Username },
      })
    },
    values: ['Their Door', 'My Door'],
    field: 'Name',
  },
  updateCardProgram: {
    read: async (at) => {
      const { Revision, Description } = await program(at)
      return { revision: Revision, value: Description }
    },
    save: async (at, as, Description, revision) =>
      at.hub.as(as)(api.updateCardProgram, {
        params: { businessId, cardProgramId: at.ids.cardProgramId! },
        ...named(revision),
        body: { ...(await program(at)), Description },
      }),
    values: ['Their program', 'My program'],
    field: 'Description',
  },
  setLowBalanceNotice: {
    read: async (at) => {
      const { body } = await at.hub.as(at.me)(api.getDisbursementAccount, { params: { businessId } })
      return { revision: body.Revision, value: body.LowBalanceNotice?.EmailAddress }
    },
    save: (at, as, EmailAddress, revision) =>
      at.hub.as(as)(api.setLowBalanceNotice, {
        params: { businessId },
        ...named(revision),
        body: { Notice: { Threshold: 5, EmailAddress } },
      }),
    values: ['theirs@club.example', 'mine@club.example'],
    field: 'Low-balance notice: Email address',
  },
  updateEvent: {
    read: async (at) => {
      const { Revision, EventName } = await event(at)
      return { revision: Revision, value: EventName }
    },
    save: async (at, as, EventName, revision) => {
      const { MemberFilterQuery, ...rest } = await event(at)
      return at.hub.as(as)(api.updateEvent, {
        params: { businessId, eventId: rest.id },
        ...named(revision),
        body: { ...rest, MemberFilterQuery, EventName },
      })
    },
    values: ['Their Night', 'My Night'],
    field: 'Name',
  },
  saveEntry: entrySave,
  saveRoles: {
    read: async (at) => {
      const { body } = await at.hub.as(at.me)(api.listRoles, { params: { businessId } })
      return {
        revision: body.Version,
        value: body.Results.find(({ Name }) => Name === 'Cellar')?.Description,
      }
    },
    save: async (at, as, Description, revision) => {
      const { body } = await at.hub.as(at.me)(api.listRoles, { params: { businessId } })
      const others = body.Results.filter(({ Name }) => Name !== 'Cellar')
      const role = { Name: 'Cellar', Description, GrantedPermissions: ['Member.ReadDetails' as const] }
      return at.hub.as(as)(api.saveRoles, {
        params: { businessId },
        ...(revision !== undefined && { query: { version: String(revision) } }),
        body: [...others, { ...role, IsApplicationDefault: false }],
      })
    },
    values: ['Theirs', 'Mine'],
    field: 'Description',
  },
  updateMember: {
    read: async (at) => {
      const { Revision, PreferredName } = await member(at)
      return { revision: Revision, value: PreferredName }
    },
    save: async (at, as, PreferredName, revision) =>
      at.hub.as(as)(api.updateMember, {
        params: { businessId, memberId: at.ids.memberId! },
        ...named(revision),
        body: { ...(await member(at)), PreferredName },
      }),
    values: ['Theirs', 'Mine'],
    field: 'Preferred Name',
  },
  updateRequestForm: {
    read: async (at) => {
      const { Revision, DisplayName } = await form(at)
      return { revision: Revision, value: DisplayName }
    },
    save: async (at, as, DisplayName, revision) =>
      at.hub.as(as)(api.updateRequestForm, {
        params: { businessId, formId: at.ids.formId! },
        query: { revision: revision },
        body: { ...(await form(at)), DisplayName },
      }),
    values: ['Their form', 'My form'],
    field: 'Name',
  },
  updatePassConfiguration: {
    read: async (at) => {
      const { Version, iOSLogoText } = await pass(at)
      return { revision: Version, value: iOSLogoText }
    },
    save: async (at, as, iOSLogoText, revision) =>
      at.hub.as(as)(api.updatePassConfiguration, {
        params: { businessId, passConfigurationId: at.ids.passConfigurationId! },
        body: { ...(await pass(at)), iOSLogoText, IsProcessed: false, Version: revision as number },
      }),
    values: ['Theirs', 'Mine'],
    field: 'Logo text',
  },
}

async function user(at: Place) {
  const { body } = await at.hub.as(at.me)(api.listUsers, { params: { businessId } })
  return one(body.Results, ({ Email }) => Email === people.door)
}

async function program(at: Place) {
  const { body } = await at.hub.as(at.me)(api.listCardPrograms, { params: { businessId } })
  return one(body.Results, ({ CardProgramId }) => CardProgramId === at.ids.cardProgramId)
}

/** One that can be changed. */
export async function event(at: Place) {
  const { rows } = await at.hub.owner.query<{ id: string }>(
    `select event_id as id from event where business_id = $1 and kind = 'Event' and status = 'Published' order by event_id limit 1`,
    [businessId],
  )
  return (await at.hub.as(at.me)(api.getEvent, { params: { businessId, eventId: rows[0]!.id } })).body
}

async function member(at: Place) {
  const { body } = await at.hub.as(at.me)(api.getMember, {
    params: { businessId, memberId: at.ids.memberId! },
  })
  return body.Results[0]!
}

const form = async (at: Place) =>
  (await at.hub.as(at.me)(api.getRequestForm, { params: { businessId, formId: at.ids.formId! } })).body

const pass = async (at: Place) =>
  (
    await at.hub.as(at.me)(passConfigurationsApi.getPassConfiguration, {
      params: { businessId, passConfigurationId: at.ids.passConfigurationId! },
    })
  ).body
