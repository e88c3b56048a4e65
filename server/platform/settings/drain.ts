type Values = {
  readonly HUB_DRAIN_SECONDS?: number | undefined
  readonly HUB_PUBLIC_URL?: string | undefined
  readonly HUB_ROLE: string
}

// As long as proxies take that ask every second or two, twice.
const usualSeconds = 5

/**
 * So long the process goes on serving once it is to end. Who has a public address has a proxy that must hear of it first;
 * a worker has nobody to serve, and a start on one's own machine nobody to wait for.
 */
export function drainMsOf({ HUB_DRAIN_SECONDS, HUB_PUBLIC_URL, HUB_ROLE }: Values): number {
  const isBehindProxy = HUB_PUBLIC_URL !== undefined && HUB_ROLE !== 'worker'
  return 1000 * (HUB_DRAIN_SECONDS ?? (isBehindProxy ? usualSeconds : 0))
}
