import type { PassReach, PassRollout } from '#contract/passes/pass-configurations.ts'

const number = new Intl.NumberFormat('en-AU')

/** On how many phones a change of the design will be seen; nothing while it is on none. */
export function reachSentence({ Apple, Google, IsMore }: PassReach): string | null {
  const total = Apple + Google
  if (total === 0) return null
  if (IsMore) return `This will update more than ${number.format(total)} passes on phones.`
  const passes = total === 1 ? '1 pass' : `${number.format(total)} passes`
  return `This will update ${passes} on phones: ${number.format(Apple)} Apple, ${number.format(Google)} Google.`
}

/** How far a change has come. */
export function rolloutWords({ Told, Total }: PassRollout): string {
  return `${number.format(Told)} of ${number.format(Total)}`
}
