import { useState } from 'react'
import { passImages, passImageTypes, type PassImageType } from '#contract/passes/pass-images.ts'
import { CropDialog } from './crop-dialog.tsx'
import styles from '#features/pass-designer/fields/fields.module.css'
import { ReachHint } from '#features/pass-designer/reach/reach.tsx'
import { ImageSlot } from './image-slot.tsx'
import type { Wallet } from '#features/pass-designer/checks/lint.ts'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

/** The pictures of the pass, each with its size: dropped or chosen, cropped, replaced and removed. */
export function ImagesTab({ designing, wallet }: { designing: Designing; wallet: Wallet }) {
  const [chosen, setChosen] = useState<{ type: PassImageType; file: File } | null>(null)
  return (
    <div className={styles.tab}>
      <p className={styles.hint}>PNG or JPEG, 2 MB at the most. Pictures are saved at once.</p>
      <ReachHint />
      {passImageTypes
        .filter((type) => passImages[type].wallet === wallet)
        .map((type) => (
          <ImageSlot
            key={type}
            type={type}
            url={designing.images[type]}
            passConfigurationId={designing.passConfigurationId}
            onChoose={(file) => setChosen({ type, file })}
          />
        ))}
      {chosen && (
        <CropDialog
          {...chosen}
          passConfigurationId={designing.passConfigurationId}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}
