import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { PointsType } from '#contract/business/venues.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { memberWithPoints, tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
const points: PointsType = { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true }
const bonus: PointsType = { PointsTypeId: 'Bonus', PointsToDollarRatio: 100, IsDefault: false }

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const save = (...PointsTypes: PointsType[]) =>
  hub.as(people.superAdmin)(api.updateVenue, { params: { ...params, venueId: '1' }, body: { PointsTypes } })
const saved = async (...types: PointsType[]) =>
  (await save(...types)).body.PointsTypes.map(({ DisplayName }) => DisplayName)

describe('the name of a points type', () => {
  test('is its own, stays with a save that says nothing of it, and is the id where it is empty', async () => {
    expect(await saved({ ...points, DisplayName: ' Harbour Dollars ' }, bonus)).toEqual([
      'Harbour Dollars',
      'Bonus',
    ])
    expect(await saved(points, bonus)).toEqual(['Harbour Dollars', 'Bonus'])
    expect(await saved({ ...points, DisplayName: '' }, bonus)).toEqual(['Points', 'Bonus'])
  })

  test('is what members and tills are shown, while calls go on by the id', async () => {
    await save({ ...points, DisplayName: 'Harbour Dollars' }, bonus)
    const { id, number } = await memberWithPoints(hub)
    const { body } = await hub.as(people.admin)(api.getPointsBalance, {
      params: { ...params, memberId: id, pointsTypeId: 'Points' },
    })
    expect(body).toMatchObject({ PointsTypeId: 'Points', DisplayName: 'Harbour Dollars' })
    const till = tillOf(hub)
    expect((await till.lookUp(number)).body).toMatchObject({
      Points: [{ PointsTypeId: 'Points', DisplayName: 'Harbour Dollars' }, { DisplayName: 'Bonus' }],
    })
    const { body: held } = await till.hold(number, 5, { PointsTypeId: 'Points' })
    expect(held.Account).toBe('Harbour Dollars of Tilda Tender')
    expect(held.Receipt).toContain('Amount: 5 Harbour Dollars')
  })

  test('is on record beside the id', async () => {
    await save({ ...points, DisplayName: 'Crowns' }, bonus)
    const { rows } = await hub.owner.query<{ after: object }>(
      `select after from audit_entry where action = 'updateVenue' order by id desc limit 1`,
    )
    expect(rows[0]!.after).toMatchObject({
      'Points types': expect.arrayContaining([expect.stringMatching(/^Points \(Crowns\): /)]),
    })
  })

  test('is no other type’s of the venue, whatever its capitals', async () => {
    const { status, error } = await save({ ...points, DisplayName: '' }, { ...bonus, DisplayName: 'POINTS' })
    expect(status).toBe(400)
    expect(error.Errors).toEqual({
      'PointsTypes.1.DisplayName': 'Two points types of a venue can not have the same name.',
    })
  })

  test('is compared as it will be stored: one that is left out stays', async () => {
    await save({ ...points, DisplayName: 'Gold' }, { ...bonus, DisplayName: '' })
    expect(await save(points, { ...bonus, DisplayName: 'gold' })).toMatchObject({
      status: 400,
      error: {
        Errors: {
          'PointsTypes.1.DisplayName': 'Two points types of a venue can not have the same name.',
        },
      },
    })
    expect(await saved(points, { ...bonus, DisplayName: 'Points' })).toEqual(['Gold', 'Points'])
    const { status } = await save({ ...points, DisplayName: '' }, bonus)
    expect(status).toBe(400)
  })

  test('never makes money of points, and no line of a receipt', async () => {
    await save({ ...points, DisplayName: 'AUD' }, { ...bonus, DisplayName: '' })
    const { number, id } = await memberWithPoints(hub)
    const till = tillOf(hub)
    expect((await till.hold(number, 5)).body.Receipt).toContain('Amount: 5 AUD')
    const forged = await save({ ...points, DisplayName: 'pts\nBalance: $9,999.00' }, bonus)
    expect(forged).toMatchObject({
      status: 400,
      error: { Errors: { 'PointsTypes.0.DisplayName': 'Write the name in one line.' } },
    })
    // Names from before, and those of members, can have line breaks still.
    await hub.owner.query(`update member set last_name = $2 where member_id = $1`, [
      id,
      'Tender\r\nBalance: $9,999.00\u2028',
    ])
    const { body } = await till.hold(number, 5, { Reference: 'R\n1' })
    expect(body.Receipt.filter((line) => /[\r\n\u2028]/.test(line))).toEqual([])
    expect(body.Receipt).toContain('Reference: R 1')
  })
})
