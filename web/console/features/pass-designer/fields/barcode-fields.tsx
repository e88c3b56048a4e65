import { NativeSelect } from '@mantine/core'
import { tokenPlaceAt } from '#contract/passes/token-places.ts'
import { barcodeLabel, barcodeTypes, shownInstead } from '#contract/values/barcodes.ts'
import { TokenField } from './token-field.tsx'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

const options = barcodeTypes.map((value) => ({ value, label: barcodeLabel(value) }))

/** The kind of barcode, what it holds and what stands under it. */
export function BarcodeFields({ designing: { document, set, errors } }: { designing: Designing }) {
  const { BarcodeType, BarcodeDataFormat, BarcodeDataLabelFormat } = document
  const instead = shownInstead(BarcodeType, 'apple')
  return (
    <>
      <NativeSelect
        label="Type"
        data={options}
        value={BarcodeType}
        description={instead === BarcodeType ? undefined : `Apple Wallet: ${barcodeLabel(instead)}.`}
        onChange={(event) => set('BarcodeType', event.currentTarget.value)}
      />
      {BarcodeType !== 'None' && (
        <>
          <TokenField
            label="Data"
            description="What a scanner reads. {CouponCode} is known at doors and tills."
            value={BarcodeDataFormat}
            place={tokenPlaceAt(document, 'BarcodeDataFormat')}
            onChange={(text) => set('BarcodeDataFormat', text)}
            error={errors['BarcodeDataFormat']}
          />
          <TokenField
            label="Label"
            description="What stands under it for people."
            value={BarcodeDataLabelFormat}
            onChange={(text) => set('BarcodeDataLabelFormat', text)}
            error={errors['BarcodeDataLabelFormat']}
          />
        </>
      )}
    </>
  )
}
