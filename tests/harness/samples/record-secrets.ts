import crypto from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Imported before a server is: writes down every secret that the server makes, for a test to look for them afterwards.
const file = process.env.SECRETS_FILE
const { randomBytes } = crypto

const recorded = (size: number): Buffer => {
  const bytes = randomBytes(size)
  // The rest are nonces, numbers of files and the like, which are meant to be seen.
  if (file && new Error('where').stack?.includes('newSecret'))
    appendFileSync(file, `${bytes.toString('base64url')}\n`)
  return bytes
}
crypto.randomBytes = recorded as typeof randomBytes
syncBuiltinESMExports()
