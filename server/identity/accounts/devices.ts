import { createHmac } from 'node:crypto'
import { hashOf, isSameSecret, newSecret, derive } from '#platform/secrets'
import type { Account } from './accounts.ts'

type Owner = Pick<Account, 'uid' | 'passwordHash'>

/**
 * Tells devices that signed in to an account before from those of strangers, by a cookie: an id of the device's own, a
 * seal for the id and one for each account. Nothing is stored. It lets nobody in, but is counted apart from everyone else.
 */
export type Devices = {
  /** What stands for the device where its calls are counted; null unless somebody got in with it before, whoever it was. */
  idOf(cookie: string | null): string | null
  /** What stands for the device where failures are counted; null unless it signed in with the account's present password. */
  knownAs(cookie: string | null, account: Owner | null): string | null
  /** What the device keeps once it has shown who its user is: the account whose password they gave beside those it knew. */
  remember(cookie: string | null, account?: Owner): string
}

// A desk is shared by a shift or two. What is older makes room, as do seals of former passwords.
const mostAccounts = 10
const mostParts = 2 + mostAccounts

/** Seals with a key made from the server's secret, the same in every process. */
export function createDevices(secret: string): Devices {
  const key = derive(secret, 'hub known devices')
  const sealOver = (parts: readonly (string | null)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  // The password is part of it: with a new one every device is a stranger's again, one that was lost or lent among them.
  const sealOf = (id: string, { uid, passwordHash }: Owner) => sealOver([id, uid, passwordHash])

  return {
    idOf(cookie) {
      const { id, seals } = partsOf(cookie)
      const seal = sealOver([id])
      return seals.some((known) => isSameSecret(known, seal)) ? id : null
    },
    knownAs(cookie, account) {
      if (!account?.passwordHash) return null
      const { id, seals } = partsOf(cookie)
      const seal = sealOf(id, account)
      return seals.some((known) => isSameSecret(known, seal)) ? hashOf(seal).toString('base64url') : null
    },
    remember(cookie, account) {
      const { id, seals } = partsOf(cookie)
      const first = [sealOver([id]), ...(account ? [sealOf(id, account)] : [])]
      const others = seals.filter((known) => !first.includes(known))
      return [id, ...first, ...others].slice(0, mostParts).join('.')
    },
  }
}

function partsOf(cookie: string | null): { id: string; seals: string[] } {
  const parts = cookie?.split('.', mostParts).filter((part) => /^[\w-]{43}$/.test(part)) ?? []
  const [id = newSecret(), ...seals] = parts
  return { id, seals }
}
