import { createHmac } from 'node:crypto'
import { hashOf, isSame, newSecret } from '#platform/secrets.ts'
import { derive } from '#platform/vault.ts'
import type { Account } from './accounts.ts'

type Owner = Pick<Account, 'uid' | 'passwordHash'>

/**
 * Tells devices that signed in to an account before from those of strangers, by a cookie: an id of the device's own and
 * a seal for each account. Nothing is stored. It lets nobody in, but counts its failures apart from everyone else's.
 */
export type Devices = {
  /** What stands for the device where failures are counted; null unless it signed in with the account's present password. */
  knownAs(cookie: string | null, account: Owner | null): string | null
  /** What the device keeps once it has shown who its user is: this account beside those it knew. */
  remember(cookie: string | null, account: Owner): string
}

// A desk is shared by a shift or two. What is older makes room, as do seals of former passwords.
const mostAccounts = 10

/** Seals with a key made from the server's secret, the same in every process. */
export function createDevices(secret: string): Devices {
  const key = derive(secret, 'hub known devices')
  // The password is part of it: with a new one every device is a stranger's again, one that was lost or lent among them.
  const sealOf = (id: string, { uid, passwordHash }: Owner) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, uid, passwordHash]))
      .digest('base64url')

  return {
    knownAs(cookie, account) {
      if (!account?.passwordHash) return null
      const { id, seals } = partsOf(cookie)
      const seal = sealOf(id, account)
      return seals.some((known) => isSame(known, seal)) ? hashOf(seal).toString('base64url') : null
    },
    remember(cookie, account) {
      const { id, seals } = partsOf(cookie)
      const seal = sealOf(id, account)
      const others = seals.filter((known) => known !== seal)
      return [id, seal, ...others].slice(0, 1 + mostAccounts).join('.')
    },
  }
}

function partsOf(cookie: string | null): { id: string; seals: string[] } {
  const parts = cookie?.split('.', 1 + mostAccounts).filter((part) => /^[\w-]{43}$/.test(part)) ?? []
  const [id = newSecret(), ...seals] = parts
  return { id, seals }
}
