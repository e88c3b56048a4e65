import { useState } from 'react'
import type { PassImageType } from '#contract/passes/pass-images.ts'
import { TabSet } from '#ui/layout/tab-set.tsx'
import { ColoursTab } from '#features/pass-designer/fields/colours-tab.tsx'
import { ImagesTab } from '#features/pass-designer/images/images-tab.tsx'
import type { Wallet } from '#features/pass-designer/checks/lint.ts'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

type Props = { designing: Designing; wallet: Wallet; image: PassImageType | null }

/** The colours and the pictures of the pass. */
export function ThemePanel({ designing, wallet, image }: Props) {
  const [tab, setTab] = useState(image ? 'images' : 'colors')
  return (
    <TabSet
      label="Theme"
      current={tab}
      onChange={setTab}
      tabs={[
        { key: 'colors', label: 'Colors', content: <ColoursTab designing={designing} wallet={wallet} /> },
        { key: 'images', label: 'Images', content: <ImagesTab designing={designing} wallet={wallet} /> },
      ]}
    />
  )
}
