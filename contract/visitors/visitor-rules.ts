import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { revision } from '#contract/revisions.ts'
import { needed } from '#contract/words/needed.ts'
import { isOneLine, nameInOneLine } from '#contract/words/one-line.ts'
import { askedPlaces, usualStatement, visitorKinds } from './visitor-words.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration/visitors'

/** Those who run the business, as with its other settings. */
const access = may('User.Management')

const clubName = 'Enter the name of the club.'

/** A club whose members are welcome as its own. */
export const ReciprocalClub = z.object({
  Name: z.string(needed(clubName)).trim().min(1, clubName).max(120).refine(isOneLine, nameInOneLine),
  State: z.string().trim().max(40).refine(isOneLine, 'Write the state in one line.').default(''),
  IsActive: z.boolean().default(true),
})
export type ReciprocalClub = z.output<typeof ReciprocalClub>

const statementNeeded = 'Enter the statement that visitors sign.'

/** What a business asks of those who sign visitors in. */
export const VisitorRulesFields = z
  .object({
    Kinds: z.array(z.enum(visitorKinds)).max(visitorKinds.length),
    /** How many guests a member can sign in on a day of the business; null for any number. */
    GuestsPerDay: z
      .number()
      .int('Enter a whole number of guests.')
      .min(1, 'Enter at least one guest, or leave it empty for any number.')
      .max(100, 'Enter 100 guests at the most, or leave it empty for any number.')
      .nullable(),
    AsksFor: z.enum(askedPlaces),
    NeedsSignature: z.boolean(),
    Statement: z.string(needed(statementNeeded)).trim().min(1, statementNeeded).max(600),
    Clubs: z.array(ReciprocalClub).max(500, 'List 500 clubs at the most.'),
  })
  .superRefine(({ Clubs }, context) => {
    const names = Clubs.map(({ Name }) => Name.toLowerCase())
    names.forEach((name, at) => {
      if (names.indexOf(name) < at)
        context.addIssue({
          code: 'custom',
          message: 'This club is on the list already.',
          path: ['Clubs', at, 'Name'],
        })
    })
  })
export type VisitorRulesFields = z.output<typeof VisitorRulesFields>

/** What holds until a business says otherwise. */
export const usualVisitorRules: VisitorRulesFields = {
  Kinds: [...visitorKinds],
  GuestsPerDay: null,
  AsksFor: 'Suburb',
  NeedsSignature: true,
  Statement: usualStatement,
  Clubs: [],
}

const VisitorRules = z.object({ ...VisitorRulesFields.shape, Revision: z.string() })
export type VisitorRules = z.output<typeof VisitorRules>

export const visitorRulesApi = {
  getVisitorRules: endpoint({
    method: 'GET',
    path,
    title: 'Rules for visitors',
    access,
    shows: ['visitorRules'],
    output: VisitorRules,
  }),
  saveVisitorRules: endpoint({
    method: 'PUT',
    path,
    title: 'Change the rules for visitors',
    access,
    changes: ['visitorRules'],
    query: z.object({ revision }),
    body: VisitorRulesFields,
    output: VisitorRules,
  }),
}
