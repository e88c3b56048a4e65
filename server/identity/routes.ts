import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import { identityApi, type SignedIn } from '#contract/access/identity.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sentTo, takeAnyType } from '#platform/http'
import { parse } from '#platform/refusals'
import { type Caller, answerWithCodes } from '#server/identity/accounts'
import { linkMicrosoft, mountMicrosoft, startAccepting } from '#server/identity/microsoft'
import { confirmEmail, describeEmailChange } from '#server/identity/own-account'
import { describeTicket, requestReset, setPassword } from '#server/identity/passwords'
import {
  letGoOn,
  letIn,
  limitCalls,
  callerOf,
  refuseOtherSites,
  type Service,
} from '#server/identity/service'
import {
  acceptCookies,
  type Cookie,
  deviceCookie,
  flowCookie,
  linkCookie,
  readCookie,
  readSessions,
  writeCookie,
  writeSession,
} from '#server/identity/sessions'
import {
  acceptWithPasskey,
  askForPasskey,
  beginInvitedPasskey,
  type Entered,
  finishSignIn,
  prove,
  refreshToken,
  signIn,
  signInWithPasskey,
  signOut,
} from '#server/identity/sign-in'

type Call<Row extends Endpoint> = {
  readonly body: z.output<Row['body']>
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Answer<Row extends Endpoint> = Row['output'] extends z.ZodUndefined ? void : z.input<Row['output']>

const rows = { ...identityApi, ...factorSignInApi }

type Handlers = {
  readonly [Name in keyof typeof rows]: (
    call: Call<(typeof rows)[Name]>,
  ) => Promise<Answer<(typeof rows)[Name]>>
}

/** Mounts everything below /identity. */
export function mountIdentity(app: FastifyInstance, service: Service): void {
  void app.register(async (scope) => {
    answerWithCodes(scope)
    scope.addHook('onClose', () => service.refusedEntries.settled())
    await acceptCookies(scope)
    limitCalls(scope, service)
    mountCalls(scope, service)
    mountMicrosoft(scope, service)
  })
}

function mountCalls(app: FastifyInstance, service: Service): void {
  const handlers = handlersOf(service)
  for (const [name, row] of Object.entries(rows) as [keyof Handlers, Endpoint][]) {
    const handler = handlers[name] as (call: Call<Endpoint>) => Promise<unknown>
    app.route({
      method: row.method,
      url: row.path,
      config: { endpoint: name },
      preParsing: async (request) => takeAnyType(row, request),
      handler: async (request, reply) => {
        if (row.method !== 'GET') refuseOtherSites(request, service.publicUrl())
        reply.header('cache-control', 'no-store')
        const body = parse(row.body, sentTo(row, request))
        const answer = await handler({ body, caller: callerOf(request, service.publicUrl()), request, reply })
        return answer === undefined ? reply.code(204).send() : answer
      },
    })
  }
}

async function goOn(service: Service, { request, reply, caller }: Call<Endpoint>): Promise<SignedIn> {
  const entered = await refreshToken(service, readSessions(request, service.publicUrl()), caller)
  letGoOn(service, request, reply, entered)
  return entered.signedIn
}

function handlersOf(service: Service): Handlers {
  const keep = (reply: FastifyReply, cookie: Cookie, value: string | null) =>
    writeCookie(reply, cookie, value, service.publicUrl())
  const admit = (call: Call<Endpoint>, { secret, signedIn }: Entered) => {
    letIn(service, call.request, call.reply, secret)
    return signedIn
  }
  const admitDevice = (reply: FastifyReply, { device, secret, signedIn }: Entered & { device: string }) => {
    writeSession(reply, secret, service.publicUrl())
    keep(reply, deviceCookie, device)
    return signedIn
  }
  const sessionsIn = ({ request }: Call<Endpoint>) => readSessions(request, service.publicUrl())
  return {
    signIn: async ({ body, caller, reply }) => admitDevice(reply, await signIn(service, body, caller)),
    finishSignIn: async ({ body, caller, reply }) =>
      admitDevice(reply, await finishSignIn(service, body, caller)),
    askForPasskey: () => askForPasskey(service),
    signInWithPasskey: async (call) => admit(call, await signInWithPasskey(service, call.body, call.caller)),
    beginInvitedPasskey: ({ body }) => beginInvitedPasskey(service, body),
    acceptWithPasskey: async (call) => admit(call, await acceptWithPasskey(service, call.body, call.caller)),
    refreshToken: (call) => goOn(service, call),
    signOut: async (call) => {
      await signOut(service, sessionsIn(call), call.caller)
      writeSession(call.reply, null, service.publicUrl())
    },
    prove: (call) => prove(service, sessionsIn(call), call.body, call.caller),
    requestReset: ({ body, caller }) => requestReset(service, body, caller),
    describeTicket: ({ body }) => describeTicket(service, body),
    setPassword: async ({ body, caller, reply }) =>
      keep(reply, deviceCookie, await setPassword(service, body, caller)),
    describeEmailChange: ({ body }) => describeEmailChange(service, body),
    confirmEmail: ({ body, caller }) => confirmEmail(service, body, caller),
    linkMicrosoft: async (call) => {
      const secret = readCookie(call.request, linkCookie, service.publicUrl())
      const entered = await linkMicrosoft(service, secret, call.body, call.caller)
      keep(call.reply, linkCookie, null)
      return admit(call, entered)
    },
    acceptWithMicrosoft: async ({ body, reply }) => {
      const { secret, url } = await startAccepting(service, body)
      keep(reply, flowCookie, secret)
      return { url: url.href }
    },
    listSigningKeys: async ({ reply }) => {
      reply.header('cache-control', 'public, max-age=600')
      return { keys: await service.keys.published() }
    },
  }
}
