import { z } from 'zod'
import { shownOfClub } from '#contract/business/club-look.ts'
import { anyone, endpoint } from '#contract/endpoint.ts'
import { LinkSecret } from '#contract/values/link-secret.ts'

/** Members who are named as proposer or seconder of a request, and confirm it by a link to their contact on file. */

/** So long they can answer. */
export const daysToAnswerSponsor = 30

const Role = z.enum(['Proposer', 'Seconder'])

/** Somebody who is named, as those see it who decide on the request. */
export const Sponsor = z.object({
  Role,
  /** As it was typed. */
  MembershipNumber: z.string(),
  LastName: z.string(),
  /** Null where no member has this number and name, or the user may not see members. */
  MemberId: z.string().nullable(),
  State: z.enum(['Unknown', 'NotReached', 'Waiting', 'Expired', 'Confirmed', 'Declined']),
  AnsweredDate: z.iso.datetime().nullable(),
})
export type Sponsor = z.infer<typeof Sponsor>

/** How it stands with them, in words. */
export const sponsorStates: Readonly<Record<Sponsor['State'], string>> = {
  Unknown: 'No member has this number and name',
  NotReached: 'Could not be asked',
  Waiting: 'Not confirmed yet',
  Expired: 'Did not answer in time',
  Confirmed: 'Confirmed',
  Declined: 'Declined',
}

/** True for those who can be asked once more. */
export function canBeAskedAgain({ State }: Sponsor): boolean {
  return State === 'Waiting' || State === 'Expired' || State === 'NotReached'
}

/** Why nobody is asked again. */
export const sponsorTexts = {
  decided: 'The request is decided: nobody has to confirm it any more.',
  nobody: 'Nobody is left to ask: each has answered, is no member, or was asked within the last day.',
  noContact: 'There is no e-mail address and no mobile number on file to ask them at.',
} as const

/** What a member is asked by the link. */
export const Sponsorship = z.object({
  ...shownOfClub,
  Role,
  ApplicantName: z.string(),
  /** Open until it is answered, or the request is decided without it. */
  State: z.enum(['Open', 'Confirmed', 'Declined', 'Over']),
})
export type Sponsorship = z.infer<typeof Sponsorship>

const path = '/api/patron/forms/{form}/sponsorship'
const rateLimits = [{ kind: 'sponsorship', most: 20, minutes: 15 }]

export const sponsorsApi = {
  describeSponsorship: endpoint({
    method: 'POST',
    path: `${path}/describe`,
    title: 'What a proposer or seconder is asked',
    access: anyone,
    changes: [],
    changesNothing: true,
    rateLimits,
    body: z.object({ Secret: LinkSecret }),
    output: Sponsorship,
  }),
  answerSponsorship: endpoint({
    method: 'POST',
    path,
    title: 'Confirm or decline as proposer or seconder',
    access: anyone,
    recordsItself: true,
    changes: ['request'],
    rateLimits,
    body: z.object({ Secret: LinkSecret, IsConfirmed: z.boolean() }),
    output: Sponsorship,
  }),
}
