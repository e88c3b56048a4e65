// PostgreSQL's words for: no connection, too many of them or no room, shut down or starting, ended for idling in a
// transaction, led to a server that is a standby by now and takes no writes. And the network's own.
const lossCodes = /^(08|53|57P|25P03|25006|E[A-Z]{3})/
const lossWords =
  /^(Connection terminated|timeout e(xceeded when trying to connect|xpired)|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after)/

/** True if the connection failed or none was to be had: nothing is wrong with what was asked. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    (typeof code === 'string' && lossCodes.test(code)) ||
    (typeof message === 'string' && lossWords.test(message))
  )
}

/** A connection was lost while it was at work. */
export class ConnectionLost extends Error {
  /** False if nothing of the work can have been kept: it is safe to do it again. */
  readonly mayBeDone: boolean

  constructor(cause: unknown, mayBeDone: boolean) {
    super('the connection to the database was lost', { cause })
    this.mayBeDone = mayBeDone
  }
}
