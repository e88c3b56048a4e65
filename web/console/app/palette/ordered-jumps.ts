import type { Jump } from './jump.ts'

type Offered = {
  /** What was opened last, the latest first. */
  recents: readonly Jump[]
  /** What can be done. */
  verbs: readonly Jump[]
  /** Pages, businesses and records that the text finds. */
  others: readonly Jump[]
}

/**
 * Each where it stands: the very thing that was typed, by its number or its whole name; what was opened lately, if the
 * text finds it or is in its name; what can be done; and all others as they come.
 */
export function orderedJumps(wanted: string, { recents, verbs, others }: Offered): Jump[] {
  const words = wanted.toLowerCase()
  const lately = recents.flatMap((recent) => {
    // What was found tells more of itself than what is kept here; what was found for other words can't be chosen.
    const found = others.find(({ href, isStale }) => href === recent.href && !isStale)
    return found ?? (recent.label.toLowerCase().includes(words) ? [recent] : [])
  })
  const isLately = ({ href }: Jump) => lately.some((each) => each.href === href)
  const all = eachOnce([...lately, ...verbs, ...others.filter((each) => !isLately(each))])
  const isExact = (jump: Jump) =>
    words !== '' && (jump.isExact === true || jump.label.toLowerCase() === words)
  return [...all.filter(isExact), ...all.filter((jump) => !isExact(jump))]
}

function eachOnce(jumps: readonly Jump[]): Jump[] {
  const keys = new Set<string>()
  return jumps.filter(({ key }) => !keys.has(key) && keys.add(key))
}
