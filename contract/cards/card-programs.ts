import { z } from 'zod'
import { endpoint, signedIn, superAdministrator } from '#contract/endpoint.ts'
import { revision } from '#contract/revisions.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { isOneLine } from '#contract/words/one-line.ts'
import { reloadRuleProblems, reloadRules, unsaidRules } from './reload-limits.ts'

const path = '/api/cherrypay/v1/{businessId}/card-programs'

export const cardProgramTypes = ['InstantGift', 'Reloadable'] as const
export const CardProgramType = z.enum(cardProgramTypes)
export type CardProgramType = z.infer<typeof CardProgramType>

/** What people call each type. */
export const cardProgramTypeLabels: Readonly<Record<CardProgramType, string>> = {
  InstantGift: 'Instant gift',
  Reloadable: 'Reloadable',
}

export const deliveryTypes = ['SMS', 'Email', 'Post'] as const
export const DeliveryType = z.enum(deliveryTypes)
export type DeliveryType = z.infer<typeof DeliveryType>

/** A sold gift card may not expire before this many months: Australian law. */
export const shortestSoldExpiryMonths = 36
const longestExpiryMonths = 240

const fields = {
  Description: z
    .string()
    .trim()
    .min(1, 'Description is required.')
    .max(100, 'The description can have 100 characters at the most.')
    .refine(isOneLine, 'Write the description in one line.'),
  ProgramType: CardProgramType,
  DeliveryTypes: z.array(DeliveryType).min(1, 'Choose at least one way of delivery.'),
  IsPhysicalEnabled: z.boolean(),
  MinimumInitialCardValue: Dollars,
  MaximumInitialCardValue: Dollars,
  /** Months from its issue until a card expires; null for never. */
  ExpiryMonths: z
    .int('Enter a whole number of months.')
    .min(1, 'Enter a whole number of months.')
    .max(longestExpiryMonths, 'A card can be valid for 20 years at the most.')
    .nullable(),
  /** What holders agree to by activating a card; empty for nothing. */
  Terms: z.string().trim().max(10_000, 'The terms can have 10,000 characters at the most.'),
  /** Given away rather than sold: the law's shortest expiry doesn't hold for it. */
  IsPromotional: z.boolean(),
}

const sent = { ...fields, ...unsaidRules }
type Sent = z.infer<z.ZodObject<typeof sent>>

/** Joins two fields of a program. */
function checkProgram(program: Sent, context: z.RefinementCtx): void {
  if (program.MaximumInitialCardValue < program.MinimumInitialCardValue)
    context.addIssue({
      code: 'custom',
      path: ['MaximumInitialCardValue'],
      message: 'The maximum can not be less than the minimum.',
    })
  if (program.DeliveryTypes.includes('Post') && !program.IsPhysicalEnabled)
    context.addIssue({
      code: 'custom',
      path: ['DeliveryTypes'],
      message: 'Only a physical card can be posted.',
    })
  if (
    !program.IsPromotional &&
    program.ExpiryMonths !== null &&
    program.ExpiryMonths < shortestSoldExpiryMonths
  )
    context.addIssue({
      code: 'custom',
      path: ['ExpiryMonths'],
      message:
        'A sold card must be valid for at least 36 months. Make the program promotional, or choose a later expiry.',
    })
  for (const [field, message] of Object.entries(reloadRuleProblems(program)))
    context.addIssue({ code: 'custom', path: [field], message })
}

/** What people fill in of a card program, with the rules that join two fields. Its type is chosen once, at the start. */
export const CardProgramFields = z.object({ ...fields, ...reloadRules }).superRefine(checkProgram)
export type CardProgramFields = z.infer<typeof CardProgramFields>

/** The names of what people fill in. */
export const programFields = Object.keys({
  ...fields,
  ...reloadRules,
}) as readonly (keyof CardProgramFields)[]

/** What a card starts with at the least and at the most, where a program doesn't say. */
const usualBounds = { MinimumInitialCardValue: 10, MaximumInitialCardValue: 50 }

/** A new card program. One that says nothing of its bounds has the usual ones; one bound alone asks for the other. */
const NewCardProgram = z
  .object({
    ...sent,
    MinimumInitialCardValue: Dollars.optional(),
    MaximumInitialCardValue: Dollars.optional(),
  })
  .superRefine((program, context) => {
    const [missing] = missingBounds(program)
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'Enter an amount.' })
    else checkProgram(withUsualBounds(program), context)
  })
type NewCardProgram = z.infer<typeof NewCardProgram>

const bounds = ['MinimumInitialCardValue', 'MaximumInitialCardValue'] as const

/** The bound that isn't said beside one that is: the usual one might not fit that. */
function missingBounds(program: Pick<NewCardProgram, (typeof bounds)[number]>) {
  const missing = bounds.filter((bound) => program[bound] === undefined)
  return missing.length === 1 ? missing : []
}

/** A new program with the bounds it has: its own, or the usual ones. */
export function withUsualBounds(program: NewCardProgram): CardProgramFields {
  const {
    MinimumInitialCardValue: least = usualBounds.MinimumInitialCardValue,
    MaximumInitialCardValue: most = usualBounds.MaximumInitialCardValue,
    MaximumBalance = null,
    MaximumReloadPerDay = null,
    AllowsHolderReload = false,
  } = program
  return {
    ...program,
    MinimumInitialCardValue: least,
    MaximumInitialCardValue: most,
    MaximumBalance,
    MaximumReloadPerDay,
    AllowsHolderReload,
  }
}

export const CardProgram = z.object({
  CardProgramId: z.string(),
  ...fields,
  ...reloadRules,
  /** As it is kept, even if it dates from before it had to be one line. */
  Description: z.string(),
  /** Where the picture of the card is; null while it has none. */
  CardArtUrl: z.string().nullable(),
  IsRetired: z.boolean(),
  /** Another one, once somebody has changed what people fill in. */
  Revision: z.string(),
})
export type CardProgram = z.infer<typeof CardProgram>

/** The picture of a card may have this many bytes: a PNG or JPEG, sent as base64, resized by the server. */
export const largestArtBytes = 2 * 1024 * 1024

export const cardProgramsApi = {
  listCardPrograms: endpoint({
    method: 'GET',
    path,
    title: 'Card programs of the business',
    access: signedIn,
    shows: ['cardProgram'],
    output: z.object({ Results: z.array(CardProgram) }),
  }),
  createCardProgram: endpoint({
    method: 'POST',
    path,
    title: 'Create a card program',
    access: superAdministrator,
    changes: ['cardProgram'],
    body: NewCardProgram,
    output: CardProgram,
  }),
  updateCardProgram: endpoint({
    method: 'PUT',
    path: `${path}/{cardProgramId}`,
    title: 'Change a card program',
    access: superAdministrator,
    changes: ['cardProgram'],
    query: z.object({ revision }),
    body: z.object(sent).superRefine(checkProgram),
    output: CardProgram,
  }),
  retireCardProgram: endpoint({
    method: 'PUT',
    path: `${path}/{cardProgramId}/retired`,
    title: 'Retire or bring back a card program',
    access: superAdministrator,
    changes: ['cardProgram'],
    withoutRevision: 'A switch says outright which way it is to be.',
    body: z.object({ Value: z.boolean() }),
    output: CardProgram,
  }),
  setCardArt: endpoint({
    method: 'PUT',
    path: `${path}/{cardProgramId}/art`,
    title: 'Change the picture of a card program',
    access: superAdministrator,
    changes: ['cardProgram'],
    withoutRevision: 'A picture is one thing, and shown while another is chosen.',
    largestBody: 2 * largestArtBytes,
    body: z.object({
      imageData: z
        .base64()
        .max(Math.ceil((largestArtBytes * 4) / 3) + 4, 'The picture can have 2 MB at the most.'),
    }),
    output: CardProgram,
  }),
  removeCardArt: endpoint({
    method: 'DELETE',
    path: `${path}/{cardProgramId}/art`,
    title: 'Remove the picture of a card program',
    access: superAdministrator,
    changes: ['cardProgram'],
    output: CardProgram,
  }),
}
