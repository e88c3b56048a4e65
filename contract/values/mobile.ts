/** A mobile number without the blanks that people put into it. */
export function tidyMobile(mobile: string): string {
  return mobile.replaceAll(/[\s()-]/g, '')
}

/** True for an Australian mobile number as it is dialled at home. */
export function lacksCountryCode(mobile: string): boolean {
  return /^0[45]/.test(tidyMobile(mobile))
}

/** True for a whole one: what is a digit short, or another country's, is left for people to mend. */
export function isHomeMobile(text: string): boolean {
  return /^0[45]\d{8}$/.test(tidyMobile(text))
}

/** The same number as it is dialled from anywhere. */
export function internationalMobile(mobile: string): string {
  return tidyMobile(mobile).replace(/^0/, '+61')
}

/** True for a plus and 8 to 13 digits. */
export function isInternationalMobile(mobile: string): boolean {
  return /^\+\d{8,13}$/.test(tidyMobile(mobile))
}
