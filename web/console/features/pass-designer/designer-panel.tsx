import { CloseButton, Title } from '@mantine/core'
import { memo } from 'react'
import styles from './designer.module.css'
import { FieldPanel } from '#features/pass-designer/fields/field-panel.tsx'
import type { Wallet } from '#features/pass-designer/checks/lint.ts'
import { passPartName } from '#features/pass-designer/checks/part-names.ts'
import { PassSettingsPanel } from './settings-panel.tsx'
import { ThemePanel } from './theme-panel.tsx'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'
import { useHotkeys } from '#ui/layout/use-hotkeys.ts'
import { panelId, type OpenPanel, type Panel } from './use-panel.ts'
import { useSlideOut } from './use-slide-out.ts'

type Props = { designing: Designing; panel: Panel; wallet: Wallet }

/** The panel beside the preview: a field, the settings or the theme. */
export function DesignerPanel({ designing, panel, wallet }: Props) {
  const { element, seen, isLeaving } = useSlideOut(panel.open)
  useHotkeys([['Escape', () => isListOrDialogOpen() || panel.close()]], true)
  if (!seen) return null
  const title = titleOf(seen)

  return (
    <aside
      ref={element}
      id={panelId}
      className={styles.panel}
      aria-label={title}
      data-leaving={isLeaving || undefined}
      inert={isLeaving}
    >
      <div className={styles.panelHead}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <CloseButton aria-label="Close panel" onClick={panel.close} />
      </div>
      <div className={styles.panelBody}>
        <PanelFields open={seen} designing={designing} wallet={wallet} isLeaving={isLeaving} />
      </div>
    </aside>
  )
}

type FieldsProps = { open: OpenPanel; designing: Designing; wallet: Wallet; isLeaving: boolean }

/** While it slides out it stays as it was: what it is about may have been removed. */
const PanelFields = memo(
  ({ open, designing, wallet }: FieldsProps) => (
    <>
      {open.kind === 'field' && <FieldPanel path={open.path} designing={designing} />}
      {open.kind === 'settings' && <PassSettingsPanel designing={designing} />}
      {open.kind === 'theme' && (
        <ThemePanel
          key={`${wallet} ${open.image}`}
          designing={designing}
          wallet={wallet}
          image={open.image}
        />
      )}
    </>
  ),
  (_before, { isLeaving }) => isLeaving,
)
PanelFields.displayName = 'PanelFields'

/** An open list of a field, or a question, closes first, by itself. */
function isListOrDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"], [aria-expanded="true"]:focus') !== null
}

function titleOf(open: OpenPanel): string {
  if (open.kind === 'field') return passPartName(open.path)
  return open.kind === 'settings' ? 'Settings' : 'Theme'
}
