import { useMemo, useState } from 'react'
import { UnsavedChanges } from '#console/unsaved.tsx'
import { passParts } from '#contract/pass-words.ts'
import { TabSet } from '#ui/tab-set.tsx'
import { Checks } from './checks.tsx'
import { DesignerBar } from './designer-bar.tsx'
import { DesignerPanel } from './designer-panel.tsx'
import styles from './designer.module.css'
import { findingsOf } from './findings.ts'
import type { Wallet } from './lint.ts'
import { PassConflict } from './pass-conflict.tsx'
import { Stage } from './stage.tsx'
import type { Designing } from './use-designing.ts'
import { usePanel } from './use-panel.ts'

const wallets: readonly { key: Wallet; label: string }[] = [
  { key: 'apple', label: 'Apple Wallet' },
  { key: 'google', label: 'Google Wallet' },
]

/** The builder: the pass as the wallets show it, what there is to change of it, and what they will make of it. */
export function Designer({ designing }: { designing: Designing }) {
  const { document, view, errors } = designing
  // Not in the address: another tab is no reason to ask about unsaved changes.
  const [wallet, setWallet] = useState<Wallet>('apple')
  const panel = usePanel(designing)
  const findings = useMemo(
    () => ({
      apple: findingsOf(document, view, errors, 'apple'),
      google: findingsOf(document, view, errors, 'google'),
    }),
    [document, view, errors],
  )
  return (
    <>
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
            onFix={(apply) => designing.change(apply(document))}
          />
        </div>
      </div>
      <Unsaved designing={designing} />
    </>
  )
}

function Unsaved({ designing }: { designing: Designing }) {
  const { unsaved, errors, conflict, isSaving } = designing
  const wrong = Object.values(errors)[0]
  return (
    <>
      <UnsavedChanges
        isDirty={unsaved.length > 0}
        summary={`Changed: ${unsaved.map((part) => passParts[part]).join(', ')}`}
        problem={wrong}
        isSaving={isSaving}
        onSave={designing.save}
        onDiscard={designing.discard}
      />
      {conflict && (
        <PassConflict
          conflict={conflict}
          onSave={(merged) => designing.saveOver(conflict, merged)}
          onClose={designing.dropConflict}
        />
      )}
    </>
  )
}
