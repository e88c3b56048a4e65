import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { revision } from '#contract/revisions.ts'
import {
  longestMonths,
  type RetentionKind,
  retentionKinds,
  retentionLabels,
  retentionWords,
  shortestMonths,
} from './retention-words.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration/retention'

/** Those who run the business, as with its other settings. */
const access = may('User.Management')

function bounded(kind: RetentionKind, months: z.ZodNumber): z.ZodNumber {
  const least = shortestMonths[kind]
  const sentence = `${retentionLabels[kind]}: at least ${least} months, or for good.`
  return months.int().min(least, sentence).max(longestMonths)
}

function ofEachKind<Schema extends z.ZodType>(schemaOf: (kind: RetentionKind) => Schema) {
  return Object.fromEntries(retentionKinds.map((kind) => [kind, schemaOf(kind)])) as Record<
    RetentionKind,
    Schema
  >
}

const months = ofEachKind((kind) => bounded(kind, z.number()).nullable())

type Messages = { readonly MessageTexts: number | null; readonly Messages: number | null }
const areInOrder = ({ MessageTexts, Messages }: Messages) =>
  (MessageTexts ?? Infinity) <= (Messages ?? Infinity)
const notInOrder = { path: ['Messages'], message: retentionWords.linesBeforeTexts }

/** After how many months each kind falls away; null for what is kept for good. */
export const RetentionFields = z.object(months).refine(areInOrder, notInOrder)
export type RetentionFields = z.infer<typeof RetentionFields>

const Retention = z.object({ ...RetentionFields.shape, Revision: z.string() })
export type Retention = z.infer<typeof Retention>

const Falling = z.object({
  Kind: z.enum(retentionKinds),
  /** How many there are now that are older; no more than 100,000 are counted. */
  Count: z.number().int(),
  /** There are more than were counted. */
  IsMore: z.boolean(),
  /** The first day, in the business, of which everything is kept. */
  KeptFrom: z.iso.date(),
})
export type Falling = z.infer<typeof Falling>

const isShorter = (input: { readonly body: unknown }) =>
  (input.body as { IsShorter?: boolean } | undefined)?.IsShorter === true

export const retentionApi = {
  getRetention: endpoint({
    method: 'GET',
    path,
    title: 'How long records are kept',
    access,
    shows: ['business'],
    output: Retention,
  }),
  previewRetention: endpoint({
    method: 'GET',
    path: `${path}/preview`,
    title: 'What would fall away',
    access,
    shows: ['business'],
    /** The months that are thought of; what is left out is kept for good. */
    query: z.object(ofEachKind((kind) => bounded(kind, z.coerce.number()).optional())),
    output: z.object({ Results: z.array(Falling) }),
  }),
  saveRetention: endpoint({
    method: 'PUT',
    path,
    title: 'Change how long records are kept',
    access,
    changes: ['business'],
    // Without it nothing can be made shorter.
    asksAgain: { before: 'records are kept for a shorter time', when: isShorter },
    query: z.object({ revision }),
    body: z
      .object({
        ...months,
        /** Left out it stays as it is: a tab that was opened before the upgrade doesn't know of it. */
        RequestFiles: months.RequestFiles.optional(),
        /** It is meant that more falls away than before. */
        IsShorter: z.boolean().optional(),
      })
      .refine(areInOrder, notInOrder),
    output: Retention,
  }),
}
