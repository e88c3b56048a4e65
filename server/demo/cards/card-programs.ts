import sharp from 'sharp'
import sql from 'sql-template-tag'
import type { CardProgramType, DeliveryType } from '#contract/cards/card-programs.ts'
import type { Transaction } from '#platform/database'
import { saveFile } from '#platform/files'
import { greens, harbourView, lanterns } from '#server/demo/passes'

type DemoProgram = {
  businessId: string
  description: string
  type: CardProgramType
  delivery: DeliveryType[]
  isPhysical?: boolean
  isPromotional?: boolean
  /** Dollars. */
  range: readonly [minimum: number, maximum: number]
  expiryMonths: number | null
  /** Dollars on a card, and added to it in a day, at the most. */
  reloads?: readonly [most: number, mostPerDay: number]
  /** Draws its picture; the others show the sign of their type. */
  art?: (width: number, height: number) => string
}

const programs: DemoProgram[] = [
  {
    businessId: 'harbourside',
    description: 'Harbourside Gift Card',
    type: 'InstantGift',
    delivery: ['SMS', 'Email'],
    range: [10, 500],
    expiryMonths: 36,
    art: harbourView,
  },
  {
    businessId: 'harbourside',
    description: 'Birthday Treat',
    type: 'InstantGift',
    delivery: ['SMS'],
    isPromotional: true,
    range: [5, 50],
    expiryMonths: 3,
    art: lanterns,
  },
  {
    businessId: 'harbourside',
    description: 'Harbourside Club Card',
    type: 'Reloadable',
    delivery: ['SMS', 'Email'],
    range: [0, 1000],
    expiryMonths: null,
    reloads: [2000, 500],
  },
  {
    businessId: 'harbourside',
    description: 'Harbourside Plastic Card',
    type: 'Reloadable',
    delivery: ['Post'],
    isPhysical: true,
    range: [20, 1000],
    expiryMonths: 60,
    reloads: [2000, 500],
  },
  {
    businessId: 'valley-golf',
    description: 'Green Fee Gift Card',
    type: 'InstantGift',
    delivery: ['SMS', 'Email'],
    range: [25, 250],
    expiryMonths: 36,
    art: greens,
  },
]

function termsOf({ description, isPromotional }: Pick<DemoProgram, 'description' | 'isPromotional'>): string {
  const value = isPromotional ? 'It is given to you free of charge' : 'Treat it like cash'
  return [
    `The ${description} can be used at every till of the club until its expiry date.`,
    `${value}: it can't be exchanged for money, and what is left on it when it expires is lost.`,
    'If it is lost or stolen, tell us at once: we stop it, and you keep what is left on it.',
  ].join('\n')
}

/** The cards that Harbourside and Valley Golf issue. */
export async function seedCardPrograms(platform: Transaction): Promise<void> {
  for (const { businessId, range, expiryMonths, reloads, art, ...program } of programs)
    await platform.asTenant(businessId, async (tx) => {
      // As wide and as high as a card, in millimetres.
      const artFileId = art ? await saveDrawing(tx, art(85.6, 54)) : null
      await tx.run(sql`
        insert into card_program (business_id, description, program_type, delivery_types, is_physical_enabled,
          minimum_cents, maximum_cents, expiry_months, is_promotional, terms, art_file_id,
          maximum_balance_cents, maximum_reload_cents_per_day, allows_holder_reload)
        values (${businessId}, ${program.description}, ${program.type}, ${program.delivery},
          ${program.isPhysical ?? false}, ${range[0] * 100}, ${range[1] * 100}, ${expiryMonths},
          ${program.isPromotional ?? false}, ${termsOf(program)}, ${artFileId},
          ${reloads ? reloads[0] * 100 : null}, ${reloads ? reloads[1] * 100 : null},
          ${program.type === 'Reloadable'})`)
    })
}

async function saveDrawing(tx: Transaction, svg: string): Promise<string> {
  const content = await sharp(Buffer.from(svg)).png().toBuffer()
  return saveFile(tx, { type: 'image/png', content })
}
