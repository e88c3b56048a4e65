import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { IdentityCode, microsoftSignInPath } from '#contract/access/identity.ts'
import { letIn, callerOf, ownPath, type Service } from '#server/identity/service'
import { flowCookie, linkCookie, readCookie, readSessions, writeCookie } from '#server/identity/sessions'
import { finishMicrosoftSignIn, startMicrosoftSignIn, takeFlow } from './microsoft-sign-in.ts'

/** Where Microsoft sends the browser back to; this address is registered there. */
export const callbackPath = `${microsoftSignInPath}/callback`

const Query = z.object({ to: z.string().max(2000).optional() }).catch({})

/** Mounts the way to Microsoft and back. A browser is underway, so every ending is a redirect. */
export function mountMicrosoft(app: FastifyInstance, service: Service): void {
  app.get(microsoftSignInPath, { errorHandler: sendBack }, async (request, reply) => {
    const to = wantedPage(request)
    return orBackToSignIn(request, reply, to, async () => {
      const { secret, url } = await startMicrosoftSignIn(service, to)
      writeCookie(reply, flowCookie, secret, service.publicUrl())
      return url.href
    })
  })

  app.get(callbackPath, { errorHandler: sendBack }, async (request, reply) => {
    const secret = readCookie(request, flowCookie, service.publicUrl())
    const flow = secret && (await takeFlow(service, secret))
    writeCookie(reply, flowCookie, null, service.publicUrl())
    if (!flow) return redirect(reply, signInPage('microsoft-failed', '/'))
    const { returnTo: to } = flow
    return orBackToSignIn(request, reply, to, async () => {
      const search = request.url.slice(callbackPath.length)
      const caller = callerOf(request, service.publicUrl())
      const sessions = readSessions(request, service.publicUrl())
      const arrival = await finishMicrosoftSignIn(service, { flow, secret, search, sessions, caller })
      if (arrival.kind === 'entered') {
        letIn(service, request, reply, arrival.secret)
        return to
      }
      writeCookie(reply, linkCookie, arrival.secret, service.publicUrl())
      return signInPage('account-exists', to, arrival.email)
    })
  })
}

const wantedPage = (request: FastifyRequest) => ownPath(Query.parse(request.query).to)

/** Of what is refused before the work begins: there were too many calls. What nobody foresaw is the platform's to answer. */
function sendBack(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode !== 429) throw error
  void redirect(reply, signInPage('too-many-attempts', wantedPage(request)))
}

/** Goes where the work says or, whatever goes wrong, to the sign-in page with the reason. */
async function orBackToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  to: string,
  work: () => Promise<string>,
) {
  try {
    return redirect(reply, await work())
  } catch (error) {
    const { data: code } = IdentityCode.safeParse((error as { code?: unknown }).code)
    if (!code) request.log.warn({ err: error }, 'sign-in with Microsoft failed')
    return redirect(reply, signInPage(code ?? 'microsoft-failed', to))
  }
}

// After the #: the reason and the address reach the console, but no log and no other site.
function signInPage(code: IdentityCode, to: string, email?: string): string {
  return `/sign-in#${new URLSearchParams({ code, ...(email && { email }), to }).toString()}`
}

function redirect(reply: FastifyReply, url: string) {
  return reply.header('cache-control', 'no-store').redirect(url, 303)
}
