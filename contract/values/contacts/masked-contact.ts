/** An e-mail address or mobile number that whoever knows it recognises, and nobody else learns. */
export function maskedContact(contact: string): string {
  return contact.includes('@') ? maskedEmail(contact) : maskedMobile(contact)
}

/** 'j•••@e•••.com' */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const host = email.slice(at + 1)
  const lastDot = host.lastIndexOf('.')
  return `${email.slice(0, Math.min(at, 1))}•••@${host.slice(0, 1)}•••${lastDot < 0 ? '' : host.slice(lastDot)}`
}

/** '04•• ••• •78'; of a number from elsewhere no more than its end. */
function maskedMobile(mobile: string): string {
  const digits = mobile.replaceAll(/[^\d+]/g, '')
  const isAustralian = /^(\+61|0)4\d{8}$/.test(digits)
  return `${isAustralian ? '04' : '••'}•• ••• •${digits.slice(-2)}`
}
