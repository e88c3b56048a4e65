import { Button, ColorInput } from '@mantine/core'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/ColorInput.layer.css'
import { hexOf } from '#contract/values/colour-values.ts'
import type { Colour } from '#contract/values/colours.ts'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { useIsPhone } from '#ui/text/phone.ts'
import { unchanged } from '#ui/form/why-not.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { ReachHint } from '#features/pass-designer/reach/reach.tsx'
import styles from './fields.module.css'
import {
  coloursOf,
  isAnyWrong,
  wrongColour,
  type ColourPart,
} from '#features/pass-designer/draft/held-colours.ts'
import type { Wallet } from '#features/pass-designer/checks/lint.ts'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

const labels: Record<ColourPart, string> = {
  BackgroundColour: 'Background',
  ForegroundColour: 'Text',
  GooglePayPassBackgroundColour: 'Background',
}
const parts: Record<Wallet, ColourPart[]> = {
  apple: ['BackgroundColour', 'ForegroundColour'],
  google: ['GooglePayPassBackgroundColour'],
}

/** Colours are tried on the preview, and the pass has them once they are saved. */
export function ColoursTab({ designing, wallet }: { designing: Designing; wallet: Wallet }) {
  const { document, held, hold, saveChange, isSaving } = designing
  const colours = coloursOf(held)
  const isChanged = Object.keys(held).length > 0
  const cancel = () => hold({})

  async function save(change: Partial<PassDocument>) {
    if (await saveChange(change)) cancel()
  }

  return (
    <div className={styles.tab}>
      {parts[wallet].map((part) => (
        <ColourField
          key={part}
          label={labels[part]}
          isOptional={part === 'GooglePayPassBackgroundColour'}
          value={held[part] ?? hexOrNone(document[part])}
          isWrong={part in held && !(part in colours)}
          onChange={(hex) => hold({ ...held, [part]: hex })}
        />
      ))}
      {wallet === 'google' && document.GooglePayPassBackgroundColour && (
        <ResetButton isSaving={isSaving} onClick={() => void save({ GooglePayPassBackgroundColour: null })} />
      )}
      {isChanged && <ReachHint />}
      <div className={styles.tabButtons}>
        <Button variant="default" disabled={!isChanged || isSaving} onClick={cancel}>
          CANCEL
        </Button>
        <WorkingButton
          isWorking={isSaving}
          whyNot={isAnyWrong(held) ? 'One of the colours is not a colour.' : isChanged ? null : unchanged}
          onClick={() => void save(colours)}
        >
          SAVE
        </WorkingButton>
      </div>
    </div>
  )
}

type FieldProps = {
  label: string
  value: string
  isOptional: boolean
  isWrong: boolean
  onChange: (hex: string) => void
}

function ColourField({ isOptional, isWrong, ...field }: FieldProps) {
  // Beside the panel, where it hides no button of it.
  const position = useIsPhone() ? 'top-start' : 'left-start'
  return (
    <ColorInput
      {...field}
      format="hex"
      placeholder={isOptional ? 'As the logo' : undefined}
      popoverProps={{ position }}
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
      error={isWrong ? wrongColour : undefined}
    />
  )
}

function ResetButton({ isSaving, onClick }: { isSaving: boolean; onClick: () => void }) {
  return (
    <Button variant="default" className={styles.start} disabled={isSaving} onClick={onClick}>
      Reset
    </Button>
  )
}

const hexOrNone = (colour: Colour | null) => (colour ? hexOf(colour) : '')
