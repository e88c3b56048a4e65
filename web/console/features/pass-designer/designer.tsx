import { useMemo, useState } from 'react'
import { LeaveQuestion, UnsavedChanges } from '#console/unsaved.tsx'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { isOnPhones, passParts } from '#contract/passes/pass-words.ts'
import { TabSet } from '#ui/layout/tab-set.tsx'
import { Checks } from '#features/pass-designer/checks/checks.tsx'
import { DesignerBar } from './designer-bar.tsx'
import { DesignerPanel } from './designer-panel.tsx'
import styles from './designer.module.css'
import { findingsOf } from '#features/pass-designer/checks/findings.ts'
import { isAnyWrong, wrongColour, type ColourPart } from '#features/pass-designer/draft/held-colours.ts'
import type { Wallet } from '#features/pass-designer/checks/lint.ts'
import { Stage } from '#features/pass-designer/preview/stage.tsx'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'
import { useReach } from '#features/pass-designer/reach/reach.tsx'
import { reachSentence } from '#features/pass-designer/reach/reach-words.ts'
import { usePanel } from './use-panel.ts'

const wallets: readonly { key: Wallet; label: string }[] = [
  { key: 'apple', label: 'Apple Wallet' },
  { key: 'google', label: 'Google Wallet' },
]

/** The builder: the pass as the wallets show it, what there is to change of it, and what they will make of it. */
export function Designer({ designing }: { designing: Designing }) {
  const { shown, view, errors } = designing
  // Not in the address: another tab is no reason to ask about unsaved changes.
  const [wallet, setWallet] = useState<Wallet>('apple')
  const panel = usePanel(designing)
  const findings = useMemo(
    () => ({
      apple: findingsOf(shown, view, errors, 'apple'),
      google: findingsOf(shown, view, errors, 'google'),
    }),
    [shown, view, errors],
  )
  return (
    <>
      <Draft designing={designing} />
      <DesignerBar designing={designing} panel={panel} />
      <div className={styles.designer}>
        <div className={styles.stage}>
          <TabSet
            label="Wallets"
            current={wallet}
            onChange={(key) => {
              panel.close()
              setWallet(key as Wallet)
            }}
            tabs={wallets.map(({ key, label }) => ({
              key,
              label,
              isWrong: findings[key].some(({ level }) => level === 'refused'),
              content: <Stage wallet={key} view={view} editing={panel.editing} />,
            }))}
          />
        </div>
        <div className={styles.side}>
          <DesignerPanel designing={panel.designing} panel={panel} wallet={wallet} />
          <Checks
            wallet={wallet === 'apple' ? 'Apple Wallet' : 'Google Wallet'}
            findings={findings[wallet]}
            onShow={panel.show}
            onShowImage={panel.showImage}
            onFix={(apply) => fix(designing, apply)}
          />
        </div>
      </div>
      <Unsaved designing={designing} isThemeOpen={panel.open?.kind === 'theme'} />
    </>
  )
}

/** Asks before the design is lost, and keeps it on the device until it is saved. */
function Draft({ designing }: { designing: Designing }) {
  const { stored, base, document, change, unsavedDraft, unsaved, held } = designing
  return (
    <LeaveQuestion
      isDirty={unsavedDraft.length > 0 || Object.keys(held).length > 0}
      draft={{
        name: 'pass',
        base,
        values: designing.shown,
        isDirty: unsaved.length > 0,
        revision: stored.Version,
        restore: (changes) => change({ ...document, ...changes }),
      }}
    />
  )
}

/** Mends the design as a check proposes; a colour that it mends is held no more. */
function fix({ document, change, held, hold }: Designing, apply: (document: PassDocument) => PassDocument) {
  const mended = apply(document)
  change(mended)
  const kept = Object.entries(held).filter(
    ([part]) => mended[part as ColourPart] === document[part as ColourPart],
  )
  hold(Object.fromEntries(kept))
}

type UnsavedProps = { designing: Designing; isThemeOpen: boolean }

/** The theme has buttons of its own for what is held: the bar is for it once the theme is out of sight. */
function Unsaved({ designing, isThemeOpen }: UnsavedProps) {
  const { unsaved, unsavedDraft, errors, held, question, isSaving } = designing
  const isHolding = Object.keys(held).length > 0
  const isDirty = unsavedDraft.length > 0 || (isHolding && !isThemeOpen)
  const reach = useReach()
  const sentence = reach && isOnPhones(unsaved) && reachSentence(reach)
  const changed = `Changed: ${unsaved.map((part) => passParts[part]).join(', ')}`
  const summary = sentence ? `${changed}. ${sentence}` : changed
  const wrong = Object.values(errors)[0] ?? (isAnyWrong(held) ? wrongColour : undefined)
  return (
    <>
      <UnsavedChanges
        isDirty={isDirty}
        summary={summary}
        problem={wrong}
        isSaving={isSaving}
        onSave={() => void designing.save()}
        onDiscard={designing.discard}
      />
      {question}
    </>
  )
}
