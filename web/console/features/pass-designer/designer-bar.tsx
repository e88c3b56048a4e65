import { ActionIcon, Button, Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { IconArrowBackUp, IconArrowForwardUp, IconPalette, IconSettings } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './designer.module.css'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'
import type { Panel } from './use-panel.ts'
import { ValuesPicker } from '#features/pass-designer/preview/values-picker.tsx'

/** What can be done with the pass as a whole. */
export function DesignerBar({ designing, panel }: { designing: Designing; panel: Panel }) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Pass">
      <Button
        variant="default"
        leftSection={<IconSettings size={16} aria-hidden />}
        aria-expanded={panel.open?.kind === 'settings'}
        onClick={panel.showSettings}
      >
        Settings
      </Button>
      <Button
        variant="default"
        leftSection={<IconPalette size={16} aria-hidden />}
        aria-expanded={panel.open?.kind === 'theme'}
        onClick={panel.showTheme}
      >
        Theme
      </Button>
      <Step label="Undo" icon={<IconArrowBackUp size={18} aria-hidden />} onClick={designing.undo} />
      <Step label="Redo" icon={<IconArrowForwardUp size={18} aria-hidden />} onClick={designing.redo} />
      <ValuesPicker onChange={designing.setValues} />
    </div>
  )
}

function Step({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: (() => void) | null }) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        aria-disabled={!onClick}
        data-disabled={!onClick || undefined}
        onClick={() => onClick?.()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
