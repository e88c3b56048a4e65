import { randomBytes } from 'node:crypto'
import { unzip } from '#tests/reading/unzip.ts'

/** What a phone reads of a pass. */
export type InstalledPass = {
  serialNumber: string
  passTypeIdentifier: string
  teamIdentifier: string
  authenticationToken: string
  webServiceURL: string
  voided?: boolean
  expirationDate?: string
  sharingProhibited?: boolean
  relevantDate?: string
  relevantDates?: { startDate: string; endDate: string }[]
  locations?: { latitude: number; longitude: number; relevantText: string }[]
  barcodes?: { format: string; message: string; messageEncoding: string; altText?: string }[]
  storeCard: Record<'primaryFields' | 'secondaryFields' | 'backFields', { label: string; value: string }[]>
}

/** The pass in a `.pkpass`. */
export function passIn(pkpass: Buffer): InstalledPass {
  return JSON.parse(unzip(pkpass).get('pass.json')!.toString()) as InstalledPass
}

/** A phone with Apple Wallet: it knows of Hub what its pass tells it, and speaks Apple's protocol. */
export function appleDevice(pkpass: Buffer) {
  const pass = passIn(pkpass)
  const deviceId = randomBytes(16).toString('hex')
  const pushToken = randomBytes(32).toString('hex')
  const authorised = { authorization: `ApplePass ${pass.authenticationToken}` }
  const registrations = `${pass.webServiceURL}/v1/devices/${deviceId}/registrations/${pass.passTypeIdentifier}`
  const installed = `${registrations}/${pass.serialNumber}`
  let modified: string | null = null
  return {
    pass,
    deviceId,
    pushToken,
    register: (token = pushToken, headers: Record<string, string> = authorised) =>
      fetch(installed, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ pushToken: token }),
      }),
    unregister: (headers: Record<string, string> = authorised) =>
      fetch(installed, { method: 'DELETE', headers }),
    /** What has changed since a tag; null if nothing has. */
    changes: async (since?: string) => {
      const answer = await fetch(
        `${registrations}${since === undefined ? '' : `?passesUpdatedSince=${since}`}`,
      )
      return answer.status === 204
        ? null
        : ((await answer.json()) as { lastUpdated: string; serialNumbers: string[] })
    },
    /** The pass as it is now; null if the phone has it already. */
    fetchPass: async (headers: Record<string, string> = authorised) => {
      const answer = await fetch(
        `${pass.webServiceURL}/v1/passes/${pass.passTypeIdentifier}/${pass.serialNumber}`,
        {
          headers: { ...headers, ...(modified !== null && { 'if-modified-since': modified }) },
        },
      )
      if (answer.status === 304) return null
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      modified = answer.headers.get('last-modified')
      return Buffer.from(await answer.arrayBuffer())
    },
    complain: (line: string) =>
      fetch(`${pass.webServiceURL}/v1/log`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ logs: [line] }),
      }),
  }
}
