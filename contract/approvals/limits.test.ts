import { expect, test } from 'vitest'
import { api } from '#contract'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { kindOfLimit, limitNames, permissionOfLimit } from './limits.ts'

const writes = Object.entries(api as Record<string, Endpoint>).filter(([, { method }]) => method !== 'GET')

// Each moves points or money, and none gives what a limit is for.
const unlimited: Readonly<Record<string, string>> = {
  archiveCardOrder: 'the value goes back',
  approveRequest: 'it carries out what is limited, by the limits of who approves',
  cancelCard: 'the value goes back',
  claimCard: 'the holder takes what was given',
  completeCardOrder: 'the value was given when the order was placed',
  completeCardOrders: 'the values were given when the orders were placed',
  deposit: 'super administrators alone, who have no limits',
  mergeMembers: 'what two members have becomes what one has',
  reversePoints: 'it takes back',
  setLowBalanceNotice: 'nothing moves',
  tillCapture: 'a till takes what the holder pays with',
  tillHold: 'a till takes what the holder pays with',
  tillRefund: 'a till gives back what it took, and no more',
  tillRelease: 'a till gives back what it took, and no more',
  transferPassToPoints: 'it takes back',
  undoMemberMerge: 'what one member has becomes what two had',
}

test('whatever gives points or money is limited, or has a reason not to be', () => {
  const moving = writes.filter(([, { changes = [] }]) =>
    changes.some((subject) => subject === 'points' || subject === 'disbursementAccount'),
  )
  const free = moving.filter(([, { limited }]) => !limited).map(([name]) => name)
  expect(free.filter((name) => unlimited[name] === undefined)).toEqual([])
})

test('what is limited is done by users alone, whom its kind’s permission opens it to', () => {
  const limited = Object.entries(api as Record<string, Endpoint>).filter(([, row]) => row.limited)
  expect(limited.map(([name]) => name).toSorted()).toEqual([
    'awardPoints',
    'confirmCardOrder',
    'issueMemberCard',
    'issueNonMemberCard',
    'reloadCard',
    'transferPointsToCard',
    'transferPointsToPass',
  ])
  for (const [name, row] of limited) {
    expect(row.limited?.act).toBe(name)
    // No key of a till, no kit of a door, and nothing that a licence would have to be asked for.
    const { also: _also, ...access } = row.access as Access & { also?: string }
    expect(access).toEqual({ kind: 'permission', permissions: [permissionOfLimit[row.limited!.kind]] })
  }
})

test('each limit is of a kind', () => {
  expect(limitNames.map(kindOfLimit)).toEqual([
    'Awards',
    'Awards',
    'Transfers',
    'Transfers',
    'Cards',
    'Cards',
    'Sending',
  ])
})
