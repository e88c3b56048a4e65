/** Where a call came from: the audit trail and the logs keep it. */
export type Origin = {
  readonly requestId: string
  readonly address: string
  /** The absolute address that was called, for links to further pages: worked out when one asks. */
  url(): URL
  /** Where people reach us, for links in messages: no caller has a say in it. */
  publicUrl(): string
  /** A seal on what a link carries: nobody else can make one, every process of the installation makes the same. */
  readonly seal: (text: string) => string
}
