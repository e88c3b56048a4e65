import { Agent, request } from 'node:https'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'

type Ask = { readonly name: string; readonly method: string; readonly path: string; readonly body?: unknown }
type Outcome = {
  readonly name: string
  readonly outcome: number | string
  readonly said: string
  /** When that was known, in milliseconds of this process. */
  readonly at: number
}

const pathOf = (row: Endpoint, params: Record<string, string>) =>
  row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** What a club's people ask in turn: pages, lists, one member, points. */
function asksOf(memberId: string, note: string): readonly Ask[] {
  const params = { businessId: 'harbourside', memberId, pointsTypeId: 'Points' }
  const award = { Note: note, PointsByQuantity: 1, PointsByDollarValue: 0.01 }
  return [
    { name: 'page', method: 'GET', path: '/' },
    { name: 'list', method: 'GET', path: pathOf(api.listMembers, params) },
    { name: 'award', method: 'POST', path: pathOf(api.awardPoints, params), body: award },
    { name: 'member', method: 'GET', path: pathOf(api.getMember, params) },
    { name: 'award', method: 'POST', path: pathOf(api.awardPoints, params), body: award },
  ]
}

/** Asks so many times a second, whether or not it is answered, until it is told to end; then tells what came of each. */
export function startRollingLoad(given: {
  url: string
  certificate: string
  /** Of two people, as there is a limit to what one may ask at once: who reads, and who awards. */
  readsAs: string
  awardsAs: string
  members: readonly { readonly id: string }[]
  note: string
  perSecond: number
}) {
  // A connection that nobody used for a while is given up before the proxy closes it (nginx after 75 seconds), perhaps in the
  // moment in which it is used again.
  const agent = new Agent({ ca: given.certificate, keepAlive: true, maxSockets: 200, timeout: 20_000 })
  const turns = given.members.flatMap(({ id }) => asksOf(id, given.note))
  const under: Promise<Outcome>[] = []
  const began = performance.now()
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) * given.perSecond) / 1000)
    for (let count = under.length; count < due; count++) {
      const ask = turns[count % turns.length]!
      const token = ask.name === 'award' ? given.awardsAs : given.readsAs
      under.push(askOne(new URL(given.url), token, agent, ask))
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    const seconds = (performance.now() - began) / 1000
    const outcomes = await Promise.all(under)
    agent.destroy()
    return { outcomes, seconds }
  }
}

function askOne(url: URL, token: string, agent: Agent, ask: Ask): Promise<Outcome> {
  const headers = {
    ...(ask.path !== '/' && { authorization: `Bearer ${token}` }),
    ...(ask.body !== undefined && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve) => {
    let said = ''
    const tell = (outcome: number | string) =>
      resolve({ name: ask.name, outcome, said, at: performance.now() })
    const fail = (error: NodeJS.ErrnoException) => tell(error.code ?? error.message)
    const options = { agent, method: ask.method, headers, timeout: 60_000 }
    const sent = request(new URL(ask.path, url), options, (answer) => {
      answer.on('data', (chunk) => (said = (said + chunk).slice(0, 300)))
      answer.once('end', () => tell(answer.statusCode ?? 0))
      answer.once('error', fail)
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer within a minute')))
    sent.once('error', fail)
    sent.end(ask.body === undefined ? undefined : JSON.stringify(ask.body))
  })
}
