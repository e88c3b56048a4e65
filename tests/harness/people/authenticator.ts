import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '#contract/access/passkeys.ts'

type Behaviour = {
  /** The address it is used at, as the browser says it. */
  origin?: string
  /** Whether it makes sure who holds it, by a finger or a PIN. */
  isVerifying?: boolean
  /** How often it says to have signed; always 0 where it doesn't count. */
  counter?: number
}

const usual = { origin: 'http://localhost', isVerifying: true, counter: 0 }
const present = 0x01
const verified = 0x04
const withCredential = 0x40

/** A passkey in software: one key, which answers whatever it is asked, in the way it is told. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let handle = ''

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (rpId: string, { isVerifying, counter }: typeof usual, rest?: Buffer) => {
    const flags = present | (isVerifying ? verified : 0) | (rest ? withCredential : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head, rest ?? Buffer.alloc(0)])
  }

  return {
    id,
    /** Makes the passkey that it was asked for. */
    create({ challenge, rp, user }: PasskeyCreation, behaviour: Behaviour = {}) {
      const how = { ...usual, ...behaviour }
      handle = user.id
      const cose = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const made = Buffer.concat([Buffer.alloc(16), length, credentialId, cose])
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', null],
        ['authData', authData(rp.id, how, made)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, how.origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Signs what it was asked to. */
    sign({ challenge, rpId }: PasskeyRequest, behaviour: Behaviour = {}): PasskeyAssertion {
      const how = { ...usual, ...behaviour }
      const client = clientData('webauthn.get', challenge, how.origin)
      const data = authData(rpId, how)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: handle,
        },
      }
    },
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()

// Null stands for an empty map.
type Cbor = number | string | Buffer | null

/** As much of CBOR as an authenticator needs. */
function cborMap(entries: [number | string, Cbor][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cborOf)])
}

function cborOf(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
  if (value === null) return cborHead(5, 0)
  return Buffer.concat([cborHead(2, value.length), value])
}

function cborHead(kind: number, value: number): Buffer {
  const major = kind << 5
  if (value < 24) return Buffer.from([major | value])
  return value < 256 ? Buffer.from([major | 24, value]) : Buffer.from([major | 25, value >> 8, value & 255])
}
