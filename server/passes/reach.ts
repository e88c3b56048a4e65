import { z } from 'zod'
import type { Member } from '#contract/members.ts'
import { internationalMobile, isInternationalMobile, lacksCountryCode, tidyMobile } from '#contract/mobile.ts'
import type { Recipient } from './invitation-message.ts'

/**
 * How a member is reached whom nobody looks at before: by their default contact, or else any other; by the mobile number
 * if it is one, with the country code that people at home leave out.
 */
export function reachOf(member: Member): Recipient | null {
  const places = [member.DefaultContactDetails, 'Home', 'Work', 'Postal'] as const
  for (const place of places) {
    const { MobileNumber, EmailAddress } = member[`${place}ContactDetails`] ?? nowhere
    const mobile = mobileOf(MobileNumber ?? '')
    if (mobile !== null) return { channel: 'sms', to: mobile }
    const email = z.email().safeParse(EmailAddress?.trim().toLowerCase())
    if (email.success) return { channel: 'email', to: email.data }
  }
  return null
}

const nowhere = { MobileNumber: null, EmailAddress: null }

function mobileOf(mobile: string): string | null {
  const whole = lacksCountryCode(mobile) ? internationalMobile(mobile) : tidyMobile(mobile)
  return isInternationalMobile(whole) ? whole : null
}
