/** What an address asks for. '?edit' opens a record for editing just as '?edit=true' does. */
export function parseSearch(search: string): Record<string, string> {
  const { edit, ...rest } = Object.fromEntries(new URLSearchParams(search))
  return edit === undefined ? rest : { edit: edit || 'true', ...rest }
}

/** The search of an address: plain texts, as people would write them. The router's own would put JSON in it. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
