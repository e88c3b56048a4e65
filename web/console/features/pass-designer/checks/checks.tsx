import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCut, IconInfoCircle } from '@tabler/icons-react'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import type { PassImageType } from '#contract/passes/pass-images.ts'
import { Panel } from '#ui/layout/panel.tsx'
import styles from '#features/pass-designer/lists.module.css'
import type { Finding } from './lint.ts'

type Props = {
  /** The wallet's name. */
  wallet: string
  findings: readonly Finding[]
  onShow: (path: string) => void
  onShowImage: (type: PassImageType) => void
  onFix: (change: (document: PassDocument) => PassDocument) => void
}

const signs = {
  refused: { Icon: IconAlertTriangle, word: 'Refused' },
  changed: { Icon: IconCut, word: 'Shown otherwise' },
  note: { Icon: IconInfoCircle, word: 'Could be better' },
}

/** What the wallet will cut, replace or refuse, with what can be done about it. */
export function Checks({ wallet, findings, onShow, onShowImage, onFix }: Props) {
  return (
    <Panel title={`Checks for ${wallet}`}>
      {findings.length === 0 && (
        <p className={styles.allGood}>
          <IconCircleCheck size={18} aria-hidden /> Everything is shown as it is designed.
        </p>
      )}
      <ul className={styles.findings}>
        {findings.map((finding) => {
          const { Icon, word } = signs[finding.level]
          const { path, image, fix } = finding
          return (
            <li key={`${path} ${finding.text}`} data-level={finding.level}>
              <Icon size={18} role="img" aria-label={word} />
              <span>{finding.text}</span>
              <span className={styles.findingButtons}>
                {(path ?? image) && (
                  <Button
                    variant="default"
                    size="compact-xs"
                    onClick={() => (path ? onShow(path) : image && onShowImage(image))}
                  >
                    Edit
                  </Button>
                )}
                {fix && (
                  <Button variant="default" size="compact-xs" onClick={() => onFix(fix.apply)}>
                    {fix.label}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
