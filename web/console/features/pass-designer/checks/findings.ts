import type { PassDocument } from '#contract/passes/pass-document.ts'
import type { PassView } from '#wallet/pass-view.ts'
import { lint, type Finding, type Wallet } from './lint.ts'
import { passPartName, passPartOf } from './part-names.ts'

const order = { refused: 0, changed: 1, note: 2 }

/** All there is to say of a design for one wallet, the worst first: what can't be saved, then what the wallet makes of it. */
export function findingsOf(
  raw: PassDocument,
  view: PassView,
  errors: Record<string, string>,
  wallet: Wallet,
): Finding[] {
  const wrong = Object.entries(errors).map(([path, message]): Finding => {
    const part = passPartOf(path)
    return {
      level: 'refused',
      text: part ? `${passPartName(path)}: ${message}` : `Settings: ${message}`,
      ...(part && { path: part }),
    }
  })
  const found = lint(raw, view, wallet)
  return [...wrong, ...found.toSorted((one, other) => order[one.level] - order[other.level])]
}
