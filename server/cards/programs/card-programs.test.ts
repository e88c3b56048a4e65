import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { CardProgramFields } from '#contract/cards/card-programs.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const harbourside = { businessId: 'harbourside' }
const summit = { businessId: 'summit-bowls' }

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

const fields = (given: Partial<CardProgramFields> = {}): CardProgramFields => ({
  Description: 'Bowls Gift Card',
  ProgramType: 'InstantGift',
  DeliveryTypes: ['SMS', 'Email'],
  IsPhysicalEnabled: false,
  MinimumInitialCardValue: 10,
  MaximumInitialCardValue: 99.95,
  ExpiryMonths: 36,
  IsPromotional: false,
  Terms: '',
  MaximumBalance: null,
  MaximumReloadPerDay: null,
  AllowsHolderReload: false,
  ...given,
})
const create = (given?: Partial<CardProgramFields>) =>
  superAdmin(api.createCardProgram, { params: summit, body: fields(given) })
/** Makes a program of its own for a test. */
const made = async (given?: Partial<CardProgramFields>) => {
  const { body } = await create(given)
  return { program: body, params: { ...summit, cardProgramId: body.CardProgramId } }
}
const namesAt = async (params: typeof harbourside) => {
  const { body } = await superAdmin(api.listCardPrograms, { params })
  return body.Results.map(({ Description }) => Description)
}
const auditOf = async (title: string, name: string) => {
  const { rows } = await hub.owner.query(
    `select before, after from audit_entry where title = $1 and record_name = $2 order by id desc`,
    [title, name],
  )
  return rows[0] as unknown
}

describe('the card programs', () => {
  test("are there for every user of the business, by name, and are no other's", async () => {
    const { body } = await hub.as(people.door)(api.listCardPrograms, { params: harbourside })
    expect(body.Results.map(({ Description }) => Description)).toEqual([
      'Birthday Treat',
      'Harbourside Club Card',
      'Harbourside Gift Card',
      'Harbourside Plastic Card',
    ])
    expect(body.Results[0]).toMatchObject({
      ProgramType: 'InstantGift',
      DeliveryTypes: ['SMS'],
      IsPhysicalEnabled: false,
      MinimumInitialCardValue: 5,
      MaximumInitialCardValue: 50,
      ExpiryMonths: 3,
      IsPromotional: true,
      IsRetired: false,
    })
    expect(await namesAt({ businessId: 'valley-golf' })).toEqual(['Green Fee Gift Card'])
  })
})

describe('a new card program', () => {
  test('is kept to the cent, each way of delivery once', async () => {
    const { program } = await made({ DeliveryTypes: ['Email', 'SMS', 'Email'] })
    expect(program).toMatchObject({ ...fields(), DeliveryTypes: ['SMS', 'Email'] })
    const { rows } = await hub.owner.query(
      `select minimum_cents, maximum_cents from card_program where card_program_id = $1`,
      [program.CardProgramId],
    )
    expect(rows).toEqual([{ minimum_cents: '1000', maximum_cents: '9995' }])
  })

  test('is recorded in words', async () => {
    await made({ Description: 'Recorded' })
    expect(await auditOf('Create a card program', 'Recorded')).toMatchObject({
      before: null,
      after: { Type: 'Instant gift', 'Maximum initial value': '$99.95', 'Expiry (months)': 36 },
    })
  })

  test('may expire early if it is promotional, and never if nothing is said', async () => {
    expect((await create({ IsPromotional: true, ExpiryMonths: 1 })).status).toBe(200)
    expect((await create({ ExpiryMonths: null })).status).toBe(200)
  })

  test.each([
    [{ Description: ' ' }, 'Description', 'Description is required.'],
    [{ Description: 'Gift\nBalance: $9.00' }, 'Description', 'Write the description in one line.'],
    [{ DeliveryTypes: [] }, 'DeliveryTypes', 'Choose at least one way of delivery.'],
    [{ DeliveryTypes: ['Post' as const] }, 'DeliveryTypes', 'Only a physical card can be posted.'],
    [{ MinimumInitialCardValue: -1 }, 'MinimumInitialCardValue', 'The amount can not be negative.'],
    [
      { MaximumInitialCardValue: 20.005 },
      'MaximumInitialCardValue',
      'The amount can have two decimals at the most.',
    ],
    [
      { MaximumInitialCardValue: 9 },
      'MaximumInitialCardValue',
      'The maximum can not be less than the minimum.',
    ],
    [{ ExpiryMonths: 0 }, 'ExpiryMonths', 'Enter a whole number of months.'],
    [
      { ExpiryMonths: 35 },
      'ExpiryMonths',
      'A sold card must be valid for at least 36 months. Make the program promotional, or choose a later expiry.',
    ],
  ])('with %j is refused at %s', async (wrong, field, sentence) => {
    const { status, error } = await create(wrong)
    expect(status).toBe(400)
    expect(error.Errors?.[field]).toBe(sentence)
  })
})

describe('a bound of a new card program', () => {
  const { MinimumInitialCardValue: _, MaximumInitialCardValue: __, ...unbounded } = fields()
  test.each([
    [{ MinimumInitialCardValue: 100 }, 'MaximumInitialCardValue'],
    [{ MaximumInitialCardValue: 5 }, 'MinimumInitialCardValue'],
  ])('alone, as in %j, asks for %s', async (bound, other) => {
    const body = { ...unbounded, ...bound }
    const { status, error } = await superAdmin(api.createCardProgram, { params: summit, body })
    expect(status).toBe(400)
    expect(error.Errors).toEqual({ [other]: 'Enter an amount.' })
  })
})

describe('a change of a card program', () => {
  test('is made and recorded with before and after', async () => {
    const { program, params } = await made({ Description: 'Old' })
    const body = fields({ Description: 'New', MinimumInitialCardValue: 0.1 })
    const answer = await superAdmin(api.updateCardProgram, { params, body })
    expect(answer.body).toEqual({ ...program, ...body, Revision: expect.any(String) })
    expect(await auditOf('Change a card program', 'New')).toMatchObject({
      before: { Description: 'Old', 'Minimum initial value': '$10.00' },
      after: { Description: 'New', 'Minimum initial value': '$0.10' },
    })
  })

  test('can not make another type of it', async () => {
    const { params } = await made()
    const body = fields({ ProgramType: 'Reloadable' })
    expect(await superAdmin(api.updateCardProgram, { params, body })).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'The type of a card program can not be changed.' },
    })
  })
})

describe('a retired card program', () => {
  const retire = (params: { businessId: string; cardProgramId: string }, Value: boolean) =>
    superAdmin(api.retireCardProgram, { params, body: { Value } })

  test('comes last in the list, is on offer no more, and can be brought back', async () => {
    const { params } = await made({ Description: 'A first one' })
    const offered = async () => {
      const { body } = await superAdmin(api.getConfiguration, { params: summit })
      return body.CardPrograms.map(({ Description }) => Description)
    }
    expect((await retire(params, true)).body.IsRetired).toBe(true)
    expect((await namesAt(summit)).at(-1)).toBe('A first one')
    expect(await offered()).not.toContain('A first one')
    expect(await auditOf('Retire or bring back a card program', 'A first one')).toEqual({
      before: { Retired: false },
      after: { Retired: true },
    })
    await retire(params, false)
    expect((await namesAt(summit))[0]).toBe('A first one')
    expect(await offered()).toContain('A first one')
  })
})

test("a business's administrator can not write card programs", async () => {
  const { status, error } = await hub.as(people.admin)(api.createCardProgram, {
    params: harbourside,
    body: fields(),
  })
  expect(status).toBe(403)
  expect(error.ErrorMessage).toBe('Only a super administrator can do this.')
})
