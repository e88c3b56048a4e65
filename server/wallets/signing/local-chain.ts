import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { rightNow } from '#platform/clock'
import { bits, boolean, integer, moment, nothing, octets, oid, sequence, set, tagged, text } from './der.ts'

/** What passes are signed with: an authority's certificate, the signer's certificate under it, and the signer's key, as PEM. */
export type Chain = { readonly authority: string; readonly certificate: string; readonly key: string }

const names = {
  userId: '0.9.2342.19200300.100.1.1',
  commonName: '2.5.4.3',
  unit: '2.5.4.11',
  organisation: '2.5.4.10',
}
type Name = Partial<Record<keyof typeof names, string>>

const years = (count: number) => count * 365 * 24 * 60 * 60 * 1000

/**
 * Makes a chain like the one that Apple gives: an authority, and under it a signer whose subject names the pass type and the
 * team. No phone trusts it, but passes signed with it are whole in every other way.
 */
export async function makeLocalChain(passTypeId: string, teamId: string, now = rightNow()): Promise<Chain> {
  const [authority, signer] = await Promise.all([newKeys(), newKeys()])
  const authorityName: Name = { commonName: 'Hub Local Wallet Authority', organisation: 'Hub' }
  const signerName: Name = {
    userId: passTypeId,
    commonName: `Pass Type ID: ${passTypeId}`,
    unit: teamId,
    organisation: 'Hub',
  }
  const issuedBy = { issuer: authorityName, issuerKeys: authority }
  return {
    authority: certificate({ ...issuedBy, subject: authorityName, keys: authority, isAuthority: true }, now),
    certificate: certificate({ ...issuedBy, subject: signerName, keys: signer, isAuthority: false }, now),
    key: signer.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}

type Keys = { readonly publicKey: KeyObject; readonly privateKey: KeyObject }

/** RSA, which is what Apple's are and all that the signing library knows. */
export function newKeys(): Promise<Keys> {
  return promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
}

type Wish = { issuer: Name; issuerKeys: Keys; subject: Name; keys: Keys; isAuthority: boolean }

function certificate(wish: Wish, now: Date): string {
  const algorithm = sequence(oid('1.2.840.113549.1.1.11'), nothing())
  const signed = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    distinguishedName(wish.issuer),
    sequence(moment(now), moment(new Date(now.getTime() + years(wish.isAuthority ? 20 : 10)))),
    distinguishedName(wish.subject),
    publicPart(wish.keys),
    tagged(3, sequence(...extensions(wish))),
  )
  const signature = sign('sha256', signed, wish.issuerKeys.privateKey)
  const lines = sequence(signed, algorithm, bits(signature))
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function distinguishedName(name: Name): Buffer {
  const parts = Object.entries(name) as [keyof typeof names, string][]
  return sequence(...parts.map(([kind, value]) => set(sequence(oid(names[kind]), text(value)))))
}

function extensions({ issuerKeys, keys, isAuthority }: Wish): Buffer[] {
  const extension = (name: string, isCritical: boolean, content: Buffer) =>
    sequence(oid(name), ...(isCritical ? [boolean(true)] : []), octets(content))
  return [
    extension('2.5.29.19', true, isAuthority ? sequence(boolean(true)) : sequence()),
    // Signs certificates and revocations, or signs what isn't a certificate.
    extension('2.5.29.15', true, isAuthority ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0x80]), 7)),
    extension('2.5.29.14', false, octets(fingerprint(keys))),
    extension('2.5.29.35', false, sequence(tagged(0, fingerprint(issuerKeys), false))),
  ]
}

const publicPart = ({ publicKey }: Keys) => publicKey.export({ type: 'spki', format: 'der' })
const fingerprint = (keys: Keys) => createHash('sha1').update(publicPart(keys)).digest()
