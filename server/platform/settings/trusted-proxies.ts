import { isIP } from 'node:net'
import { z } from 'zod'

/** Whose word about callers is taken: nobody's, that of so many proxies in front, or that of these networks. */
export type TrustedProxies = false | number | readonly string[]

const mostProxies = 10

/** The setting: `off`, a number of proxies, or networks and addresses with commas between them. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (text === 'off') return false
  if (text === 'on')
    return refuse(
      "can't be on, which would believe anybody: write how many proxies are in front, such as 1, or their networks, such as 10.0.0.0/8",
    )
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops >= 1 && hops <= mostProxies ? hops : refuse(`must be 1 to ${mostProxies} proxies`)
  }
  const networks = text.split(',').map((network) => network.trim())
  const wrong = networks.find((network) => !isNetwork(network))
  return wrong === undefined
    ? networks
    : refuse(`names ${wrong || 'nothing'}, which is no network or address`)
})

const longestPrefix = { 0: 0, 4: 32, 6: 128 }

/** A network or address in digits. A prefix of 0 would be everybody. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const longest = longestPrefix[isIP(address) as 0 | 4 | 6]
  return longest > 0 && (prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= longest))
}

/** The same as Fastify takes it. It doesn't count hops itself, since it can't know that nobody goes around the proxies. */
export function trustOf(proxies: TrustedProxies) {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies
  return proxies && [...proxies]
}
