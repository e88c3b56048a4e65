/** What stands for something in the text of an invitation. */
export const smsTokens = ['FirstName', 'LastName', 'Value', 'Card', 'Business', 'ExpiryDate', 'Link'] as const
export type SmsValues = Readonly<Record<(typeof smsTokens)[number], string>>

/** The text of an invitation that nobody wrote another for. */
export const usualSms =
  'Hi {FirstName}, {Business} has sent you a {Card} with {Value}. Activate it by {ExpiryDate}: {Link}'

/** So many characters an invitation's own text may have. */
export const longestSmsFormat = 480

const token = /\{(\w*)\}/g

/** The first thing in braces that stands for nothing, as it was written; null if all do. */
export function unknownToken(format: string): string | null {
  for (const [written, name] of format.matchAll(token))
    if (!(smsTokens as readonly (string | undefined)[]).includes(name)) return written
  return null
}

/** The text as the recipient reads it. Without the link it would be of no use, so that comes at the end if nowhere else. */
export function smsText(format: string, values: SmsValues): string {
  const whole = format.includes('{Link}') ? format : `${format.trim()} {Link}`
  return whole.replaceAll(token, (written, name: string) => values[name as keyof SmsValues] ?? written)
}
