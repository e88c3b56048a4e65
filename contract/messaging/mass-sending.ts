import { z } from 'zod'

/** Above so many the number has to be typed: a click would be too little for what it does. */
export const typedAbove = 500

/** So many of a sending wait to go out at the most: what is paused or stopped stops within these. */
export const mostUnderWay = 100

/** What somebody sent in so many hours counts as sent at once: a limit isn't passed piece by piece. */
export const countedHours = 24

/** How many somebody's role may write to at once, and how many they have written to in those hours. */
type SendingRoom = { readonly most: number; readonly before: number }

const inFigures = (count: number) => count.toLocaleString('en-AU')
const people = (count: number) => (count === 1 ? '1 member' : `${inFigures(count)} members`)

export const sendingWords = {
  aboveRole: ({ most, before, count }: SendingRoom & { count: number }) =>
    most === 0
      ? 'Your role may not write to many at once. Ask somebody whose role may.'
      : `Your role may write to ${people(most)} at once, ${before > 0 ? `you have written to ${inFigures(before)} in the last ${countedHours} hours, ` : ''}and these are ${inFigures(count)}. Narrow the search, or ask somebody whose role may write to more.`,
  withinRole: ({ most, before }: SendingRoom) =>
    `Your role may write to ${people(most)} at once${before > 0 ? `; you have written to ${inFigures(before)} in the last ${countedHours} hours, which count along` : ''}.`,
  more: (count: number, agreed: number) =>
    `Meanwhile ${people(count)} would be invited rather than ${inFigures(agreed)}. Look again, and confirm that.`,
  typeIt: (count: number) => `Type ${count} to confirm that so many are written to.`,
}

/** What was typed to confirm a large number. */
export const ConfirmCount = z.number().int().min(1).optional()

export const sendingStates = ['Running', 'Paused', 'Done', 'Stopped', 'Failed'] as const
export type SendingState = (typeof sendingStates)[number]

/** True of a sending that goes on, or can. */
export function isOpenSending({ State }: { readonly State: SendingState }): boolean {
  return State === 'Running' || State === 'Paused'
}

/**
 * What became of one of those it was for. Queued: waits for its next try. Kept: there is no way set up to send it. Gone: what
 * became of it is no longer kept.
 */
export const recipientStates = ['Queued', 'Sent', 'Failed', 'Kept', 'Skipped', 'Unreachable', 'Gone'] as const
export type RecipientState = (typeof recipientStates)[number]

/** One of those a sending was for. */
export const SendingRecipient = z.object({
  MemberId: z.string(),
  /** Null for somebody who is no longer there, or whom the caller doesn't read. */
  Name: z.string().nullable(),
  MembershipNumber: z.string().nullable(),
  State: z.enum(recipientStates),
  /** Why nothing was sent, or what the last try met. */
  Reason: z.string().nullable(),
  Channel: z.enum(['email', 'sms']).nullable(),
  /** Where it went, for those who know it to recognise. */
  To: z.string().nullable(),
  SeenDate: z.iso.datetime(),
  SentDate: z.iso.datetime().nullable(),
})
export type SendingRecipient = z.infer<typeof SendingRecipient>

/** A message as it will arrive. */
export const MessagePreview = z.object({
  /** Whose values it shows; null for made-up ones. */
  Name: z.string().nullable(),
  Sms: z.object({
    Text: z.string(),
    /** How many messages it goes out as. */
    Parts: z.number().int(),
    /** The signs that make it take more of them. */
    DearSigns: z.array(z.string()),
  }),
  Email: z.object({ Subject: z.string(), Text: z.string(), Html: z.string() }),
})
export type MessagePreview = z.infer<typeof MessagePreview>

/**
 * The rows around one that writes to many: each such row names all of them, so that nothing is sent to many without a count,
 * a look at it, a try, and the means to stop it and to see what came of it.
 */
export type SendsToMany = {
  readonly count: string
  readonly preview: string
  readonly tryOut: string
  readonly read: string
  readonly pause: string
  readonly goOn: string
  readonly stop: string
  readonly recipients: string
  readonly file: string
}
