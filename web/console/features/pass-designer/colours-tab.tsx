import { Button, ColorInput } from '@mantine/core'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/ColorInput.layer.css'
import { useState } from 'react'
import { hexOf } from '#contract/colour-values.ts'
import { colourOfHex } from '#contract/colours.ts'
import type { Colour } from '#contract/colours.ts'
import type { PassDocument } from '#contract/pass-document.ts'
import { useIsPhone } from '#ui/phone.ts'
import { WorkingButton } from '#ui/working-button.tsx'
import styles from './fields.module.css'
import type { Wallet } from './lint.ts'
import type { Designing } from './use-designing.ts'

type Part = 'BackgroundColour' | 'ForegroundColour' | 'GooglePayPassBackgroundColour'
type Typed = Partial<Record<Part, string>>

const labels: Record<Part, string> = {
  BackgroundColour: 'Background',
  ForegroundColour: 'Text',
  GooglePayPassBackgroundColour: 'Background',
}
const parts: Record<Wallet, Part[]> = {
  apple: ['BackgroundColour', 'ForegroundColour'],
  google: ['GooglePayPassBackgroundColour'],
}

/** Colours are tried on the preview, and the pass has them once they are saved. */
export function ColoursTab({ designing, wallet }: { designing: Designing; wallet: Wallet }) {
  const { document, tryOn, saveChange, isSaving } = designing
  const [typed, setTyped] = useState<Typed>({})
  const colours = coloursOf(typed)
  const isWrong = Object.keys(colours).length < Object.keys(typed).length
  const isChanged = Object.keys(typed).length > 0

  function type(part: Part, hex: string) {
    const next = { ...typed, [part]: hex }
    setTyped(next)
    tryOn(coloursOf(next))
  }
  function cancel() {
    setTyped({})
    tryOn({})
  }
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
          value={typed[part] ?? hexOrNone(document[part])}
          isWrong={part in typed && !(part in colours)}
          onChange={(hex) => type(part, hex)}
        />
      ))}
      {wallet === 'google' && document.GooglePayPassBackgroundColour && (
        <ResetButton isSaving={isSaving} onClick={() => void save({ GooglePayPassBackgroundColour: null })} />
      )}
      <div className={styles.tabButtons}>
        <Button variant="default" disabled={!isChanged || isSaving} onClick={cancel}>
          CANCEL
        </Button>
        <WorkingButton
          isWorking={isSaving}
          disabled={!isChanged || isWrong}
          onClick={() => void save(coloursOf(typed))}
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
      error={isWrong ? 'Enter a colour as in #0d5768.' : undefined}
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

/** What was typed, as far as it is a colour. */
function coloursOf(typed: Typed): Partial<Record<Part, Colour>> {
  const read = Object.entries(typed).map(([part, hex]) => [part, colourOfHex(hex)] as const)
  return Object.fromEntries(read.filter(([, colour]) => colour !== null))
}
