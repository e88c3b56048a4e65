import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { useEffect, useId, useState, type FocusEvent, type ReactNode, type SyntheticEvent } from 'react'
import styles from './hint.module.css'

/** A sentence, or several of which each has a line of its own. */
type Words = string | readonly string[]

/**
 * Words behind something that can be pressed: shown while it is pointed at, when the keyboard comes to it, and after a
 * tap. Spread `target` on it and put `words` beside it. The kit's tooltip exists only while it is shown: a list may
 * have a thousand of them.
 */
export function useHint(says: Words) {
  const id = useId()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const hide = () => setPlace(null)
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setPlace(currentTarget)
  const showToKeyboard = (event: FocusEvent<HTMLElement>) => {
    // A dialog that gives the focus back has asked for no words.
    if (event.currentTarget.matches(':focus-visible')) show(event)
  }
  return {
    target: {
      'aria-describedby': place ? id : undefined,
      onPointerEnter: show,
      onPointerLeave: hide,
      onFocus: showToKeyboard,
      onBlur: hide,
      // A finger has left it by then.
      onClick: show,
    },
    words: place && <ShownHint id={id} place={place} says={says} onEscape={hide} />,
  }
}

/** The same behind words or a sign that can't be pressed: the keyboard and a tap reach them for it. */
export function Hinted({ says, children }: { says: Words; children: ReactNode }) {
  const { target, words } = useHint(says)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={styles.hinted} tabIndex={0} {...target}>
        {children}
      </span>
      {words}
    </>
  )
}

type HintButtonProps = { says: Words; label: string; children: ReactNode }

/** A sign, or a word, that explains itself when it is pressed, also by a finger or a key; `label` is what it says to those who can't see it. */
export function HintButton({ says, label, children }: HintButtonProps) {
  const { target, words } = useHint(says)
  return (
    <>
      <button type="button" className={styles.button} aria-label={label} {...target}>
        {children}
      </button>
      {words}
    </>
  )
}

type ShownProps = { id: string; place: HTMLElement; says: Words; onEscape: () => void }

function ShownHint({ id, place, says, onEscape }: ShownProps) {
  useEffect(() => {
    const hear = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape()
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  })
  const lines = typeof says === 'string' ? [says] : says
  return (
    <Tooltip
      opened
      target={place}
      multiline
      maw="min(360px, 90vw)"
      label={
        <span id={id} className={styles.lines}>
          {lines.map((line, index) => (
            <span key={index}>{line}</span>
          ))}
        </span>
      }
    />
  )
}
