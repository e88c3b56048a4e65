import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { insertMembers } from '#server/demo/members'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  await hub.database.transaction('harbourside', (tx) => insertMembers(tx, 3600, 2000))
})
afterAll(() => hub.close())

const exported = async (query = {}) => {
  const { body, headers } = await admin(api.exportMembers, { params, query })
  return { lines: String(body).trimEnd().split('\r\n'), headers }
}

describe('the export', () => {
  test('has everyone once, in the order of the list', async () => {
    const { lines, headers } = await exported()
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(String(headers['content-disposition'])).toMatch(/members-harbourside-[\d-]+\.csv/)
    expect(lines[0]).toMatch(/^\uFEFFMembership No,Badge No,/)
    expect(lines).toHaveLength(5601)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(5601)
    const list = await admin(api.listMembers, { params, query: { limit: 100 } })
    expect(lines.slice(1, 101).map((line) => line.split(',')[0])).toEqual(
      list.body.Results.map((member) => member.MembershipNumber),
    )
  })

  test.each([{ q: 'smith' }, { q: 'example' }, { membershipNumber: '1001' }, { filter: 'MemberLevel=Gold' }])(
    'of %o has those of the search',
    async (query) => {
      const { lines } = await exported(query)
      const { body } = await admin(api.listMembers, { params, query: { ...query, limit: 500 } })
      expect(lines.slice(1, 501).map((line) => line.split(',')[0])).toEqual(
        body.Results.map((member) => member.MembershipNumber),
      )
    },
  )

  test('writes out a member in words, by their default contact and address', async () => {
    await admin(api.createMember, {
      params,
      query: { venueId: '2' },
      body: {
        FirstName: '=cmd()',
        PreferredName: '(back\\slash)',
        LastName: 'Export, "Quoted"',
        MembershipNumber: 'E-1',
        BadgeNumber: '-5',
        CardNumber: '@SUM(1)',
        MembershipType: 'Life',
        DefaultContactDetails: 'Work',
        WorkContactDetails: { EmailAddress: 'e@work.example', MobileNumber: '+61400000000' },
        HomeContactDetails: { EmailAddress: 'e@home.example' },
        DefaultAddress: 'Postal',
        PostalAddress: {
          AddressLine1: 'PO Box\n1',
          Suburb: 'Manly',
          PostCode: '2095',
          Country: '(Australia)',
        },
      },
    })
    const { lines } = await exported({ membershipNumber: 'E-1' })
    // Columns that come later are added at the end, and this member has nothing in them.
    const [, later = ''] = lines[0]!.split(',Standing')
    expect(lines[1]).toBe(
      `E-1,-5,'@SUM(1),,'=cmd(),(back\\slash),,"Export, ""Quoted""",,,,,Life,Harbourside Sports Bar,,,,0.00,` +
        `e@work.example,+61400000000,,"PO Box\n1",,Manly,,2095,(Australia),Financial${later.replaceAll(/[^,]/g, '')}`,
    )
  })

  test('of nobody has its headings', async () => {
    expect((await exported({ q: 'xyzzy' })).lines).toHaveLength(1)
  })

  test('with a mistake in its filter is refused', async () => {
    expect((await admin(api.exportMembers, { params, query: { filter: 'Colour=red' } })).status).toBe(400)
  })
})
