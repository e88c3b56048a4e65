import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { AddressComponent } from '#contract/business/addresses.ts'
import { messages } from '#contract/messages.ts'
import { addressAbroad } from '#contract/words/addresses.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }
const part = (type: string, long_name: string, short_name = long_name): AddressComponent => ({
  long_name,
  short_name,
  types: [type, 'political'],
})
const opera = [
  part('street_number', '2'),
  part('route', 'Macquarie Street'),
  part('locality', 'Sydney'),
  part('administrative_area_level_2', 'Council of the City of Sydney'),
  part('administrative_area_level_1', 'New South Wales', 'NSW'),
  part('country', 'Australia', 'AU'),
  part('postal_code', '2000'),
]

const suggestFrom = async (hub: TestHub, q: string) =>
  hub.as(people.admin)(api.suggestAddresses, { params, query: { q } })

describe('without a key', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub()
  })
  afterAll(() => hub.close())
  const descriptions = async (q: string) =>
    (await suggestFrom(hub, q)).body.Results.map(({ Description }) => Description)
  const transform = (address_components: AddressComponent[]) =>
    hub.as(people.admin)(api.transformAddress, { params, body: { address_components } })

  test.each([
    ['12 George St parrama', '12 George St, Parramatta NSW 2150, Australia'],
    ['12 George St, Parramatta NSW 2150', '12 George St, Parramatta NSW 2150, Australia'],
    ['12 George St Parramatta 2150', '12 George St, Parramatta NSW 2150, Australia'],
    ['5/12a king street ohalloran', "5/12a king street, O'Halloran Hill SA 5158, Australia"],
    ['1 Some Rd kingston-on-m', '1 Some Rd, Kingston-on-Murray SA 5331, Australia'],
    ['1 High St 2041', '1 High St, Balmain NSW 2041, Australia'],
    ['Balmain', 'Balmain NSW 2041, Australia'],
    ['12 George St, Parramatta NSW 2150, Australia', '12 George St, Parramatta NSW 2150, Australia'],
    ['12 George St Parramatta austral', '12 George St, Parramatta NSW 2150, Australia'],
    ['12 George St 2041 Australia', '12 George St, Balmain NSW 2041, Australia'],
    ['Level 3, 5 Martin Place Sydney', 'Level 3, 5 Martin Place, Sydney NSW 2000, Australia'],
    ['Level 3 , 5 Martin Place,Sydney,  NSW 2000', 'Level 3, 5 Martin Place, Sydney NSW 2000, Australia'],
    ['12 High St St Kilda', '12 High St, St Kilda VIC 3182, Australia'],
    ['1 High St australia', '1 High St, Australia Fair QLD 4215, Australia'],
    ['12 George St Sydney New South Wales 2000', '12 George St, Sydney NSW 2000, Australia'],
    ['12 George St Sydney N.S.W. 2000', '12 George St, Sydney NSW 2000, Australia'],
    ['12 George St Sydney NSW 2000.', '12 George St, Sydney NSW 2000, Australia'],
    ['12 George St Sydney 2000 NSW', '12 George St, Sydney NSW 2000, Australia'],
    ['12 George St Sydney 2000 New South Wales', '12 George St, Sydney NSW 2000, Australia'],
    ['12 George St Sydney New Sou', '12 George St, Sydney NSW 2000, Australia'],
    ['12 George St Sydney NSW 2001', '12 George St, Sydney NSW 2000, Australia'],
    ['5 Smith St Collingwood Victoria', '5 Smith St, Collingwood VIC 3066, Australia'],
    ['5 Smith St Mount Victoria', '5 Smith St, Mount Victoria NSW 2786, Australia'],
    ['12 George St Mt Druitt NSW 2770', '12 George St, Mount Druitt NSW 2770, Australia'],
    ['12 George St Mt. Druitt', '12 George St, Mount Druitt NSW 2770, Australia'],
    ['7 Saint Kilda Rd Saint Kilda VIC', '7 Saint Kilda Rd, St Kilda VIC 3182, Australia'],
    ['1 Rundle St Adelaide South Australia', '1 Rundle St, Adelaide SA 5000, Australia'],
    ['1 Rundle St Adelaide South Australia 5000 Aust.', '1 Rundle St, Adelaide SA 5000, Australia'],
    ['1 High St NSW 2041', '1 High St, Balmain NSW 2041, Australia'],
    ['PO Box 12, Sydney NSW 2001', 'PO Box 12, Sydney NSW 2001, Australia'],
    ['G.P.O. Box 9, Sydney 2001', 'G.P.O. Box 9, Sydney NSW 2001, Australia'],
  ])('%s is completed', async (typed, expected) => {
    expect((await descriptions(typed))[0]).toBe(expected)
  })

  test.each(['Level 3', 'Level 3, 5', '12 George St', '3 Park Road'])(
    '%s is a street still, and no suburb is begun',
    async (typed) => {
      expect(await descriptions(typed)).toEqual([])
    },
  )

  test.each([
    '12 George St Sydney NSW 2150',
    '12 George St Sydney VIC',
    '12 George St Xyzzyville NSW 2770',
    '5 Smith St Xyzzyville Victoria',
    '7 Beach Rd VIC',
    '12 George St Sydney VIC 2001',
  ])('for %s there is nothing rather than another suburb', async (typed) => {
    expect(await descriptions(typed)).toEqual([])
  })

  test('says that streets are not checked, before anything is typed as well', async () => {
    expect((await suggestFrom(hub, '12 George St parrama')).body.AreStreetsChecked).toBe(false)
    expect((await suggestFrom(hub, '')).body).toEqual({ Results: [], AreStreetsChecked: false })
  })

  test.each([
    ['Level 3, 5 Martin Place Sydney', 'Level 3, 5 Martin Place', 'Sydney'],
    ['PO Box 118 Penrith', 'PO Box 118', 'Penrith'],
    ['Lot 4 Wharf Rd, Balmain', 'Lot 4 Wharf Rd', 'Balmain'],
  ])('the street of %s stays as typed, apart from the suburb', async (typed, street, suburb) => {
    const { body } = await suggestFrom(hub, typed)
    const answer = await transform(body.Results[0]!.address_components)
    expect(answer.body.data).toMatchObject({ AddressLine1: street, AddressLine2: null, Suburb: suburb })
  })

  test('a number alone is no street', async () => {
    const { body } = await suggestFrom(hub, '7 Balmain')
    const answer = await transform(body.Results[0]!.address_components)
    expect(answer.error.ErrorMessage).toBe(messages.members.addressMissing(['route']))
  })

  test('gives ten at the most, and none for a place that there is not', async () => {
    expect(await descriptions('1 High St s')).toHaveLength(10)
    expect(await descriptions('1 High St Xyzzyville')).toEqual([])
  })

  test.each(['5/12A', 'unit 5, 12A', 'Flat 5 12A'])(
    'what it gives becomes the fields of a member: %s',
    async (number) => {
      const { body } = await suggestFrom(hub, `${number} George St Parramatta`)
      const answer = await transform(body.Results[0]!.address_components)
      expect(answer.body).toEqual({
        ok: true,
        data: {
          AddressLine1: '5/12A George St',
          AddressLine2: null,
          Suburb: 'Parramatta',
          State: 'NSW',
          PostCode: '2150',
          Country: 'Australia',
        },
        message: '',
      })
    },
  )

  test('an address of Google becomes fields, whatever else it says', async () => {
    const { body } = await transform(opera)
    expect(body.data).toMatchObject({ AddressLine1: '2 Macquarie Street', Suburb: 'Sydney', State: 'NSW' })
  })

  test.each([
    ['country', ['country']],
    ['postal_code', ['post code']],
    ['administrative_area_level_1', ['state']],
    ['locality', ['locality']],
    ['route', ['route']],
  ])('an address without %s is refused by naming it', async (type, missing) => {
    const answer = await transform(opera.filter(({ types }) => !types.includes(type)))
    expect(answer).toMatchObject({
      status: 400,
      error: { ErrorMessage: messages.members.addressMissing(missing) },
    })
  })

  test('all that is missing is named at once', async () => {
    const { error } = await transform([])
    expect(error.ErrorMessage).toBe(
      'You must select an address which includes a country, post code, state, locality, route',
    )
  })

  const inCountry = (long: string, short: string) => [
    ...opera.filter(({ types }) => !types.includes('country')),
    part('country', long, short),
  ]

  test.each([
    ['New Zealand', 'NZ'],
    ['Austria', 'AT'],
    ['Australia', 'NZ'],
    ['Aotearoa', ''],
  ])('an address in %s, %s, is refused', async (long, short) => {
    const answer = await transform(inCountry(long, short))
    expect(answer).toMatchObject({ status: 400, error: { ErrorMessage: addressAbroad } })
  })

  test.each([
    ['Australia', 'au'],
    ['AUSTRALIA', ' '],
    ['Australie', 'AU'],
    ['Aust.', ''],
    ['Commonwealth of Australia', ''],
  ])('Australia is known as %s, %s', async (long, short) => {
    expect((await transform(inCountry(long, short))).status).toBe(200)
  })

  test('transforming changes nothing, and nothing is recorded', async () => {
    const count = async () =>
      (await hub.owner.query<{ count: string }>('select count(*) from audit_entry')).rows[0]?.count
    const before = await count()
    await transform(opera)
    expect(await count()).toBe(before)
  })
})

describe('with a key of Google', () => {
  let hub: TestHub
  const asked: { url: string | undefined; key: unknown; body: unknown }[] = []
  const google = createServer((request, response) => {
    void json(request).then((body) => {
      asked.push({ url: request.url, key: request.headers['x-goog-api-key'], body })
      const { textQuery } = body as { textQuery: string }
      if (textQuery === 'broken') return response.writeHead(500).end('{}')
      if (textQuery === 'nowhere') return response.end('{}')
      const place = (country: string) => ({
        formattedAddress: `2 Macquarie St, ${country}`,
        addressComponents: [
          ...opera.filter(({ types }) => !types.includes('country')),
          part('country', country, country.slice(0, 2).toUpperCase()),
        ].map(({ long_name, short_name, types }) => ({ longText: long_name, shortText: short_name, types })),
      })
      return response.end(JSON.stringify({ places: [place('Australia'), place('Barbados')] }))
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
    hub = await startTestHub({
      HUB_GOOGLE_PLACES_KEY: 'a-key',
      HUB_GOOGLE_PLACES_URL: `http://127.0.0.1:${(google.address() as AddressInfo).port}`,
    })
  })
  afterAll(async () => {
    await hub.close()
    google.close()
  })

  test('Google is asked, and what is not in Australia is dropped', async () => {
    const { body } = await suggestFrom(hub, '2 Macquarie')
    expect(body.Results.map(({ Description }) => Description)).toEqual(['2 Macquarie St, Australia'])
    expect(body.Results[0]?.address_components).toContainEqual(part('route', 'Macquarie Street'))
    expect(body.AreStreetsChecked).toBe(true)
    expect(asked.at(-1)).toMatchObject({
      url: '/v1/places:searchText',
      key: 'a-key',
      body: { textQuery: '2 Macquarie', regionCode: 'AU' },
    })
  })

  test('nothing found is no suggestion', async () => {
    expect((await suggestFrom(hub, 'nowhere')).body.Results).toEqual([])
  })

  test('a Google that does not answer is said in a sentence', async () => {
    expect(await suggestFrom(hub, 'broken')).toMatchObject({
      status: 502,
      error: { ErrorMessage: 'The address service does not answer. Try again later.' },
    })
  })
})
