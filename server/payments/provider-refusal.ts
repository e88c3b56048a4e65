/** The provider has begun to give it back, and not come to an end. */
export class RefundPending extends Error {}

/** The provider said no, and would say so again: nothing was done. All other errors leave that open. */
export class ProviderRefusal extends Error {
  /** What the provider said, for the staff to read. */
  readonly reason: string
  /** The provider's own word for it. */
  readonly code: string | null

  constructor(message: string, reason: string, code: string | null = null) {
    super(message)
    this.name = 'ProviderRefusal'
    this.reason = reason
    this.code = code
  }
}
