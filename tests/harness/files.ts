import type { Endpoint } from '#contract/endpoint.ts'
import type { TestHub } from './hub.ts'

type Input = { params: Record<string, string>; query?: Record<string, string> }

/** The file that a row answers somebody with: its name, and its bytes as they came. */
export async function fileFrom(hub: TestHub, email: string, row: Endpoint, { params, query = {} }: Input) {
  const url = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const authorization = `Bearer ${await hub.tokenOf(email)}`
  const answer = await hub.app.inject({ method: 'GET', url, query, headers: { authorization } })
  const [, name = ''] = /filename\*=UTF-8''(.+)$/.exec(String(answer.headers['content-disposition'])) ?? []
  return { status: answer.statusCode, name: decodeURIComponent(name), bytes: answer.rawPayload }
}
