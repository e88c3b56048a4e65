/** True for an address of a website that a link may lead to: one with a name, and nothing that runs when it is opened. */
export function isPublicWebsite(text: string): boolean {
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}
