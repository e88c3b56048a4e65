import { createCipheriv, createDecipheriv, randomBytes, scrypt as slowly } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupTrouble, takingFrom } from '#server/backup/archive'

const scrypt = promisify(slowly) as (
  passphrase: string,
  salt: Buffer,
  length: number,
  options: object,
) => Promise<Buffer>

// What such a file begins with.
const magic = Buffer.from('hub-business-1\n')
const saltLength = 16
const tagLength = 16
const headLength = 5
const chunkBytes = 2 ** 16

// Guessing a passphrase takes a quarter of a second and 64 MB each time.
const effort = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 }

const keyOf = (passphrase: string, salt: Buffer) => scrypt(passphrase.normalize('NFC'), salt, 32, effort)

export type KeyMaker = (salt: Buffer) => Promise<Buffer>

/** Makes the key of a file, once, however often that is read. */
export function keyMaker(passphrase: string): KeyMaker {
  let made: { readonly salt: Buffer; readonly key: Promise<Buffer> } | undefined
  return (salt) => {
    if (!made?.salt.equals(salt)) made = { salt, key: keyOf(passphrase, salt) }
    return made.key
  }
}

/** Chunks are numbered, so that none can be left out, put in twice or moved. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

/** What is said of a chunk, and held against it: whether it is the last, and how long it is. */
function headOf(isLast: boolean, length: number): Buffer {
  const head = Buffer.alloc(headLength)
  head.writeUInt8(isLast ? 1 : 0)
  head.writeUInt32BE(length, 1)
  return head
}

/** Encrypts with a key made from the passphrase, a chunk at a time; where it was cut off is found out by whoever decrypts it. */
export function encrypting(passphrase: string) {
  return async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(saltLength)
    const key = await keyOf(passphrase, salt)
    yield Buffer.concat([magic, salt])
    let number = 0
    const sealed = (chunk: Buffer, isLast: boolean) => {
      const head = headOf(isLast, chunk.length)
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++)).setAAD(head)
      const encrypted = Buffer.concat([cipher.update(chunk), cipher.final()])
      return Buffer.concat([head, cipher.getAuthTag(), encrypted])
    }
    for await (const piece of content)
      for (let at = 0; at < piece.length; at += chunkBytes)
        yield sealed(piece.subarray(at, at + chunkBytes), false)
    yield sealed(Buffer.alloc(0), true)
  }
}

/** What was encrypted so; another passphrase, or anything else than what was written, is a BackupTrouble. */
export async function* decrypted(
  file: string,
  source: AsyncIterable<Buffer>,
  makeKey: KeyMaker,
): AsyncGenerator<Buffer> {
  const take = takingFrom(source)
  const begin = await take(magic.length + saltLength)
  if (!begin.subarray(0, magic.length).equals(magic))
    throw new BackupTrouble(`${file} is no business that hub export-business wrote.`)
  const key = await makeKey(begin.subarray(magic.length))
  for (let number = 0; ; number++) {
    const head = await take(headLength)
    const length = head.readUInt32BE(1)
    if (length > chunkBytes) throw notOurs(file)
    const tag = await take(tagLength)
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number)).setAAD(head).setAuthTag(tag)
    const content = decipher.update(await take(length))
    try {
      decipher.final()
    } catch {
      throw notOurs(file)
    }
    if (head.readUInt8() === 1) return
    yield content
  }
}

const notOurs = (file: string) =>
  new BackupTrouble(
    `The passphrase is not the one of ${file}, or the file is damaged: nothing was done with it.`,
  )
