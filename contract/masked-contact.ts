/** An e-mail address or mobile number that whoever knows it recognises, and nobody else learns: 'j•••@e•••.com', '•••006'. */
export function maskedContact(contact: string): string {
  const at = contact.lastIndexOf('@')
  if (at < 1) return `•••${contact.replaceAll(/\D/g, '').slice(-3)}`
  const domain = contact.slice(at + 1)
  return `${contact[0]}•••@${domain[0] ?? ''}•••${domain.slice(domain.lastIndexOf('.'))}`
}
