import { type PassValues, resolveText } from './pass-tokens.ts'

/** Dynamic data that only the invitation has: the address where the pass is claimed. */
export const invitationLink = 'Link'

const token = `{${invitationLink}}`
const usualText = `Hi {FirstName}, here is your {BusinessName} digital membership card: ${token}`

/** The invitation in the words of its design, or in the usual ones where it has none. */
export function invitationText(format: string, values: PassValues, link: string): string {
  const words = format.trim() || usualText
  // Without the link it would be of no use.
  const whole = words.includes(token) ? words : `${words} ${token}`
  return resolveText(whole, values).replaceAll(token, link)
}
