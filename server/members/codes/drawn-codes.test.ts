import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type DrawnBarcodeType, encodeBarcode } from '#contract/values/barcodes.ts'
import { harbourside as params, publishedEvent, scanOf, startDoors } from '#tests/records/events.ts'
import { tillOf } from '#tests/till.ts'

const { hub, admin, scan } = await startDoors()
const till = tillOf(hub)
afterAll(() => hub.close())

let eventId: string
beforeAll(async () => void (eventId = await publishedEvent(hub)))

const memberWith = async (CardNumber: string) => {
  const person = { FirstName: `With${CardNumber}`, LastName: 'Drawn', MembershipType: 'Ordinary', CardNumber }
  const { body } = await admin(api.createMember, { params, query: { venueId: '1' }, body: person })
  return body.data
}
const atTill = async (code: string) => {
  const { body } = await till.lookUp(code)
  return body?.Kind === 'Member' ? body.MemberId : null
}
const atDoor = async (code: string) => (await scan(eventId, scanOf(code))).body

function drawn(type: DrawnBarcodeType, data: string): string {
  const encoded = encodeBarcode(type, data)
  if (!encoded || !('text' in encoded)) throw new Error(`${data} is not drawn as ${type}`)
  expect(encoded.text).not.toBe(data)
  return encoded.text
}

const asGiven: [DrawnBarcodeType, data: string, read?: (text: string) => string][] = [
  ['CODABAR', '880011'],
  ['CODABAR', '880012', (text) => text.toLowerCase()],
  ['EAN_8', '8800137'],
  ['EAN_13', '880014123456'],
  ['ITF_14', '8800151234567'],
  ['UPC_A', '88001612345'],
  // As most scanners read it.
  ['UPC_A', '08001612345', (text) => `0${text}`],
]
test.each(asGiven)(
  '%s of the number %s is whose number it is',
  async (type, number, read = (text) => text) => {
    const { id, FirstName } = await memberWith(number)
    const code = read(drawn(type, number))
    expect(await atTill(code)).toBe(id)
    expect(await atDoor(code)).toMatchObject({ Result: 'Valid', Member: { FirstName } })
  },
)

describe('a code that is somebody’s as it is written', () => {
  test('is theirs, whosever it were without its check digit', async () => {
    await memberWith('8810017')
    const code = drawn('EAN_8', '8810017')
    const { id, FirstName } = await memberWith(code)
    expect(await atTill(code)).toBe(id)
    expect(await atDoor(code)).toMatchObject({ Result: 'Valid', Member: { FirstName } })
  })

  test('is nobody else’s once they are deleted', async () => {
    await memberWith('8820017')
    const code = drawn('EAN_8', '8820017')
    const { id } = await memberWith(code)
    await admin(api.deleteMember, { params: { ...params, memberId: id } })
    expect(await atTill(code)).toBeNull()
    expect((await atDoor(code)).Result).not.toBe('Valid')
  })
})

test('a number that ends in another digit than its check digit is nobody’s', async () => {
  await memberWith('8830017')
  const code = drawn('EAN_8', '8830017')
  const wrong = `8830017${(Number(code.at(-1)) + 1) % 10}`
  expect(await atTill(wrong)).toBeNull()
  expect((await atDoor(wrong)).Result).toBe('UnknownCard')
})
