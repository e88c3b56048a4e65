import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import { isInternationalMobile, lacksCountryCode, tidyMobile } from '#contract/values/mobile.ts'

type MobileTexts = { mobileNeedsCountry: string; invalidMobile: string }

/** What is wrong with a mobile number, in the words of a form; null if nothing is. */
function mobileProblem(mobile: string, text: MobileTexts): string | null {
  if (lacksCountryCode(mobile)) return text.mobileNeedsCountry
  return isInternationalMobile(mobile) ? null : text.invalidMobile
}

/** The check of a mobile number, in the words of a form. */
export const mobileCheck = (text: MobileTexts) => (context: z.core.ParsePayload<string>) => {
  const problem = mobileProblem(context.value, text)
  if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem })
}

const emptyAsNull = (value: string | null | undefined) => (value === '' ? null : value)

/** How a member is reached. What is left out stays as it is stored; what is given is saved. */
export const InvitationContact = z.object({
  MobileNumber: z
    .string()
    .nullish()
    .transform(emptyAsNull)
    .pipe(z.string().check(mobileCheck(messages.cardInvitation)).transform(tidyMobile).nullish()),
  EmailAddress: z
    .string()
    .trim()
    .toLowerCase()
    .nullish()
    .transform(emptyAsNull)
    .pipe(z.email(messages.cardInvitation.invalidEmail).max(320).nullish()),
})
export type InvitationContact = z.infer<typeof InvitationContact>

/** The check of a form that there is a way to reach the member. */
export function requireContact(
  { MobileNumber, EmailAddress }: InvitationContact,
  context: z.RefinementCtx,
): void {
  if (MobileNumber || EmailAddress) return
  const text = messages.cardInvitation
  context.addIssue({ code: 'custom', path: ['MobileNumber'], message: text.mobileRequired })
  context.addIssue({ code: 'custom', path: ['EmailAddress'], message: text.emailRequired })
}
