import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { createTransport } from 'nodemailer'
import { inTime } from '#platform/outside'
import type { Settings } from '#platform/settings'
import { type Finding, findEnd, ok, warning, wrong } from './finding.ts'

const patienceMs = 10_000

/** Whether the mail server lets us in; nothing is sent. */
export async function findMailServer({ mail: { smtpUrl } }: Pick<Settings, 'mail'>): Promise<Finding> {
  if (!smtpUrl) return warning('HUB_SMTP_URL is not set: e-mail stays in the outbox, and nobody gets any.')
  const { host } = new URL(smtpUrl)
  const steps = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
  try {
    const transport = createTransport({ url: smtpUrl, ...steps })
    const greet = () => transport.verify().finally(() => transport.close())
    await inTime(patienceMs, 'The mail server', greet, () => transport.close())
    return ok(`The mail server ${host} lets Hub in.`)
  } catch (error) {
    return wrong(
      `The mail server ${host} doesn't let Hub in (${(error as Error).message}): correct HUB_SMTP_URL, or the way there.`,
    )
  }
}

/** When the certificates end that the settings name, and the one at the public address. */
export async function findCertificates(
  settings: Pick<Settings, 'applePasses' | 'publicUrl'>,
): Promise<Finding[]> {
  const { applePasses, publicUrl } = settings
  const apple = applePasses ? [findPassCertificate(applePasses), findAuthority(applePasses)] : []
  const site = publicUrl?.startsWith('https:') ? await findSite(new URL(publicUrl)) : undefined
  return [...apple, ...(site ? [site] : [])]
}

type AppleFiles = NonNullable<Settings['applePasses']>

function findPassCertificate({ certificateFile }: AppleFiles): Finding {
  const toDo = 'renew it under the same pass type'
  return findFile('HUB_APPLE_PASS_CERTIFICATE', certificateFile, "Apple's certificate for passes", toDo)
}

function findAuthority({ authorityFile }: AppleFiles): Finding {
  const toDo = 'get the present one from Apple, and a certificate for passes under it'
  return findFile('HUB_APPLE_WWDR_CERTIFICATE', authorityFile, "Apple's WWDR certificate", toDo)
}

function findFile(setting: string, file: string, what: string, toDo: string): Finding {
  try {
    const { validTo } = new X509Certificate(readFileSync(file))
    return findEnd(what, new Date(validTo), toDo)
  } catch (error) {
    return wrong(`${setting} can't be read (${(error as Error).message}).`)
  }
}

async function findSite({ hostname, port }: URL): Promise<Finding> {
  // Also one that nobody would trust is looked at: how long it lasts is what is asked.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
  })
  const greeted = new Promise<Date>((resolve, reject) => {
    socket.once('secureConnect', () => resolve(new Date(socket.getPeerCertificate().valid_to)))
    socket.once('error', reject)
  })
  try {
    const end = await inTime(
      patienceMs,
      hostname,
      () => greeted,
      () => socket.destroy(),
    )
    if (socket.authorizationError)
      return wrong(
        `The certificate of ${hostname} is not trusted (${String(socket.authorizationError)}): browsers refuse it.`,
      )
    return findEnd(`The certificate of ${hostname}`, end, 'renew it')
  } catch (error) {
    return warning(
      `${hostname} can't be reached from here (${(error as Error).message}): its certificate was not looked at.`,
    )
  } finally {
    socket.destroy()
  }
}
