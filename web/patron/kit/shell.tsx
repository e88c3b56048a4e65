import { type ReactNode, useEffect, useRef } from 'react'
import { incompleteLink } from '#contract/words/link-words.ts'
import buttons from './button.module.css'
import { type Club, ClubFoot, ClubHead } from './club.tsx'
import styles from './shell.module.css'

type ShellProps = {
  /** The business whose page it is. */
  club?: Club | undefined
  title: string
  /** Changes where the page turns: what is new on it gets the focus. */
  turn?: string | number
  children: ReactNode
}

/** A page for patrons: whose it is, what it is about, and its content. */
export function PatronShell({ club, title, turn = 0, children }: ShellProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(turn)
  useEffect(() => {
    if (shown.current === turn && !isLost()) return
    shown.current = turn
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [turn])
  return (
    <>
      <title>{club ? `${title} · ${club.BusinessName}` : title}</title>
      {club && <ClubHead club={club} />}
      <main className={styles.page}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
      {club && <ClubFoot club={club} />}
    </>
  )
}

/** True if this page took the place of one that somebody acted on, and what they had pressed there is gone. */
function isLost(): boolean {
  return navigator.userActivation.hasBeenActive && document.activeElement === document.body
}

/** How far one has come: '2 of 4'. */
export function Progress({ step, steps }: { step: number; steps: readonly string[] }) {
  return (
    <div className={styles.progress}>
      <p>
        Step {step + 1} of {steps.length}
      </p>
      <progress max={steps.length} value={step + 1} aria-label="Progress" />
    </div>
  )
}

type NoticeProps = { kind: 'info' | 'warning' | 'error' | 'success'; children: ReactNode }

/** Something to be read; what went wrong is read out at once. */
export function NoticeBox({ kind, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

type ButtonProps = {
  kind?: 'primary' | 'plain'
  type?: 'button' | 'submit'
  isBusy?: boolean
  isDisabled?: boolean
  onPress?: () => void
  children: ReactNode
}

/** A button that can't be pressed twice while it works. */
export function Button(props: ButtonProps) {
  const { kind = 'primary', type = 'button', isBusy = false, isDisabled = false, onPress, children } = props
  return (
    <button
      type={type}
      className={buttons[kind]}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onPress?.()
      }}
    >
      {children}
    </button>
  )
}

/** Buttons side by side: the one that leads on first, at the right. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={buttons.buttons}>{children}</div>
}

/** Text of the business, in its own lines. */
export function Words({ text }: { text: string }) {
  return text === '' ? null : <p className={styles.words}>{text}</p>
}

/** Terms to be agreed to. */
export function TermsBox({ text }: { text: string }) {
  return (
    // It scrolls, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.terms} tabIndex={0} role="region" aria-label="Terms">
      {text}
    </div>
  )
}

/** While something loads that takes its time. */
export function Waiting({ text }: { text: string }) {
  return (
    <p className={styles.waiting} role="status">
      {text}
    </p>
  )
}

/** Where a link that was sent to somebody leads nowhere. */
export function BrokenLink() {
  return (
    <PatronShell title="This link doesn’t work">
      <p>{incompleteLink}</p>
    </PatronShell>
  )
}

/** Where there is nothing. */
export function NotFound() {
  return (
    <PatronShell title="There is nothing here">
      <p>This link leads nowhere. Check it, or ask who gave it to you.</p>
    </PatronShell>
  )
}

/** Dollars as '$1,234.50'. */
export function money(dollars: number): string {
  return new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' }).format(dollars)
}

/** A date or an instant as '14 November 2026'; what is half typed as it is. */
export function longDate(value: string): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  const timeZone = /^\d{4}-\d\d-\d\d$/.test(value) ? 'UTC' : undefined
  return new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone }).format(date)
}

/** An instant as '14 Nov 2026, 6:30 pm'. */
export function shortMoment(at: string): string {
  return new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}
