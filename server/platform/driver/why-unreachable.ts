import { ConnectionLost } from './connection-loss.ts'

const noAnswer = 'No PostgreSQL answers at DATABASE_URL: start it, or correct the setting.'
const notVouchedFor =
  'The certificate of the PostgreSQL at DATABASE_URL is of nobody whom this machine trusts: name the authority it is from by sslrootcert.'

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: noAnswer,
  ENOTFOUND: noAnswer,
  EAI_AGAIN: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ETIMEDOUT: noAnswer,
  '28P01': 'The PostgreSQL at DATABASE_URL refused the user or password.',
  '3D000': 'The database that DATABASE_URL names is not there: create it first.',
  CERT_HAS_EXPIRED: 'The certificate of the PostgreSQL at DATABASE_URL has expired: renew it there.',
  CERT_NOT_YET_VALID:
    "The certificate of the PostgreSQL at DATABASE_URL isn't valid yet: look at the clocks of both machines.",
  DEPTH_ZERO_SELF_SIGNED_CERT: notVouchedFor,
  SELF_SIGNED_CERT_IN_CHAIN: notVouchedFor,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notVouchedFor,
  UNABLE_TO_GET_ISSUER_CERT: notVouchedFor,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notVouchedFor,
}

// The library's words for having waited too long, of a connection and of a pool.
const inVain = new Set(['timeout expired', 'Connection terminated due to connection timeout'])

/** A file that the database's address names, such as sslrootcert, can't be read. */
export class UnreadableFile extends Error {
  constructor(cause: NodeJS.ErrnoException) {
    const why = { ENOENT: "it isn't there", EACCES: 'this user may not' }[cause.code ?? ''] ?? cause.message
    super(`The file ${cause.path ?? ''} that DATABASE_URL names can't be read: ${why}.`.replace('  ', ' '), {
      cause,
    })
  }
}

/** Why there is no connection to the database, for who has to mend it; null if it is for something else. */
export function whyUnreachable(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.message
  const { code = '', message } = firstCause(error) as NodeJS.ErrnoException
  if (sentences[code]) return sentences[code]
  if (inVain.has(message)) return noAnswer
  // It may be the user; as well that pg_hba.conf has no line for this machine, this database, or without TLS.
  if (code === '28000') return `The PostgreSQL at DATABASE_URL refused Hub: ${message}.`
  // A pooler's own words for all that keeps it from PostgreSQL.
  if (code === '08P01') return `What answers at DATABASE_URL refused Hub: ${message}.`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the PostgreSQL at DATABASE_URL is for another name: ${message}.`
  if (message === 'The server does not support SSL connections')
    return 'The PostgreSQL at DATABASE_URL has no TLS, and sslmode asks for it: set ssl = on there.'
  // A file that is no certificate or no key; what two sides can't agree on.
  if (/^ERR_(OSSL|SSL|TLS)_/.test(code))
    return `TLS to the PostgreSQL at DATABASE_URL can't begin: ${message}.`
  return null
}

/** Of several addresses of one host each has failed; and why a connection was lost is under the loss. */
export function firstCause(error: unknown): Error {
  if (error instanceof ConnectionLost) return firstCause(error.cause)
  return (error instanceof AggregateError ? error.errors[0] : error) as Error
}
